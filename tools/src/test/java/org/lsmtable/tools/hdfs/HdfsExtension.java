package org.lsmtable.tools.hdfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the one HDFS of this JVM, which is started by the first of them and closed after the last. */
public final class HdfsExtension implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == HdfsCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(HdfsExtension.class))
                .computeIfAbsent(HdfsCluster.class, key -> {
                    try {
                        return HdfsCluster.start();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }
}
