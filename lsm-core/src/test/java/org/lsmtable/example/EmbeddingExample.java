package org.lsmtable.example;

import static org.lsmtable.predicate.Predicate.eq;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Optional;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.compact.Decision;
import org.lsmtable.data.Row;
import org.lsmtable.table.BucketRef;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableWriter;

/** What a service that embeds the engine does. */
final class EmbeddingExample {
    private EmbeddingExample() {}

    static BigDecimal run(Path folder) {
        BigDecimal total = BigDecimal.ZERO;
        // README: start
        TableDefinition definition = TableDefinition.parse(
                "id BIGINT, status STRING, amount DECIMAL(10, 2), changed TIMESTAMP(3), PRIMARY KEY (id)");
        try (Table orders = Table.create(folder, definition)) {
            try (TableWriter writer = orders.newWriter()) {
                writer.upsert(Row.of(1L, "new", new BigDecimal("9.90"), LocalDateTime.now()));
                writer.upsert(Row.of(2L, "new", new BigDecimal("5.00"), LocalDateTime.now()));
                writer.upsert(Row.of(1L, "paid", new BigDecimal("9.90"), LocalDateTime.now()));
                writer.delete(Row.key(2L));
                CommitResult result = writer.commit(); // Committed, Lost, Failed or Unknown
                if (!(result instanceof CommitResult.Committed)) {
                    throw new IllegalStateException(result.toString());
                }
            }
            try (RowCursor rows = orders.scan()
                    .where(eq("status", "paid"))
                    .select("id", "amount")
                    .open()) {
                while (rows.next()) {
                    total = total.add(rows.getDecimal(1));
                }
            }
            Optional<Row> order = orders.get(1L);
            Decision decision = orders.explain(BucketRef.bucket(0));
            System.out.println(order + "\n" + decision.explain());
        }
        // README: end
        return total;
    }
}
