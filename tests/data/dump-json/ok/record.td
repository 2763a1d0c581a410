// ARGS: --dump-json
class Base;
class Register<int n> : Base {
  int Number = n;
  bits<2> Bits = { 0, ? };
  field string Note = ?;
  code Text = [{"x"}];
}
def op;
def R1 : Register<1> {
  dag Set = (op R1:$self, 3, [true]);
}
