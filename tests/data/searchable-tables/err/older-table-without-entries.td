// ARGS: --gen-searchable-tables
include "classes.td"
class Hint : SearchableTable {
  let SearchableFields = [];
  string Name = "n";
}
