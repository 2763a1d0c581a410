// ARGS: --gen-searchable-tables
include "classes.td"
def find : SearchIndex {
  let Key = ["s"];
}
