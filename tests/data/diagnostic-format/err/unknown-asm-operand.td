// ARGS: --diagnostic-format=rich --gen-asm-writer -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"
class Move<int opcode, dag outputs, dag inputs, string assembly>
    : LongInst<opcode, outputs, inputs, assembly>;

def BAD : Move<63, (outs GPR:$rd), (ins GPR:$source),
               "bad\t$rd, $sorce">;
