// ARGS: --diagnostic-format=json
// One object a line: span, labels, notes and suggestion.
class Base<int size> { int Size = size; }
def a : Bsae<1>;
def b : Base<"large">;
def c : Base<1>;
def c : Base<1>;
