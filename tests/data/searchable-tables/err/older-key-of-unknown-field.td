// ARGS: --gen-searchable-tables
include "classes.td"
class Hint : SearchableTable {
  let SearchableFields = ["Nowhere"];
  string Name = "n";
}
def h : Hint;
