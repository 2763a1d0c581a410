// ARGS: --gen-automata
class Transition;
