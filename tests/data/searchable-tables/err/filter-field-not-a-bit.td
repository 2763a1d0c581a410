// ARGS: --gen-searchable-tables
include "classes.td"
class Entry { int b = 0; }
def e : Entry;
def Table : GenericTable {
  let FilterClass = "Entry";
  let FilterClassField = "b";
  let Fields = ["b"];
}
