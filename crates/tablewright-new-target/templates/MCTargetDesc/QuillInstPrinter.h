// The printer of instructions. Most of it is generated from the assembly strings.
#ifndef QUILL_INSTPRINTER_H
#define QUILL_INSTPRINTER_H
#include "QuillMCTargetDesc.h"
#include "llvm/MC/MCInstPrinter.h"
namespace llvm {
class QuillInstPrinter : public MCInstPrinter {
public:
  using MCInstPrinter::MCInstPrinter;
  std::pair<const char *, uint64_t> getMnemonic(const MCInst *MI) override; //@19
  std::pair<const char *, uint64_t> getMnemonic(const MCInst &MI) const override; //@22
  void printInstruction(const MCInst *MI, uint64_t Address, const MCSubtargetInfo &STI, raw_ostream &O);
  bool printAliasInstr(const MCInst *MI, uint64_t Address, const MCSubtargetInfo &STI, raw_ostream &O);
  void printCustomAliasOperand(const MCInst *MI, uint64_t Address, unsigned OpIdx, unsigned PrintMethodIdx,
                               const MCSubtargetInfo &STI, raw_ostream &O);
  static const char *getRegisterName(MCRegister Reg QUILL_ALT_PARAMETER);
  void printRegName(raw_ostream &O, MCRegister Reg) const override; //@19
  void printRegName(raw_ostream &O, MCRegister Reg) override; //@22
  void printInst(const MCInst *MI, uint64_t Address, StringRef Annot, const MCSubtargetInfo &STI,
                 raw_ostream &O) override;
  // Called by the generated printer for operands: printOperand, or the PrintMethod of the operand.
  void printOperand(const MCInst *MI, unsigned N, const MCSubtargetInfo &STI, raw_ostream &O);
  void printBranch(const MCInst *MI, uint64_t Address, unsigned N, const MCSubtargetInfo &STI, raw_ostream &O);
  void printCond(const MCInst *MI, unsigned N, const MCSubtargetInfo &STI, raw_ostream &O);
};
} // namespace llvm
#endif
