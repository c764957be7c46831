package org.lsmtable.tools.hdfs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between a client and the namenode, and can lose the answer to a call after the namenode has carried it out. */
final class Relay implements AutoCloseable {
    /** What it does to the next call of a name. */
    enum Loss {
        NONE,
        /** The answer to it is lost; later calls get through. */
        ANSWER,
        /** The answer to it is lost, and so is every connection from then on. */
        EVERYTHING
    }

    private final int target;
    private final ServerSocket server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final String call;
    private volatile Loss loss = Loss.NONE;
    private volatile boolean cut;

    /** A relay to a port of this machine that can lose calls of a name. */
    Relay(int target, String call) throws IOException {
        this.target = target;
        this.call = call;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Loses the next such call. */
    void lose(Loss what) {
        loss = what;
    }

    /** Whether the call to be lost has come. */
    boolean hasLost() {
        return loss == Loss.NONE;
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // the other side has gone
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = server.accept();
            if (cut) {
                client.close();
                continue;
            }
            Socket namenode = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(client);
            sockets.add(namenode);
            Connection connection = new Connection(client, namenode);
            start(connection::requests);
            start(connection::answers);
        }
    }

    private final class Connection {
        private final Socket client;
        private final Socket namenode;
        private volatile boolean doomed;

        Connection(Socket client, Socket namenode) {
            this.client = client;
            this.namenode = namenode;
        }

        void requests() throws IOException {
            byte[] buffer = new byte[1 << 16];
            InputStream in = client.getInputStream();
            OutputStream out = namenode.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (loss != Loss.NONE && new String(buffer, 0, read, ISO_8859_1).contains(call)) {
                    cut = loss == Loss.EVERYTHING;
                    doomed = true;
                    loss = Loss.NONE;
                }
                out.write(buffer, 0, read);
                out.flush();
            }
            namenode.close();
        }

        void answers() throws IOException {
            byte[] buffer = new byte[1 << 16];
            InputStream in = namenode.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int read = in.read(buffer); read >= 0 && !doomed; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                out.flush();
            }
            client.close();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
