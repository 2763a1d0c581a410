// ARGS: --gen-automata
include "classes.td"
class Step : Transition { int Key = 1; }
def s : Step;
def Machine : GenericAutomaton {
  let TransitionClass = "Step";
}
