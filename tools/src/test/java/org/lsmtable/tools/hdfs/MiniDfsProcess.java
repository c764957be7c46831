package org.lsmtable.tools.hdfs;

import java.lang.reflect.Method;
import java.net.URI;

/**
 * The process of {@link HdfsCluster}: Hadoop's own MiniDFSCluster, which is not on the class path that compiles this. Prints the address
 * and ends with its standard input.
 */
final class MiniDfsProcess {
    private MiniDfsProcess() {}

    /** Argument: a folder for the blocks and the journal. */
    public static void main(String[] args) throws Exception {
        Class<?> configurationClass = Class.forName("org.apache.hadoop.conf.Configuration");
        Object configuration = configurationClass.getConstructor().newInstance();
        Method set = configurationClass.getMethod("set", String.class, String.class);
        set.invoke(configuration, "hdfs.minidfs.basedir", args[0]);
        set.invoke(configuration, "dfs.replication", "1");
        Class<?> builderClass = Class.forName("org.apache.hadoop.hdfs.MiniDFSCluster$Builder");
        Object builder = builderClass.getConstructor(configurationClass).newInstance(configuration);
        builderClass.getMethod("numDataNodes", int.class).invoke(builder, 1);
        Object cluster = builderClass.getMethod("build").invoke(builder);
        cluster.getClass().getMethod("waitActive").invoke(cluster);
        URI uri = (URI) cluster.getClass().getMethod("getURI").invoke(cluster);
        System.out.println(uri);
        while (System.in.read() >= 0) {
            // until whoever started this closes the stream, or is gone
        }
        Runtime.getRuntime().halt(0);
    }
}
