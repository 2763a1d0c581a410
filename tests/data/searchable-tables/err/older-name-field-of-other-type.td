// ARGS: --gen-searchable-tables
include "classes.td"
class Hint : SearchableTable {
  let SearchableFields = [];
  int Name = 1;
}
def h : Hint;
