package org.lsmtable.fs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.Credentials;

/**
 * What storage is to be like. Immutable.
 *
 * @param durability whether what is written to a local disk must survive a power cut; elsewhere it always must
 * @param hadoop settings of Hadoop's file systems, on top of those of the folders
 * @param configurationFolders folders of {@code core-site.xml} and {@code hdfs-site.xml}, the last one wins
 * @param commitLock null if there is none; then stores without any means of their own to create a file exactly once refuse commits
 */
public record StorageSettings(
        Durability durability,
        Map<String, String> hadoop,
        List<String> configurationFolders,
        @Nullable CommitLock commitLock) {
    private static final String HADOOP_PREFIX = "hadoop.";
    private static final String FOLDER_OPTION = "hadoop-conf-dir";

    public StorageSettings {
        hadoop = Map.copyOf(hadoop);
        configurationFolders = List.copyOf(configurationFolders);
    }

    /** Everything synced, no settings of Hadoop, no lock. */
    public static StorageSettings synced() {
        return new StorageSettings(Durability.SYNCED, Map.of(), List.of(), null);
    }

    /** With the folders that {@code HADOOP_HOME} and {@code HADOOP_CONF_DIR} name, as the table format's own engines take them. */
    public StorageSettings withVariables(Map<String, String> variables) {
        List<String> folders = new ArrayList<>(configurationFolders);
        String home = variables.getOrDefault("HADOOP_HOME", "");
        if (!home.isEmpty()) {
            folders.add(home + "/conf");
            folders.add(home + "/etc/hadoop");
        }
        String folder = variables.getOrDefault("HADOOP_CONF_DIR", "");
        if (!folder.isEmpty()) {
            folders.add(folder);
        }
        return new StorageSettings(durability, hadoop, folders, commitLock);
    }

    /** With those of some options that are settings of storage: {@code hadoop.KEY} sets KEY, {@code hadoop-conf-dir} names a folder. */
    public StorageSettings withOptions(Map<String, String> options) {
        Map<String, String> settings = new LinkedHashMap<>(hadoop);
        List<String> folders = new ArrayList<>(configurationFolders);
        options.forEach((key, value) -> {
            if (key.equals(FOLDER_OPTION)) {
                folders.add(value);
            } else if (isSetting(key)) {
                settings.put(key.substring(HADOOP_PREFIX.length()), value);
            }
        });
        return new StorageSettings(durability, settings, folders, commitLock);
    }

    /** With a lock that all writers take. */
    public StorageSettings withCommitLock(CommitLock lock) {
        return new StorageSettings(durability, hadoop, configurationFolders, lock);
    }

    /** Whether an option is a setting of storage, which is never stored with a table. */
    public static boolean isSetting(String option) {
        return option.equals(FOLDER_OPTION)
                || option.startsWith(HADOOP_PREFIX) && option.length() > HADOOP_PREFIX.length();
    }

    /** Without the values of credentials. */
    @Override
    public String toString() {
        Map<String, String> shown = new LinkedHashMap<>();
        hadoop.forEach((key, value) -> shown.put(key, Credentials.shown(key, value)));
        return "StorageSettings[" + durability + ", " + shown + ", " + configurationFolders + "]";
    }
}
