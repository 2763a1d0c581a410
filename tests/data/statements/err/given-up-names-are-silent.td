// The names that a statement would have defined are not reported where it was given up: a variable, the
// records of a loop or of an `if`, a field whose type is wrong.
defvar list_of = missing;
foreach x = list_of in def Z # x;
if missing then { def from_if; }
def uses_if { int f = from_if.x; int z = Z1.x; }

class TooWide { bits<2000000000> b = 1; bits<8> c; let b{4} = 1; let c{8} = 1; }
def wide : TooWide;
assert !eq(wide.b, 1), "not looked at";
def last { int no = true_error; }
