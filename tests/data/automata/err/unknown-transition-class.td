// ARGS: --gen-automata
include "classes.td"
def Machine : GenericAutomaton {
  let TransitionClass = "Step";
  let SymbolFields = ["Key"];
}
