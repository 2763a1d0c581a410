// ARGS: --release 22
// A shift is by 0 to 63 bits (ProgRef, Appendix A).
class A<int n> { int shl = !shl(1, n); }
def negative { int n = !srl(1, -1); }
def tooFar { int n = !sra(1, 64); }
foreach i = [0, 63, 64] in
  def a#i : A<i>;
