// ARGS: --gen-fast-isel -I ../instr-info/opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// An operation on registers and constants becomes an instruction with the same operands. Of several
// instructions, that of the largest pattern is tried first; one without a condition is the last.

def HasFast : Predicate<"Subtarget->hasFast()">;
def HasWide : Predicate<"Subtarget->hasWide()">;
def simm8 : ImmLeaf<i32, [{return isInt<8>(Imm);}]>;

def OR : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (or GPR:$rs, GPR:$rt))]>;
let Predicates = [HasWide, HasFast], AddedComplexity = 1 in
def ORF : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (or GPR:$rs, GPR:$rt))]>;
def ORI : Inst<(outs GPR:$rd), (ins GPR:$rs, i32imm:$i),
                [(set GPR:$rd, (or GPR:$rs, (i32 imm:$i)))]>;
def OR8 : Inst<(outs GPR:$rd), (ins GPR:$rs, i32imm:$i),
                [(set GPR:$rd, (or GPR:$rs, simm8:$i))]>;
// One factor is always read from R0.
let Uses = [R0], Defs = [R0] in
def MUL : Inst<(outs GPR:$rd), (ins GPR:$rs), [(set GPR:$rd, (mul R0, GPR:$rs))]>;
def LI : Inst<(outs GPR:$rd), (ins i32imm:$i), [(set GPR:$rd, (i32 imm:$i))]>;
def CVT : Inst<(outs FPR:$rd), (ins GPR:$rs), [(set FPR:$rd, (f32 (sint_to_fp GPR:$rs)))]>;
def JMP : Inst<(outs), (ins GPR:$rs), [(brind GPR:$rs)]>;

// Not for the fast selector: the operands in another order, two instructions, and one that says so.
def RDIV : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (sdiv GPR:$rt, GPR:$rs))]>;
def : Pat<(sdiv GPR:$a, GPR:$b), (RDIV (OR GPR:$b, GPR:$b), GPR:$a)>;
let FastISelShouldIgnore = true in
def DIV : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (sdiv GPR:$rs, GPR:$rt))]>;
