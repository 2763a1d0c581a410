// `#` joins strings; numbers are written as decimals, and a name on its right is that name
// (ProgRef, "The paste operator").
class S<string s> {
  string v = s;
}
defvar n = 3;
def values {
  string strings = "a" # "b";
  string number = "q" # 0x10 # "r";
  string name = "x"#n;
}
multiclass M<string p> {
  def p#NAME : S<NAME#p>;
  def _#p# : S<p>;
}
defm top : M<"in">;
