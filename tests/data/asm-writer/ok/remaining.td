// ARGS: --gen-asm-writer
// Instructions whose steps do not fit into 64 bits: each step divides the four in another way.
include "classes.td"
include "toy.inc"
def Toy : Target;

class Text<string pair> {
  string text = !foldl("", !range(0, 33), all, i, all # pair);
}
foreach name = ["A", "B", "C", "D"] in {
  defvar pair = !cond(!eq(name, "A"): "$x$x", !eq(name, "B"): "$x$y",
                      !eq(name, "C"): "$y$x", true: "$y$y");
  def name : I<(outs), (ins GPR:$x, GPR:$y), "i " # Text<pair>.text # " $x">;
  def name#n : I<(outs), (ins GPR:$x, GPR:$y), "i " # Text<pair>.text # " $y">;
}
