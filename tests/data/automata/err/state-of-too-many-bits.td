// ARGS: --gen-automata
include "classes.td"
class Step { int Key = 1; bits<65> NewState = 1; }
def s : Step;
def Machine : GenericAutomaton {
  let TransitionClass = "Step";
  let SymbolFields = ["Key"];
}
