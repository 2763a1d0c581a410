// ARGS: --gen-searchable-tables
include "classes.td"
class Entry { string s = "text"; }
def e : Entry;
def Entries : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["s"];
}
def find : SearchIndex {
  let Table = Entries;
  let Key = ["s"];
  let EarlyOut = 1;
}
