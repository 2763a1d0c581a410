// ARGS: --gen-searchable-tables
include "classes.td"
class Entry;
def e : Entry { bits<4> b = 1; }
def f : Entry { string b = "1"; }
def Table : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["b"];
}
