package org.lsmtable.interop;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Opens the peers, each in its own class loader, since both versions have the same class names. */
public final class Peers {
    private Peers() {}

    /** Paimon 1.4.2. */
    public static Peer paimon14() {
        return paimon14("");
    }

    /** Paimon 2.0.0. */
    public static Peer paimon20() {
        return paimon20("");
    }

    /** Paimon 1.4.2 on a file system, such as {@code hdfs://localhost:8020}: absolute paths are paths there. */
    public static Peer paimon14(String fileSystem) {
        return open("1.4.2", "paimon-bundle-1.4.2.jar", fileSystem);
    }

    /** A release whose bundle the build has copied: the versions in use, and the oldest that we stand by. */
    public static Peer bundle(String version) {
        return open(version, "paimon-bundle-" + version + ".jar", "");
    }

    /** Paimon 2.0.0 on a file system. */
    public static Peer paimon20(String fileSystem) {
        return open("2.0.0", "paimon-flink-2.0-2.0.0.jar", fileSystem);
    }

    /** Both, oldest first. */
    public static List<Peer> all() {
        return List.of(paimon14(), paimon20());
    }

    private static Peer open(String version, String jar, String fileSystem) {
        Path folder = Path.of(System.getProperty("peers.dir", "target/peers"));
        Path file = folder.resolve(jar);
        if (!Files.isRegularFile(file)) {
            throw new IllegalStateException(file.toAbsolutePath() + " is missing; the build copies it there");
        }
        try {
            PeerLoader loader = new PeerLoader(urls(file));
            Peer peer = (Peer) loader.loadClass("org.lsmtable.interop.PaimonPeer")
                    .getDeclaredConstructor(String.class, AutoCloseable.class, String.class)
                    .newInstance(version, loader, fileSystem);
            return inOwnContext(peer, loader);
        } catch (ReflectiveOperationException | IOException e) {
            throw new IllegalStateException("cannot open the peer " + version, e);
        }
    }

    /** Calls a peer with its own loader as that of the thread: its ORC finds services by that one. */
    private static Peer inOwnContext(Peer peer, ClassLoader loader) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                return method.invoke(peer, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            } finally {
                thread.setContextClassLoader(before);
            }
        };
        return (Peer) Proxy.newProxyInstance(Peer.class.getClassLoader(), new Class<?>[] {Peer.class}, handler);
    }

    private static URL[] urls(Path jar) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        urls.add(jar.toUri().toURL());
        // where the driver's class is: a jar, if another module has borrowed it
        urls.add(Peers.class.getProtectionDomain().getCodeSource().getLocation());
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (Files.isDirectory(Path.of(part))) {
                urls.add(Path.of(part).toUri().toURL());
            }
        }
        return urls.toArray(new URL[0]);
    }

    /** Child first for the peer's classes and the class that drives it; everything else comes from the parent. */
    private static final class PeerLoader extends URLClassLoader {
        PeerLoader(URL[] urls) {
            super(urls, Peers.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("org.apache.paimon.") && !name.startsWith("org.lsmtable.interop.PaimonPeer")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }

        @Override
        public URL getResource(String name) {
            URL own = findResource(name);
            return own != null ? own : super.getResource(name);
        }

        @Override
        public java.util.Enumeration<URL> getResources(String name) throws IOException {
            // service files of the peer only: the parent may hold those of the other version
            return name.startsWith("META-INF/services/org.apache.paimon")
                    ? findResources(name)
                    : super.getResources(name);
        }
    }
}
