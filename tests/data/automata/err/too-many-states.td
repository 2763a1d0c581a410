// ARGS: --gen-automata
include "classes.td"
class Step<int place> : Transition {
  let NewState = !shl(1, place);
  int Key = place;
}
foreach place = 0...31 in def : Step<place>;
def Machine : GenericAutomaton {
  let TransitionClass = "Step";
  let SymbolFields = ["Key"];
}
