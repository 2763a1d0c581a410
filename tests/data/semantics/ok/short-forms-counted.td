// ARGS: --gen-semantics -semantics-layout=counted -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
include "classes.td"
// A complex pattern with arguments is an operation on them.
def sum : ComplexPattern<i32, 2, "selectSum">;
def LEA : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add (sum GPR:$a, GPR:$b), 1))]>;
// A sign extension in a register extends a narrower value.
def SEXT : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sext_inreg GPR:$a, i8))]>;
// A short form does the same as its long form: with the same operands, a fixed register, a number.
class CompressPat<dag input, dag output> {
  dag Input = input;
  dag Output = output;
  bit isCompressOnly = false;
}
class Sized<int bytes, dag outs, dag ins, list<dag> pattern> : I<outs, ins, pattern> { int Size = bytes; }
def ADD : Sized<4, (outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;
def ADDI : Sized<4, (outs GPR:$d), (ins GPR:$a, word:$n), [(set GPR:$d, (add GPR:$a, word:$n))]>;
def tiny : Operand<i32> { let OperandType = "OPERAND_IMMEDIATE"; }
def C_ADD : Sized<2, (outs GPR:$x), (ins GPR:$old, GPR:$y), []> { let Constraints = "$x = $old"; }
def C_ADDI : Sized<2, (outs), (ins tiny:$n), []>;
def C_INC : Sized<2, (outs GPR:$x), (ins GPR:$y), []>;
// Its own pattern is taken.
def C_OWN : Sized<2, (outs GPR:$x), (ins GPR:$y), [(set GPR:$x, (add GPR:$y, 7))]>;
def : CompressPat<(ADD GPR:$r, GPR:$r, GPR:$s), (C_ADD GPR:$r, GPR:$s)>;
def : CompressPat<(ADDI R1, R1, tiny:$n), (C_ADDI tiny:$n)>;
def : CompressPat<(ADDI GPR:$r, GPR:$s, 1), (C_INC GPR:$r, GPR:$s)>;
def : CompressPat<(ADDI GPR:$r, GPR:$s, 7), (C_OWN GPR:$r, GPR:$s)>;
