// The class of X86's instructions, with the numbers that their fields have in X86's description.
include "classes.td"

def X86 : Target;
class X86Inst<bits<8> opcode, bits<7> form, dag outputs = (outs), dag inputs = (ins)>
    : Instruction {
  let Namespace = "X86";
  let OutOperandList = outputs;
  let InOperandList = inputs;
  bits<8> Opcode = opcode;
  bits<7> FormBits = form;
  bits<2> OpSizeBits = 0;
  bits<2> AdSizeBits = 0;
  bits<3> OpPrefixBits = 0;
  bits<4> OpMapBits = 0;
  bits<2> OpEncBits = 0;
  bits<2> explicitOpPrefixBits = 0;
  bits<7> CD8_Scale = 0;
  bit ForceDisassemble = 0;
  bit hasREX_W = 0;
  bit IgnoresW = 0;
  bit hasVEX_4V = 0;
  bit hasVEX_L = 0;
  bit ignoresVEX_L = 0;
  bit hasEVEX_K = 0;
  bit hasEVEX_Z = 0;
  bit hasEVEX_L2 = 0;
  bit hasEVEX_B = 0;
  bit hasEVEX_NF = 0;
}
// Forms.
defvar RawFrm = 1;
defvar AddRegFrm = 2;
defvar MRMDestMem = 24;
defvar MRMSrcMem = 25;
defvar MRM0m = 32;
defvar MRMSrcReg = 41;
defvar MRM0r = 48;
defvar MRM_C1 = 65;

foreach name = ["GR8", "GR32", "GR64", "VR128X", "VR512", "VK16WM"] in def name : RegisterClass;
foreach name = ["i8imm", "i32imm", "i32mem", "f512mem", "strangemem8"] in def name : Operand;
