package org.lsmtable.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.BiConsumer;
import org.lsmtable.fs.Storage;

/** Storage that calls a test before each of its operations, in the thread of the operation. */
public final class HookedStorage {
    private HookedStorage() {}

    /**
     * A storage with a hook.
     *
     * @param hook takes the name of the method of {@link Storage} and the path it is called for; what it throws, the operation throws
     */
    public static Storage of(Storage inner, BiConsumer<String, String> hook) {
        return (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    if (arguments != null && arguments.length > 0 && arguments[0] instanceof String path) {
                        hook.accept(method.getName(), path);
                    }
                    try {
                        return method.invoke(inner, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
