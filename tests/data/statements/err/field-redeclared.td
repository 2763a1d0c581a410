// A field is declared again only with a type that takes its value: bits that differ in number are an
// error, and so are bits for a string (ProgRef, "class").
class Base {
  bits<5> imm;
  bits<5> same = 3;
  string text;
}
def in_def : Base {
  bits<12> imm;
  let imm = 4000;
}
class SameBody {
  bits<5> imm;
  bits<12> imm;
}
class OtherKind : Base { bits<3> text; }
class Other { bits<6> imm; }
def two_parents : Base, Other;
let same = 4 in def in_let : Base { bits<6> same; }
def after_let : Base {
  let imm = 1;
  bits<6> imm;
}
foreach i = [1] in def loop # i : Base { bits<7> imm; }
multiclass M { def _a : Base { bits<8> imm; } }
defm m : M;
multiclass N { def _b : Base; }
defm n : N, Other;
