// ARGS: --gen-disassembler
include "classes.td"
// WebAssembly has a table for each prefix. Of instructions with one opcode the canonical one is shown,
// or the one with the shortest text.
def WebAssembly : Target;
def label : Operand { let OperandType = "OPERAND_LABEL"; string OperandNamespace = "WebAssembly"; }
class I<bits<32> opcode, string text, dag inputs = (ins)> : Instruction {
  let Namespace = "WebAssembly";
  let AsmString = text;
  let InOperandList = inputs;
  bits<32> Inst = opcode;
  bit StackBased = 1;
  bit IsCanonical = 0;
}
def NOP : I<0x01, "nop">;
def BR : I<0x02, "br $to", (ins label:$to)>;
def BR_LONGER : I<0x02, "br_longer $to", (ins label:$to)>;
def CALL : I<0x03, "call $to, $with", (ins label:$to, label:$with)> { let IsCanonical = 1; }
def CALLX : I<0x03, "c", (ins label:$to)>;
def ADD : I<0xfd07, "add", (ins imm:$x)>;
def ADD_REGISTERS : I<0xfd07, "add $x, $y", (ins imm:$x, imm:$y)> { let StackBased = 0; }
def NO_OPCODE : I<-1, "none">;
