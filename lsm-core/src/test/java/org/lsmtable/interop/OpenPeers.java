package org.lsmtable.interop;

import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Real Paimon in both versions for the tests of a class. It is opened once for all classes that register this, and closed after the last. */
final class OpenPeers implements BeforeAllCallback {
    private List<Peer> peers = List.of();

    /** What the classes share. */
    private record Shared(List<Peer> peers) implements AutoCloseable {
        @Override
        public void close() {
            peers.forEach(Peer::close);
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        peers = context.getRoot()
                .getStore(Namespace.create(OpenPeers.class))
                .computeIfAbsent(Shared.class, key -> new Shared(Peers.all()), Shared.class)
                .peers();
    }

    /** Both, oldest first. */
    List<Peer> all() {
        return peers;
    }

    /** One of them. */
    Peer of(String version) {
        return peers.stream()
                .filter(peer -> peer.version().equals(version))
                .findFirst()
                .orElseThrow();
    }
}
