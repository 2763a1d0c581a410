// ARGS: --release 22
// Since 22 errors are placed at the argument and at the name of the field, and an assertion names its
// record (ProgRef, "assert").
class A<int n, string s> { assert !eq(n, 1), "wrong: " # n; string t = s; }
multiclass M<int n> { def _m : A<n, "s">; }
def arguments : A<"x", 2>;
def assertion : A<2, "s">;
defm m : M<3>;
def unknown : A<1, "s"> { let missing = 3; }
assert 0, "outside";
def tooLong { bits<2> b = { 1, 0, 1 }; }
