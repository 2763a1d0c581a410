// ARGS: --release 22
// `append` and `prepend` are names of fields like any other before 23 (ProgRef of 22.1, "let").
class A { list<int> l = [1]; list<int> append = [2]; }
def a : A { let append = [3]; }
def b : A { let append l = [3]; }
let prepend l = [3] in def c : A;
