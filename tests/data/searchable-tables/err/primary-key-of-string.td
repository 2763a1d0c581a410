// ARGS: --gen-searchable-tables
include "classes.td"
class Entry { string s = "text"; }
def e : Entry;
def Table : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["s"];
  let PrimaryKey = ["s"];
  let PrimaryKeyName = "find";
}
