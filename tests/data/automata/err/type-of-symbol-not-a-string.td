// ARGS: --gen-automata
include "classes.td"
class Step : Transition { int Key = 1; }
def s : Step { let NewState = 1; }
def Machine : GenericAutomaton {
  let TransitionClass = "Step";
  let SymbolFields = ["Key"];
  int TypeOf_Key = 1;
}
