package org.lsmtable.interop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Whole folders: what is in them, copies of them, and their times. */
public final class FolderTree {
    private FolderTree() {}

    /** The content of every file below a folder, by its path there; folders with a slash at the end and no content. */
    public static Map<String, String> of(Path folder) throws IOException {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path path : walk.toList()) {
                String name = folder.relativize(path).toString();
                if (Files.isDirectory(path)) {
                    tree.put(name + "/", "");
                } else {
                    tree.put(name, Files.readString(path, StandardCharsets.ISO_8859_1));
                }
            }
        }
        return tree;
    }

    /** Copies a folder with the times of everything in it. */
    public static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path path : walk.toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                Files.createDirectories(target.getParent());
                Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path path : walk.filter(Files::isDirectory).toList()) {
                Files.setLastModifiedTime(
                        to.resolve(from.relativize(path).toString()), Files.getLastModifiedTime(path));
            }
        }
    }

    /** Gives everything in a folder one time of change. */
    public static void setTimes(Path folder, long millis) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.setLastModifiedTime(path, FileTime.fromMillis(millis));
            }
        }
    }

    /** Deletes a folder with everything in it. */
    public static void delete(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
