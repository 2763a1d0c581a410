// ARGS: --release 22
// A record may inherit from a class through several others; the last one gives the values (ProgRef,
// "class").
class Base<int n> { int number = n; list<int> l = [n]; }
class Left : Base<1> { let l = [2]; }
class Right : Base<3>;
class Both : Left, Right { int own = number; }
def diamond : Left, Right;
def deep : Both { let number = 4; }
def asks { bit yes = !isa<Base>(deep); list<Base> all = !instances<Base>(); }
