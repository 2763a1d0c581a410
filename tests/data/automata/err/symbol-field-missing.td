// ARGS: --gen-automata
include "classes.td"
class Step : Transition { int Other = 1; }
multiclass Steps { def s : Step { let NewState = 1; } }
defm the_ : Steps;
def Machine : GenericAutomaton {
  let TransitionClass = "Step";
  let SymbolFields = ["Key"];
}
