package org.lsmtable.tools.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.lsmtable.tools.console.CliException;

class ColumnNamesTest {
    @Test
    void plainAndQuotedNames() {
        assertThat(ColumnNames.parse("a,b")).containsExactly("a", "b");
        assertThat(ColumnNames.parse("Airport Name, Cost Total $")).containsExactly("Airport Name", "Cost Total $");
        assertThat(ColumnNames.parse("`Airport Name`,b, \"c,d\" ,e")).containsExactly("Airport Name", "b", "c,d", "e");
        assertThat(ColumnNames.parse("`a``b`")).containsExactly("a`b");
        assertThat(ColumnNames.parse("a,,b,")).containsExactly("a", "", "b", "");
    }

    @Test
    void aColumnNamedTwice() {
        assertThatThrownBy(() -> ColumnNames.parse("a, b,`a`"))
                .isInstanceOf(CliException.class)
                .hasMessage("--select: column 'a' is named twice");
        assertThat(ColumnNames.parse("a,A")).containsExactly("a", "A");
    }

    @Test
    void quotesThatDoNotFit() {
        assertThatThrownBy(() -> ColumnNames.parse("a,`b"))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("does not end: `b");
        assertThatThrownBy(() -> ColumnNames.parse("`a`b"))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("expected a comma behind `a`");
    }
}
