// ARGS: --gen-automata
include "classes.td"
class Step : Transition { string Key = ?; }
def s : Step { let NewState = 1; }
def Machine : GenericAutomaton {
  let TransitionClass = "Step";
  let SymbolFields = ["Key"];
}
