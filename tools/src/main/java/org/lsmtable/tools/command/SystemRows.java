package org.lsmtable.tools.command;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.tools.query.TableAddress;
final class SystemRows {
  static SystemRows of(TableCommand c, TableAddress a) { throw new UnsupportedOperationException(); }
  SystemRows where(@Nullable String w) { return this; }
  SystemRows select(List<String> w) { return this; }
  void show(@Nullable Long limit) { }
}
