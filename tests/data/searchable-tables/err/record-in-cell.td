// ARGS: --gen-searchable-tables
include "classes.td"
class Other;
def o : Other;
class Entry { Other Number = o; }
def e : Entry;
def Table : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["Number"];
}
