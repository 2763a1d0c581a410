// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A class of operands says how they are checked, added, parsed and complained about.
include "toy.inc"
def Imm16 : Class<"Imm16"> { let DiagnosticType = "InvalidImm16"; }
def Imm8 : Class<"Imm8"> {
  let SuperClasses = [Imm16];
  let PredicateMethod = "fitsByte";
  let RenderMethod = "addByte";
  let DiagnosticString = "expected a byte";
}
def Other : Class<"Other"> { let ParserMethod = "parseOther"; }
def Imm4 : Class<"Imm4"> { let SuperClasses = [Imm8, Other]; }
class Op<AsmOperandClass ofClass> : Operand<i16> { let ParserMatchClass = ofClass; }
def imm16 : Op<Imm16>;
def imm8 : Op<Imm8>;
def imm4 : Op<Imm4>;
def other : Op<Other>;
def LowOrName : RegisterOperand<Low> { let ParserMatchClass = Other; }
def L16 : I<(outs GPR:$d), (ins imm16:$i), "ld $d, $i">;
def L8 : I<(outs GPR:$d), (ins imm8:$i), "ld $d, $i">;
def L4 : I<(outs GPR:$d), (ins imm4:$i), "ld $d, $i">;
def LO : I<(outs GPR:$d), (ins other:$i), "ld $d, $i">;
def LR : I<(outs LowOrName:$d), (ins LowOrName:$i), "mov $d, $i">;
def Toy : Target;
