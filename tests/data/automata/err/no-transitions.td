// ARGS: --gen-automata
include "classes.td"
class Step : Transition { int Key = 1; }
multiclass Machines {
  def Machine : GenericAutomaton {
    let TransitionClass = "Step";
    let SymbolFields = ["Key"];
  }
}
defm The : Machines;
