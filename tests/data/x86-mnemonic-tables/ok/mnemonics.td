// ARGS: --gen-x86-mnemonic-tables -asmwriternum=1
include "../support/instructions.inc"
// Instructions are told by the mnemonic that the writer's dialect has for them.
def IntelWriter : AsmWriter { let Variant = 1; }
def X86 : Target { let AssemblyWriters = [DefaultWriter, IntelWriter]; }

class X86Inst<string assembly> : Instruction {
  let AsmString = assembly;
  bits<7> FormBits = 1;
  bit ForceDisassemble = false;
  bit isAsmParserOnly = false;
  string AsmVariantName = "";
}
def ADD32rr : X86Inst<"add{l}\t{$src, $dst|$dst, $src}">;
def ADD64rr : X86Inst<"add{q}\t{$src, $dst|$dst, $src}">;
def JCC_1 : X86Inst<"j${cond}\t$dst">;
def MOVSD : X86Inst<"{movsl\t$src|movsd\t$src}">;
def CODEGEN : X86Inst<"codegen"> { let isCodeGenOnly = true; }
def FORCED : X86Inst<"forced"> { let isCodeGenOnly = true; let ForceDisassemble = true; }
def PARSED : X86Inst<"parsed"> { let isAsmParserOnly = true; }
def UNPARSED : X86Inst<"unparsed"> { let AsmVariantName = "NonParsable"; }
def PSEUDO : X86Inst<"pseudo"> { let FormBits = 0; }
def LOCK_PREFIX : X86Inst<"lock"> { let FormBits = 10; }
def OTHER : Instruction;
