// ARGS: --diagnostic-format=rich --gen-emitter -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"
def BAD : LongInst<63, (outs), (ins GPR:$source), "bad\t$source"> {
  bits<3> sorce;
  let Inst{22-20} = sorce;
}
