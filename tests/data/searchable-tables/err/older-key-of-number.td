// ARGS: --gen-searchable-tables
include "classes.td"
class Hint : SearchableTable {
  let SearchableFields = ["Number"];
  string Name = "n";
  int Number = 1;
}
def h : Hint;
