// Assertions that hold, and the messages of `dump`, at top level, in records and in multiclasses.
class Checked<int n> { assert !lt(n, 10), "n is " # n; dump "class " # NAME # " " # n; }
def c : Checked<5>;
assert !isa<Checked>(c), "it is";
multiclass M<int n> { assert !gt(n, 0), "positive"; dump "multiclass " # n; def x : Checked<n>; }
defm m : M<3>;
dump "top";
dump c;
