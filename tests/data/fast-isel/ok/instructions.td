// ARGS: --gen-fast-isel -I ../instr-info/opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// An operation on registers and constants becomes an instruction with the same operands. Of several
// instructions, that of the largest pattern is tried first; one without a condition is the last.

def HasFast : Predicate<"Subtarget->hasFast()">;
def HasWide : Predicate<"Subtarget->hasWide()">;
def simm8 : ConstantLeaf<i32, [{return isInt<8>(Imm);}]>;

def ADD : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (add GPR:$rs, GPR:$rt))]>;
let Predicates = [HasWide, HasFast], AddedComplexity = 1 in
def ADDF : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (add GPR:$rs, GPR:$rt))]>;
def ADDI : Inst<(outs GPR:$rd), (ins GPR:$rs, simm16:$i),
                [(set GPR:$rd, (add GPR:$rs, (i32 imm:$i)))]>;
def ADD8 : Inst<(outs GPR:$rd), (ins GPR:$rs, simm16:$i),
                [(set GPR:$rd, (add GPR:$rs, simm8:$i))]>;
// One factor is always read from R0.
let Uses = [R0], Defs = [R0] in
def MUL : Inst<(outs GPR:$rd), (ins GPR:$rs), [(set GPR:$rd, (mul R0, GPR:$rs))]>;
def LI : Inst<(outs GPR:$rd), (ins simm16:$i), [(set GPR:$rd, (i32 imm:$i))]>;
def CVT : Inst<(outs FPR:$rd), (ins GPR:$rs), [(set FPR:$rd, (f32 (sint_to_fp GPR:$rs)))]>;
def JMP : Inst<(outs), (ins GPR:$rs), [(brind GPR:$rs)]>;

// Not for the fast selector: the operands in another order, two instructions, and one that says so.
def RSUB : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (sub GPR:$rt, GPR:$rs))]>;
def : Pat<(sub GPR:$a, GPR:$b), (RSUB (ADD GPR:$b, GPR:$b), GPR:$a)>;
let FastISelShouldIgnore = true in
def SUB : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (sub GPR:$rs, GPR:$rt))]>;
