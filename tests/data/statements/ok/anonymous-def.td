// A `def` without a name makes a record that is numbered among the anonymous ones (ProgRef, "def").
class P<int n> {
  int v = n;
}
def : P<1>;
def named : P<2>;
def : P<3>;
