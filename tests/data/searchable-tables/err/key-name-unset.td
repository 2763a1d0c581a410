// ARGS: --gen-searchable-tables
include "classes.td"
class Entry { bits<4> b = 0; }
def e : Entry;
def Table : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["b"];
  let PrimaryKey = ["b"];
}
