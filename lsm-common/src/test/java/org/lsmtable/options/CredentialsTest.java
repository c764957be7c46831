package org.lsmtable.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3.access-key",
                "s3.secret-key",
                "fs.s3a.access.key",
                "fs.s3a.secret.key",
                "fs.s3a.session.token",
                "fs.s3a.bucket.data.secret.key",
                "hadoop.fs.s3a.secret.key",
                "fs.oss.accessKeyId",
                "fs.oss.accessKeySecret",
                "fs.oss.securityToken",
                "fs.cosn.userinfo.secretKey",
                "fs.obs.secret.key",
                "fs.azure.account.key.acct.dfs.core.windows.net",
                "hadoop.fs.azure.account.key.acct.dfs.core.windows.net",
                "fs.azure.sas.container.acct.blob.core.windows.net",
                "fs.azure.account.oauth2.client.secret.acct.dfs.core.windows.net",
                "fs.azure.account.oauth2.client.secret",
                "fs.gs.auth.service.account.private.key",
                "jdbc.password",
                "kafka.sasl.jaas.config",
                "ssl.server.keystore.password",
                "token",
                "PASSWORD"
            })
    void credentials(String key) {
        assertThat(Credentials.isCredential(key)).isTrue();
        assertThat(Credentials.shown(key, "v")).isEqualTo("***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bucket",
                "bucket-key",
                "primary-key",
                "fields.orders.nested-key",
                "fs.defaultFS",
                "fs.azure.account.auth.type",
                "fs.s3a.aws.credentials.provider",
                "fs.s3a.endpoint",
                "log.key.format",
                "key-value.sequence_number.enabled",
                "dfs.replication",
                "sequence.field"
            })
    void otherOptions(String key) {
        assertThat(Credentials.isCredential(key)).isFalse();
        assertThat(Credentials.shown(key, "v")).isEqualTo("v");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
        sftp://eve:s3cret@host/t/f: no such file;  sftp://eve:***@host/t/f: no such file
        s3a://AKIA:ab/cd+e@bucket/t@7: refused;     s3a://AKIA:***@bucket/t@7: refused
        GET https://h/o?X-Amz-Signature=0a1b&n=1;   GET https://h/o?X-Amz-Signature=***&n=1
        https://h/o?sv=2024&sig=a%2Bb;              https://h/o?sv=2024&sig=***
        fs.s3a.secret.key=abc, fs.s3a.endpoint=x;   fs.s3a.secret.key=***, fs.s3a.endpoint=x
        'fs.oss.accessKeySecret' = 'a b', 'k' = 1;  'fs.oss.accessKeySecret' = '***', 'k' = 1
        {"s3.secret-key":"a\\"b","bucket":"1"};     {"s3.secret-key":"***","bucket":"1"}
        password=x y;                               password=*** y
        """, delimiter = ';')
    void textsWithCredentials(String text, String shown) {
        assertThat(Credentials.mask(text)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hdfs://nn:8020/t@7: snapshot 7 not found",
                "hdfs://nn:8020",
                "abfss://container@account.dfs.core.windows.net/t",
                "/t/user-key=17/api_token=x/bucket-0/data-1.parquet: missing",
                "option 'bucket-key' = 'id'",
                "a table needs a primary key: add PRIMARY KEY (column, …)",
                "no row with key [5]; key=5",
                "{\"bucket-key\":\"id\"}",
                "http://host:80/a and b@c"
            })
    void textsWithout(String text) {
        assertThat(Credentials.mask(text)).isEqualTo(text);
    }

    @Test
    void knownValuesAreHiddenWhereverTheyTurnUp() {
        Credentials known = Credentials.of(Map.of(
                "fs.s3a.secret.key",
                "abcdef",
                "fs.s3a.session.token",
                "abcdefgh",
                "fs.s3a.endpoint",
                "endpoint",
                "x.key",
                "true"));
        assertThat(known.hide("abcdefgh and abcdef at endpoint, true")).isEqualTo("*** and *** at endpoint, true");
    }
}
