// ARGS: --gen-automata
include "classes.td"
class Step : Transition { bits<4> Key = 1; }
def s : Step { let NewState = 1; }
def Machine : GenericAutomaton {
  let TransitionClass = "Step";
  let SymbolFields = ["Key"];
}
