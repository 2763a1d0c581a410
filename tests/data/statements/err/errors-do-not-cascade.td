// What was given up after an error stays silent: the fields that a class would have had, names that a
// statement would have defined, values and assertions that depend on them. Other errors are reported.
class Format<bits<6> opcode> {
  bits<32> Inst = 0;
  int Size = "four";
  let Inst{40-35} = opcode;
  let Missing = 1;
  string Name = !strconcat("n", Size);
}
class Add<bits<6> opcode> : Format<opcode> {
  bits<3> rd;
  let Inst{2-0} = rd;
  int Bits = !mul(Size, 8);
  assert !eq(Bits, 32), "four bytes";
  let Unknown = 2;
}
def ADD : Add<1> { let Inst{5-3} = 1; let Missing = 2; }
def SUB : Add<2> { let Size = 2; }

class Lost : Nowhere { int known = 1; }
class AlsoLost<Lost base> : Lost {
  let from_nowhere = base.other_field;
  int copy = field_of_nowhere;
  let known = "one";
}
def lost : AlsoLost<lost_too>;
def lost_too : Lost;
def uses { int a = lost.anything; Nowhere b = lost; list<Nowhere> c = [lost]; }

foreach i = [1, 2] in {
  def X # i : Nowhere;
  def Y # i { int y = !div(1, 0); }
}
def uses_loop { list<Lost> xs = [X1, X2]; int y = Y1.y; }

multiclass M<int n> {
  def _a : Nowhere;
  def _b { int v = n; }
  def _c { int v = !tail(n); }
}
defm m : M<1>;
defm : Nothing;
defm o : Nothing;
def uses_multiclass { int b = m_b.v; int c = m_c.v; int o = o_x.v; }
def uses_cast { Lost c = !cast<Lost>("o_x"); }
