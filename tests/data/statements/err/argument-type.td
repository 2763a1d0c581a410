// An argument has the type of its parameter, for classes and for multiclasses (ProgRef, "class").
class A<int x> {
  int v = x;
}
def d : A<"text">;
multiclass M<list<int> l> {
  def x : A<!size(l)>;
}
defm m : M<["a"]>;
