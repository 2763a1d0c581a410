// ARGS: --release 23
// `let append` and `let prepend` join lists, strings and dags, and no rows of bits (ProgRef, "Record
// Bodies").
class Base { int n = 1; bits<4> b = 0; list<int> l = [1]; string s = "a"; }
def number : Base { let append n = 2; }
def row : Base { let append b{0} = 1; }
def unknown : Base { let prepend x = 1; }
def noList : Base { let append l = "a"; }
def unset : Base { let append s = ?; }
let prepend n = 2 in def outer : Base;
