// A record is defined once; where a `defm` defines it again, the multiclass is named (ProgRef,
// "def").
class A;
def d : A;
def d : A;
multiclass M {
  def d;
}
defm "" : M;
