package org.lsmtable.fs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.util.Map;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.StorageSettings;
import org.lsmtable.options.Credentials;
import org.lsmtable.types.UnsupportedFeatureException;

class HadoopErrorsTest {
    private final HadoopErrors errors =
            new HadoopErrors(() -> Credentials.of(Map.of("fs.s3a.secret.key", "wJalrXUtnFEMI/K7MDENG")));

    private Throwable told(String path, Throwable thrown) {
        return catchThrowable(() -> errors.run(path, () -> {
            if (thrown instanceof IOException e) {
                throw e;
            }
            if (thrown instanceof RuntimeException e) {
                throw e;
            }
            throw (Error) thrown;
        }));
    }

    @Test
    void aRefusalOfTheServerIsOneLineWithoutItsStack() {
        String text =
                "Permission denied: user=eve, access=WRITE, inode=\"/t\":hdfs:supergroup:drwxr-xr-x\n\tat org.apache…";
        assertThat(told("hdfs://nn/t/f", new RemoteException(AccessControlException.class.getName(), text)))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage("hdfs://nn/t/f: Permission denied: user=eve, access=WRITE,"
                        + " inode=\"/t\":hdfs:supergroup:drwxr-xr-x");
    }

    @Test
    void anUnknownHostIsAnErrorOfStorage() {
        assertThat(told("hdfs://nowhere/t", new IllegalArgumentException(new UnknownHostException("nowhere"))))
                .isInstanceOf(IOException.class)
                .hasMessage("hdfs://nowhere/t: host not found: nowhere");
    }

    @Test
    void whatAFileSystemCannotDoIsRefused() {
        assertThat(told("https://host/t/schema", new UnsupportedOperationException()))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageStartingWith("https://host/t/schema: its file system cannot do this")
                .hasMessageEndingWith("and 'https' is none");
    }

    @Test
    void aChecksumTellsOfDamage() {
        assertThat(told("hdfs://nn/f", new org.apache.hadoop.fs.ChecksumException("Checksum error at 512", 512)))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage("hdfs://nn/f: Checksum error at 512");
    }

    @Test
    void aClientThatIsNotThereIsNamed() {
        assertThat(told("s3a://b/t", new NoClassDefFoundError("software/amazon/awssdk/core/SdkClient")))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("s3a://b/t: the client of this file system is not on the class path, or not all of it:"
                        + " software/amazon/awssdk/core/SdkClient");
        try (HadoopStorage storage =
                HadoopStorage.of(new StorageSettings(Durability.SYNCED, Map.of(), java.util.List.of(), null))) {
            assertThatThrownBy(() -> storage.exists("s3a://b/t"))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("s3a://b/t")
                    .hasMessageContaining("class path");
            assertThatThrownBy(() -> storage.exists("nosuch://b/t"))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("\"nosuch\"")
                    .hasMessageContaining("class path");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void credentialsAreNeitherInMessagesNorInStacks() {
        IOException cause = new IOException("signature of wJalrXUtnFEMI/K7MDENG");
        for (Throwable thrown : java.util.List.of(
                new IOException("403: key wJalrXUtnFEMI/K7MDENG is wrong", cause),
                new IOException("connection lost", cause),
                new IOException("GET https://user:pw1234@host/x?X-Amz-Signature=0a1b2c&y=1: 403"),
                new IllegalStateException("fs.s3a.session.token=AQoDYXdz is too old"),
                new RemoteException("java.io.IOException", "dfs.password = 'pw1234'"))) {
            StringWriter stack = new StringWriter();
            told("s3a://b/t", thrown).printStackTrace(new PrintWriter(stack));
            assertThat(stack.toString())
                    .contains("s3a://b/t")
                    .contains("HadoopErrorsTest")
                    .doesNotContain("wJalr")
                    .doesNotContain("pw1234")
                    .doesNotContain("0a1b2c")
                    .doesNotContain("AQoDY");
        }
    }

    @Test
    void anHonestErrorKeepsItsCause() {
        IOException thrown = new IOException("disk full");
        assertThat(told("hdfs://nn/f", thrown))
                .hasMessage("hdfs://nn/f: disk full")
                .hasCause(thrown);
    }
}
