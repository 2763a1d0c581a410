// ARGS: --gen-searchable-tables
include "classes.td"
class Entry { int Number = 3; }
def e : Entry;
def Table : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["Number"];
}
