class A<int n> { assert !lt(n, 3), "n is " # n; }
multiclass M<int n> { def x : A<n>; }
def fine : A<1>;
defm d : M<7>;
assert 0, "never";
assert "text", "no condition";
