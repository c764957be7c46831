package org.lsmtable.table;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.lsmtable.fs.Storage;

/** A storage that something else happens to, right before one of its operations. */
final class InterruptedStorage {
    private InterruptedStorage() {}

    /**
     * The same storage, before whose n-th operation from 0 on an event happens.
     *
     * @param happened set to true by then
     */
    static Storage before(int n, Storage inner, AtomicBoolean happened, Runnable event) {
        AtomicInteger operations = new AtomicInteger();
        return (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    if (operations.getAndIncrement() == n) {
                        happened.set(true);
                        event.run();
                    }
                    try {
                        return method.invoke(inner, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
