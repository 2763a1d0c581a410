// ARGS: --diagnostic-format=rich --gen-dag-isel -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "ToyDSP.td"
def BAD : LongInst<63, (outs GPR:$rd), (ins GPR:$rs, ACC:$acc), "bad\t$rd, $rs, $acc"> {
  let Pattern = [(set GPR:$rd, (add GPR:$rs, ACC:$acc))];
}
