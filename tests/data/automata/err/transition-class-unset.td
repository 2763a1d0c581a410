// ARGS: --gen-automata
include "classes.td"
def Machine : GenericAutomaton {
  let SymbolFields = ["Key"];
}
