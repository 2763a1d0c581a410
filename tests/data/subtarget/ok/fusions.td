// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def : WriteRes<WriteALU, []>;
def : WriteRes<WriteLoad, []>;
def : ReadAdvance<ReadALU, 0>;
}
// A fusion is a feature too.
def TuneLoads : Fusion<"loads", "HasLoads", "Fuse loads", []>;
def TuneAdds : Fusion<"adds", "HasAdds", "Fuse additions", []>;
