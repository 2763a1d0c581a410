// ARGS: --gen-automata
// Automata that take several ways at once, with actions of every kind.
include "classes.td"

class Cargo;
def Crate : Cargo;
def Barrel : Cargo;
def Piano : Cargo;

// A barge with two places: a crate takes either of them, a barrel the second, a piano both.
class Load<Cargo what, bits<2> places> : Transition {
  let NewState{1-0} = places;
  Cargo What = what;
}
def : Load<Crate, 0b01>;
def : Load<Crate, 0b10>;
def : Load<Barrel, 0b10>;
def : Load<Piano, 0b11>;
def Barge : GenericAutomaton {
  let TransitionClass = "Load";
  let SymbolFields = ["What"];
  // Without it, the type is that of the field, Cargo.
  string TypeOf_What = "CargoKind";
}

// Actions of several symbols. What is not set of a state counts as 0.
class Turn<bits<2> side, Cargo what, string how, int times> : Transition {
  let NewState{7-6} = side;
  Cargo What = what;
  string How = how;
  int Times = times;
}
def : Turn<0b01, Crate, "left", 2>;
def : Turn<0b10, Crate, "right", 1>;
def : Turn<0b10, Barrel, "right", -1>;
// The same action as above.
def : Turn<0b10, Crate, "left", 2>;
def Turns : GenericAutomaton {
  let TransitionClass = "Turn";
  let SymbolFields = ["What", "How", "Times"];
  string TypeOf_What = "CargoKind";
  string TypeOf_Times = "";
}

class Beat<bits<1> mark, code what> : Transition {
  let NewState{0} = mark;
  code What = what;
}
def : Beat<1, "end">;
// It leads back to where it comes from.
def : Beat<0, [{tick}]>;
def Clock : GenericAutomaton {
  let TransitionClass = "Beat";
  let SymbolFields = ["What"];
}
