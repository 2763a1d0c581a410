// `NAME` is known in classes and multiclasses, not in the body of a `def`.
class A {
  int x = 1;
}
def d : A {
  A a = !cast<A>(NAME);
  int y = a.x;
}
