// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def : WriteRes<WriteALU, []>;
def : WriteRes<WriteLoad, []>;
def : ReadAdvance<ReadALU, 0>;
}
def Wide : HwMode<"+wide", []>;
def Odd : HwMode<"+odd,-wide", []>;
def : ValueTypeByHwMode<[DefaultMode, Wide], [i32, i64]>;
def : RegInfoByHwMode<[Wide, Odd], [RegInfo<64, 64, 64>, RegInfo<32, 32, 32>]>;
