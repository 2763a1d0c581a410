// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
foreach i = 0-319 in
def F#i : SubtargetFeature<"f"#i, "HasF"#i, "true", "F">;
