// ARGS: --gen-searchable-tables
include "classes.td"
class Entry { bits<65> b = 1; }
def e : Entry;
def Entries : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["b"];
}
def find : SearchIndex {
  let Table = Entries;
  let Key = ["b"];
}
