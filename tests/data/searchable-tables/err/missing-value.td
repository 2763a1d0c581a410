// ARGS: --gen-searchable-tables
include "classes.td"
class Entry<bits<4> v> { bits<4> b = v; }
def e : Entry<1>;
multiclass Entries { def f : Entry<{1, ?, 0, 0}>; }
defm the_ : Entries;
def Table : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["b"];
}
