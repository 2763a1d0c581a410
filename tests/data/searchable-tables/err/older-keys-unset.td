// ARGS: --gen-searchable-tables
include "classes.td"
class Hint : SearchableTable {
  string Name = "n";
}
def h : Hint;
