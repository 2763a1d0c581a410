// The classes that automata are described with.
class GenericAutomaton {
  string TransitionClass;
  list<string> SymbolFields;
}
class Transition {
  bits<32> NewState;
}
