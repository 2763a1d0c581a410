// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// Patterns of instructions: results, memory, side effects, a register that is changed besides.
include "classes.td"

def cmp : SDNode<"TISD::CMP", SDTypeProfile<0, 2, [SDTCisSameAs<0, 1>]>, [SDNPOutGlue]>;
def br : SDNode<"TISD::BR", SDTypeProfile<0, 1, []>, [SDNPHasChain, SDNPInGlue]>;
def call : SDNode<"TISD::CALL", SDTypeProfile<0, 1, [SDTCisPtrTy<0>]>,
                  [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue, SDNPVariadic]>;

def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (sub GPR:$a, GPR:$b))]>;
def LD : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (ld GPR:$a))]>;
def ST : I<(outs), (ins GPR:$v, GPR:$a), [(st GPR:$v, GPR:$a)]>;
def TRAP : I<(outs), (ins), [(trap)]>;
def MOVFI : I<(outs FPR:$d), (ins GPR:$a), [(set FPR:$d, (bitconvert GPR:$a))]>;
def CMP : I<(outs), (ins GPR:$a, GPR:$b), [(cmp GPR:$a, GPR:$b)]>;
def BR : I<(outs), (ins GPR:$a), [(br GPR:$a)]>;
def CALL : I<(outs), (ins GPR:$a), [(call GPR:$a)]>;
let Defs = [CC] in
def SUBCC : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, CC, (sub GPR:$a, 300))]>;
def ADDR0 : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR:$a, R0))]>;
