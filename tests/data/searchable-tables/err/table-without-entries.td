// ARGS: --gen-searchable-tables
include "classes.td"
class Entry { bit b = 0; }
def e : Entry;
multiclass Tables {
  def Table : GenericTable {
    let FilterClass = "Entry";
    let FilterClassField = "b";
    let Fields = ["b"];
  }
}
defm The : Tables;
