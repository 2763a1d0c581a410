// Classes: forward declaration, parameters with defaults, several parents, overriding.
class Later;
class Named<string n, int k = 3> { string name = n; int key = k; }
class Twice<int k> : Named<"twice", k> { int double = !mul(key, 2); Later later = ?; }
class Later { bit here = 1; }
class Both<int a> : Twice<a>, Later;

def one : Named<"one">;
def two : Twice<2> { let name = "changed"; }
def both : Both<7> { let here = 0; int own = double; }
