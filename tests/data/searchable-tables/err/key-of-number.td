// ARGS: --gen-searchable-tables
include "classes.td"
class Entry<int n> { int Number = n; }
def e : Entry<1>;
def f : Entry<2>;
def Table : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["Number"];
  let PrimaryKey = ["Number"];
  let PrimaryKeyName = "find";
}
