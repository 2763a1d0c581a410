class A<int x>;
def d : A<"text">;
multiclass M<list<int> l> { def x; }
defm m : M<["a"]>;
