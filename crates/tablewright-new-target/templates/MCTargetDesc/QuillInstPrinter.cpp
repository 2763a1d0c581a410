// The printer of instructions.
#include "QuillInstPrinter.h"
#include "QuillMCTargetDesc.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
using namespace llvm;
#define DEBUG_TYPE "asm-printer"
#define PRINT_ALIAS_INSTR
#include "QuillGenAsmWriter.inc"

void QuillInstPrinter::printRegName(raw_ostream &O, MCRegister Reg) const { //@19
void QuillInstPrinter::printRegName(raw_ostream &O, MCRegister Reg) { //@22
  O << getRegisterName(Reg QUILL_ALT_ARGUMENT);
}
void QuillInstPrinter::printInst(const MCInst *MI, uint64_t Address, StringRef Annot,
                                 const MCSubtargetInfo &STI, raw_ostream &O) {
  if (!PrintAliases || !printAliasInstr(MI, Address, STI, O))
    printInstruction(MI, Address, STI, O);
  printAnnotation(O, Annot);
}
void QuillInstPrinter::printOperand(const MCInst *MI, unsigned N, const MCSubtargetInfo &, raw_ostream &O) {
  const MCOperand &Op = MI->getOperand(N);
  if (Op.isReg())
    printRegName(O, Op.getReg());
  else if (Op.isImm())
    O << formatImm(Op.getImm());
  else
    Op.getExpr()->print(O, &MAI); //@19
    MAI.printExpr(O, *Op.getExpr()); //@22
}
void QuillInstPrinter::printBranch(const MCInst *MI, uint64_t Address, unsigned N, const MCSubtargetInfo &STI,
                                   raw_ostream &O) {
  const MCOperand &Op = MI->getOperand(N);
  if (Op.isImm() && PrintBranchImmAsAddress)
    O << formatHex((Address + Op.getImm()) & maskTrailingOnes<uint64_t>(8 * QUILL_WORD_BYTES));
  else
    printOperand(MI, N, STI, O);
}
void QuillInstPrinter::printCond(const MCInst *MI, unsigned N, const MCSubtargetInfo &, raw_ostream &O) {
  O << Quill::CondNames[MI->getOperand(N).getImm()];
}
