// ARGS: --gen-searchable-tables
include "classes.td"
def Kind : GenericEnum {
  let FilterClass = "Missing";
}
