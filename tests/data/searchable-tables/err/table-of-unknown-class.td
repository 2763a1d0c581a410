// ARGS: --gen-searchable-tables
include "classes.td"
def Table : GenericTable {
  let FilterClass = "Missing";
  let Fields = ["a"];
}
