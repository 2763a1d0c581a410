// ARGS: --diagnostic-format=rich --gen-dag-isel -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"
multiclass Add<list<dag> pattern> {
  def NAME : LongInst<63, (outs GPR:$rd), (ins GPR:$rs), "bad\t$rd, $rs"> {
    let Pattern = pattern;
  }
}

defm BAD : Add<[(set GPR:$rd, (add GPR:$rs, GPR:$rt))]>;
