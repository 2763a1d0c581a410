// ARGS: --gen-searchable-tables
include "classes.td"
class Entry { string Which = "a"; }
def e : Entry;
def Table : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["Which"];
  string TypeOf_Which = "e";
}
