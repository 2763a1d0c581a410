// ARGS: --gen-subtarget
include "toy.inc"

// An alias may have an alias that is known before it.
foreach i = 0-300 in
def A#i : SchedWrite;
let SchedModel = ToyModel in
foreach i = 0-299 in
def Alias#!sub(999, i) : SchedAlias<!cast<SchedWrite>("A"#i), !cast<SchedWrite>("A"#!add(i, 1))>;
def NOP : ToyInst<[A0]>;
let SchedModel = ToyModel in {
def : WriteRes<WriteALU, []>;
def : WriteRes<WriteLoad, []>;
def : WriteRes<A300, []>;
def : ReadAdvance<ReadALU, 0>;
}
