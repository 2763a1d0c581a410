// ARGS: --gen-x86-mnemonic-tables --asmwriternum=1
include "../support/instructions.inc"
def Toy : Target;
class X86Inst : Instruction {
  bits<7> FormBits = 1;
  bit ForceDisassemble = false;
  bit isAsmParserOnly = false;
  string AsmVariantName = "";
}
def X : X86Inst;
