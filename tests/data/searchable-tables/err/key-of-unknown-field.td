// ARGS: --gen-searchable-tables
include "classes.td"
class Entry { bit b = 0; }
def e : Entry;
def Table : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["b"];
  let PrimaryKey = ["c"];
  let PrimaryKeyName = "find";
}
