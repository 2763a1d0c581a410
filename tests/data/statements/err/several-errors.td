// Evaluation goes on after an error, and does not report the use of what an error left undefined.
def a : Missing;
def b {
  int x = undefined;
  string y = 5;
}
class C<int n> : AlsoMissing {
  int v = n;
}
def c : C<1>;
def d {
  C c = a;
}
