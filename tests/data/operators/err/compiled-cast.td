// Expressions of a class that many records have are compiled; a compiled `!cast` to a record that
// does not exist fails as others do, and what mentions an unset field stays unresolved.
class P<string n> {
  list<P> ps = !foreach(s, [n], !cast<P>(s));
  int u = ?;
  list<int> us = !foreach(i, [1, 2], !add(i, u));
}
def p1 : P<"p1">;
def p2 : P<"p1">;
def p3 : P<"zz">;
def p4 : P<"p2">;
def p5 : P<"p2">;
def p6 : P<"p9">;
def p7 : P<"p2">;
