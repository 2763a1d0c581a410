// TOY: gen-register-info gen-instr-info gen-subtarget gen-emitter gen-asm-writer gen-compress-inst-emitter
// RELEASES: 19 22 23
// The example target at work: its registers and CPUs, and its instructions encoded, shortened and
// printed.
#include "target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCTargetOptions.h"

using namespace llvm;

#define GET_REGINFO_ENUM
#include "gen-register-info.inc"

#define GET_INSTRINFO_ENUM
#include "gen-instr-info.inc"

#define GET_REGINFO_MC_DESC
#include "gen-register-info.inc"

#define GET_SUBTARGETINFO_ENUM
#include "gen-subtarget.inc"

#define GET_SUBTARGETINFO_MC_DESC
#include "gen-subtarget.inc"

#define GET_INSTRINFO_MC_DESC
#define GET_INSTRINFO_OPERAND_ENUM
#define GET_INSTRINFO_NAMED_OPS
#define GET_INSTRMAP_INFO
#include "gen-instr-info.inc"

#define GEN_COMPRESS_INSTR
#define GEN_UNCOMPRESS_INSTR
#include "gen-compress-inst-emitter.inc"

// The encoder that the generated function is a member of.
namespace {
class ToyMCCodeEmitter {
  const MCRegisterInfo &Registers;

  [[noreturn]] static void reportUnsupportedInst(const MCInst &) {
    report_fatal_error("no such instruction");
  }

  unsigned getMachineOpValue(const MCInst &MI, const MCOperand &MO,
                             SmallVectorImpl<MCFixup> &Fixups,
                             const MCSubtargetInfo &STI) const {
    return MO.isReg() ? Registers.getEncodingValue(MO.getReg()) : MO.getImm();
  }
  unsigned getMemEncoding(const MCInst &MI, unsigned OpNo,
                          SmallVectorImpl<MCFixup> &Fixups,
                          const MCSubtargetInfo &STI) const {
    return Registers.getEncodingValue(MI.getOperand(OpNo).getReg()) << 16 |
           (MI.getOperand(OpNo + 1).getImm() & 0xffff);
  }
  unsigned getBranchEncoding(const MCInst &MI, unsigned OpNo,
                             SmallVectorImpl<MCFixup> &Fixups,
                             const MCSubtargetInfo &STI) const {
    return MI.getOperand(OpNo).getImm() / 2;
  }

public:
  explicit ToyMCCodeEmitter(const MCRegisterInfo &Registers) : Registers(Registers) {}
  uint64_t getBinaryCodeForInstr(const MCInst &MI, SmallVectorImpl<MCFixup> &Fixups,
                                 const MCSubtargetInfo &STI) const;
};

// The printer that the generated functions are members of.
class ToyInstPrinter : public MCInstPrinter {
  void printOperand(const MCInst *MI, unsigned OpNo, const MCSubtargetInfo &STI,
                    raw_ostream &O) {
    const MCOperand &MO = MI->getOperand(OpNo);
    if (MO.isReg())
      O << getRegisterName(MO.getReg(), Toy::NoRegAltName);
    else
      O << MO.getImm();
  }
  void printMemOperand(const MCInst *MI, unsigned OpNo, const MCSubtargetInfo &STI,
                       raw_ostream &O) {
    printOperand(MI, OpNo + 1, STI, O);
    O << '(';
    printOperand(MI, OpNo, STI, O);
    O << ')';
  }
  void printBranchTarget(const MCInst *MI, uint64_t Address, unsigned OpNo,
                         const MCSubtargetInfo &STI, raw_ostream &O) {
    O << Address + MI->getOperand(OpNo).getImm();
  }

public:
  using MCInstPrinter::MCInstPrinter;
#if LLVM_VERSION_MAJOR >= 22
  std::pair<const char *, uint64_t> getMnemonic(const MCInst &MI) const override;
#else
  std::pair<const char *, uint64_t> getMnemonic(const MCInst *MI) override;
#endif
  void printInstruction(const MCInst *MI, uint64_t Address, const MCSubtargetInfo &STI,
                        raw_ostream &O);
  bool printAliasInstr(const MCInst *MI, uint64_t Address, const MCSubtargetInfo &STI,
                       raw_ostream &OS);
  void printCustomAliasOperand(const MCInst *MI, uint64_t Address, unsigned OpIdx,
                               unsigned PrintMethodIdx, const MCSubtargetInfo &STI,
                               raw_ostream &OS);
  static const char *getRegisterName(MCRegister Reg, unsigned AltIdx);

  void printInst(const MCInst *MI, uint64_t Address, StringRef Annotation,
                 const MCSubtargetInfo &STI, raw_ostream &O) override {
    if (!printAliasInstr(MI, Address, STI, O))
      printInstruction(MI, Address, STI, O);
  }
};
} // namespace

#include "gen-emitter.inc"

#define PRINT_ALIAS_INSTR
#include "gen-asm-writer.inc"

static std::unique_ptr<MCSubtargetInfo> subtarget(StringRef CPU, StringRef Features = "") {
  return std::unique_ptr<MCSubtargetInfo>(
      createToyMCSubtargetInfoImpl(Triple("toy"), CPU, CPU, Features));
}

static void registers(const MCRegisterInfo &R) {
  EXPECT(R.getSubReg(Toy::P1, Toy::sub_lo) == Toy::R2);
  EXPECT(R.getSubReg(Toy::P1, Toy::sub_hi) == Toy::R3);
  EXPECT(R.regsOverlap(Toy::P2, Toy::R5) && !R.regsOverlap(Toy::P2, Toy::R6));
  EXPECT(R.getEncodingValue(Toy::P2) == 4 && R.getDwarfRegNum(Toy::R6, false) == 6);
  EXPECT(!R.getRegClass(Toy::GPRNoSPRegClassID).contains(Toy::R6));
  EXPECT(std::string(ToyInstPrinter::getRegisterName(Toy::R6, Toy::ABIName)) == "sp");
  EXPECT(std::string(ToyInstPrinter::getRegisterName(Toy::P0, Toy::NoRegAltName)) == "r0:1");
}

static void subtargets() {
  auto Small = subtarget("toy1"), Large = subtarget("toy2");
  EXPECT(!Small->hasFeature(Toy::FeatureMul) && Large->hasFeature(Toy::FeatureMul));
  EXPECT(subtarget("toy1", "+short")->hasFeature(Toy::FeatureShort));
  EXPECT(Large->getSchedModel().IssueWidth == 2 && !Small->getSchedModel().hasInstrSchedModel());
}

static void instructions() {
  MCInstrInfo II;
  InitToyMCInstrInfo(&II);
  EXPECT(II.getName(Toy::C_ADDI) == "C_ADDI" && II.get(Toy::C_ADDI).getSize() == 2);
  // An address is a register and a number.
  EXPECT(II.get(Toy::LDP).mayLoad() && II.get(Toy::LDP).getNumOperands() == 3);
  EXPECT(II.get(Toy::LDP).operands()[0].RegClass == Toy::PAIRRegClassID);
  EXPECT(II.get(Toy::BLT).hasImplicitDefOfPhysReg(Toy::FLAGS));
  EXPECT(Toy::getNamedOperandIdx(Toy::STP, Toy::OpName::addr) == 1);
  EXPECT(Toy::getNamedOperandIdx(Toy::ADD, Toy::OpName::addr) == -1);
  EXPECT(Toy::getShortOpcode(Toy::ADDI) == Toy::C_ADDI);
  EXPECT(Toy::getShortOpcode(Toy::ANDI) == -1);
}

static void encodings(const MCRegisterInfo &R) {
  using namespace Toy;
  ToyMCCodeEmitter Emitter(R);
  auto STI = subtarget("toy2");
  auto Code = [&](const MCInst &MI) {
    SmallVector<MCFixup, 2> Fixups;
    return Emitter.getBinaryCodeForInstr(MI, Fixups, *STI);
  };
  EXPECT(Code(inst(ADD, {reg(R1), reg(R2), reg(R3)})) == 0x00a60000);
  EXPECT(Code(inst(ADDI, {reg(R1), reg(R2), imm(-1)})) == 0x20a0ffff);
  EXPECT(Code(inst(MUL, {reg(P1), reg(R0), reg(R1)})) == 0x2d020000);
  EXPECT(Code(inst(LDW, {reg(R0), reg(R6), imm(4)})) == 0x40600004);
  EXPECT(Code(inst(STP, {reg(P2), reg(R6), imm(-4)})) == 0x4e60fffc);
  EXPECT(Code(inst(BNE, {reg(R1), reg(R2), imm(16)})) == 0x64140008);
  EXPECT(Code(inst(JR, {reg(R7)})) == 0x84700000);
  EXPECT(Code(inst(C_ADDI, {reg(R5), reg(R5), imm(-1)})) == 0x0d1f);
}

static void shortening() {
  auto Small = subtarget("toy1"), Large = subtarget("toy2");
  MCInst Short, Long;
  const MCInst Fits = inst(Toy::ADDI, {reg(Toy::R5), reg(Toy::R5), imm(-16)});
  EXPECT(compressInst(Short, Fits, *Large) && Short.getOpcode() == Toy::C_ADDI);
  EXPECT(uncompressInst(Long, Short, *Large) && Long.getOpcode() == Toy::ADDI);
  EXPECT(Long.getNumOperands() == 3 && Long.getOperand(2).getImm() == -16);
  EXPECT(!compressInst(Short, Fits, *Small));
  EXPECT(!compressInst(Short, inst(Toy::ADDI, {reg(Toy::R5), reg(Toy::R5), imm(16)}), *Large));
  EXPECT(!compressInst(Short, inst(Toy::ADDI, {reg(Toy::R5), reg(Toy::R4), imm(1)}), *Large));
}

static void printing(const MCRegisterInfo &R) {
  using namespace Toy;
#if LLVM_VERSION_MAJOR >= 23
  MCAsmInfo MAI{MCTargetOptions()};
#else
  MCAsmInfo MAI;
#endif
  MCInstrInfo MII;
  ToyInstPrinter Printer(MAI, MII, R);
  auto Small = subtarget("toy1"), Large = subtarget("toy2");
  auto Text = [&](const MCInst &MI, const MCSubtargetInfo &STI) {
    std::string Text;
    raw_string_ostream O(Text);
    Printer.printInst(&MI, 1000, "", STI, O);
    return Text;
  };
  EXPECT(Text(inst(ADD, {reg(R1), reg(R2), reg(R3)}), *Large) == "\tadd\tr1, r2, r3");
  EXPECT(Text(inst(LDW, {reg(R0), reg(R6), imm(4)}), *Large) == "\tldw\tr0, 4(r6)");
  EXPECT(Text(inst(BEQ, {reg(R1), reg(R2), imm(-8)}), *Large) == "\tbeq\tr1, r2, 992");
  EXPECT(Text(inst(C_ADDI, {reg(R5), reg(R5), imm(-1)}), *Large) == "\tc.addi\tr5, -1");
  // Aliases, the more special one first.
  EXPECT(Text(inst(ADDI, {reg(R0), reg(R0), imm(0)}), *Large) == "\tnop");
  EXPECT(Text(inst(ADDI, {reg(R1), reg(R2), imm(0)}), *Large) == "\tmv\tr1, r2");
  EXPECT(Text(inst(ADDI, {reg(R1), reg(R2), imm(7)}), *Large) == "\taddi\tr1, r2, 7");
  const MCInst Square = inst(MUL, {reg(P0), reg(R2), reg(R2)});
  EXPECT(Text(Square, *Large) == "\tsq\tr0:1, r2");
  EXPECT(Text(Square, *Small) == "\tmul\tr0:1, r2, r2");
  EXPECT(Text(inst(MUL, {reg(P0), reg(R2), reg(R3)}), *Large) == "\tmul\tr0:1, r2, r3");
}

int main() {
  MCRegisterInfo R;
  InitToyMCRegisterInfo(&R, Toy::R7);
  registers(R);
  subtargets();
  instructions();
  encodings(R);
  shortening();
  printing(R);
}
