//===- sample.td - every statement ------------------------------*- tablegen -*-===//
#ifndef SAMPLE_TD
#define SAMPLE_TD

include "base.td"

/* a comment
   of two lines */
class Reg<string n, int width = 8> : Base<n> {
  field bits<4> Code = {0, 1, ?, b{0}}; // the code
  let Size{3-0} = 0b0101;
  list<int> Counts = [1, 2, 3,];
  code Body = [{
    return 1;  }
  }];
  defvar double = !mul(width, 2);
  assert !lt(width, 64), "too wide: " # width;
#ifdef WIDE
  int Wide = 1;
#else
  int Wide = 0;
#endif
}

deftype Regs = list<Reg>;
defvar pattern = (set i32:$a, (add $b, -1));
let Namespace = "T", prepend Names = ["x"] in {
foreach i = {0-3, 5} in
  def R#i : Reg<"r" # i, width = 16>;
}
multiclass Pair<dag ops = (outs)> {
  def _a : Reg<NAME # "a">;
  defm b : Other<!foldl(0, [1, 2], acc, x, !add(acc, x))>;
}
defset list<Reg> All = {
  defm P : Pair, Base;
}
if !eq(All[0].Code, 1) then {
  dump "one";
} else
  dump !cond(true: "other");
def tail : Reg<!cast<string>(!foreach(x, [1], !switch(x, 1: 2, 3)))
#ifdef MORE
  , 4
#else
  , 8
#endif
>;
#endif // SAMPLE_TD
