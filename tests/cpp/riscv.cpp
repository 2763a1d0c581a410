// CORPUS: RISCV gen-register-info gen-instr-info gen-subtarget gen-emitter
// RELEASES: 19 22 23
// Asks LLVM about RISC-V as it is generated: registers, instructions, CPUs and encodings.
#include "target.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/MC/MCInstrInfo.h"

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

#include "operand_types.inc"

#define GET_INSTRINFO_MC_DESC
#define GET_INSTRINFO_HEADER
#define GET_INSTRINFO_CTOR_DTOR
#define GET_INSTRINFO_OPERAND_ENUM
#define GET_INSTRINFO_NAMED_OPS
#define GET_INSTRINFO_MC_HELPER_DECLS
#define GET_INSTRINFO_MC_HELPERS
#define GET_AVAILABLE_OPCODE_CHECKER
#define ENABLE_INSTR_PREDICATE_VERIFIER
#include "gen-instr-info.inc"

// The encoder that the generated function is a member of. Operands are numbers here, but for the
// mask of a vector instruction: there is one, or there is none.
namespace {
class RISCVMCCodeEmitter {
  const MCRegisterInfo &Registers;

  unsigned getMachineOpValue(const MCInst &MI, const MCOperand &MO,
                             SmallVectorImpl<MCFixup> &Fixups,
                             const MCSubtargetInfo &STI) const {
    return MO.isReg() ? Registers.getEncodingValue(MO.getReg()) : MO.getImm();
  }
  uint64_t getImmOpValue(const MCInst &MI, unsigned OpNo,
                         SmallVectorImpl<MCFixup> &Fixups,
                         const MCSubtargetInfo &STI) const {
    return MI.getOperand(OpNo).getImm();
  }
  uint64_t getImmOpValueAsr1(const MCInst &MI, unsigned OpNo,
                             SmallVectorImpl<MCFixup> &Fixups,
                             const MCSubtargetInfo &STI) const {
    return MI.getOperand(OpNo).getImm() >> 1;
  }
#if LLVM_VERSION_MAJOR >= 22
  template <unsigned N>
  uint64_t getImmOpValueAsrN(const MCInst &MI, unsigned OpNo, SmallVectorImpl<MCFixup> &,
                             const MCSubtargetInfo &) const {
    return MI.getOperand(OpNo).getImm() >> N;
  }
  // Instructions with these operands are not encoded here.
#define IS_ZERO(NAME)                                                          \
  uint64_t NAME(const MCInst &, unsigned, SmallVectorImpl<MCFixup> &,          \
                const MCSubtargetInfo &) const {                               \
    return 0;                                                                  \
  }
  IS_ZERO(getImmOpValueMinus1)
  IS_ZERO(getImmOpValueSlist)
  IS_ZERO(getImmOpValueZibi)
  IS_ZERO(getRlistS0OpValue)
  IS_ZERO(getYBNDSWImmOpValue)
  [[noreturn]] static void reportUnsupportedInst(const MCInst &) {
    report_fatal_error("no such instruction");
  }
#endif
  unsigned getVMaskReg(const MCInst &MI, unsigned OpNo,
                       SmallVectorImpl<MCFixup> &Fixups,
                       const MCSubtargetInfo &STI) const {
    return MI.getOperand(OpNo).getReg() == RISCV::NoRegister;
  }
  unsigned getRlistOpValue(const MCInst &MI, unsigned OpNo,
                           SmallVectorImpl<MCFixup> &Fixups,
                           const MCSubtargetInfo &STI) const {
    return MI.getOperand(OpNo).getImm();
  }
  unsigned getRegReg(const MCInst &MI, unsigned OpNo,
                     SmallVectorImpl<MCFixup> &Fixups,
                     const MCSubtargetInfo &STI) const {
    return Registers.getEncodingValue(MI.getOperand(OpNo).getReg()) |
           Registers.getEncodingValue(MI.getOperand(OpNo + 1).getReg()) << 5;
  }

public:
  explicit RISCVMCCodeEmitter(const MCRegisterInfo &Registers) : Registers(Registers) {}
  uint64_t getBinaryCodeForInstr(const MCInst &MI, SmallVectorImpl<MCFixup> &Fixups,
                                 const MCSubtargetInfo &STI) const;
};
} // namespace

#include "gen-emitter.inc"

static void registers(const MCRegisterInfo &R) {
  EXPECT(std::string(R.getName(RISCV::X10)) == "X10");
  EXPECT(R.getEncodingValue(RISCV::X31) == 31 && R.getEncodingValue(RISCV::V7) == 7);
  EXPECT(R.getDwarfRegNum(RISCV::F8_D, false) == 40);

  // A double holds a float, and that a half.
  EXPECT(R.getSubReg(RISCV::F8_D, RISCV::sub_32) == RISCV::F8_F);
  EXPECT(R.getSubReg(RISCV::F8_D, RISCV::sub_16) == RISCV::F8_H);
  EXPECT(R.isSuperRegister(RISCV::F8_H, RISCV::F8_D));
  // Groups of vector registers, and tuples of groups.
  EXPECT(R.getSubReg(RISCV::V8M4, RISCV::sub_vrm1_3) == RISCV::V11);
  EXPECT(R.getSubReg(RISCV::V8M4, RISCV::sub_vrm2_1) == RISCV::V10M2);
  EXPECT(R.getSubReg(RISCV::V8M2_V10M2, RISCV::sub_vrm1_2) == RISCV::V10);
  EXPECT(R.regsOverlap(RISCV::V8M8, RISCV::V15) && !R.regsOverlap(RISCV::V8M8, RISCV::V16));

  const MCRegisterClass &Compressed = R.getRegClass(RISCV::GPRCRegClassID);
  EXPECT(Compressed.getNumRegs() == 8 && Compressed.contains(RISCV::X8));
  EXPECT(!Compressed.contains(RISCV::X7));
}

static std::unique_ptr<MCSubtargetInfo> subtarget(StringRef CPU, StringRef Features) {
  Triple TT("riscv64-unknown-unknown");
  return std::unique_ptr<MCSubtargetInfo>(
      createRISCVMCSubtargetInfoImpl(TT, CPU, CPU, Features));
}

static void subtargets() {
  auto Small = subtarget("sifive-e20", "");
  EXPECT(Small->hasFeature(RISCV::FeatureStdExtM) && Small->hasFeature(RISCV::FeatureStdExtC));
  EXPECT(!Small->hasFeature(RISCV::FeatureStdExtD));
  auto Big = subtarget("sifive-u74", "");
  EXPECT(Big->hasFeature(RISCV::Feature64Bit) && Big->hasFeature(RISCV::FeatureStdExtD));
  EXPECT(Big->getSchedModel().IssueWidth == 2);
  // Vectors of doubles need doubles.
  auto Vector = subtarget("generic-rv64", "+v");
  EXPECT(Vector->hasFeature(RISCV::FeatureStdExtZve64d));
  EXPECT(Vector->hasFeature(RISCV::FeatureStdExtD));
  EXPECT(!Vector->isCPUStringValid("sifive-u75"));
}

static void instructions() {
  MCInstrInfo II;
  InitRISCVMCInstrInfo(&II);
  EXPECT(II.getNumOpcodes() == RISCV::INSTRUCTION_LIST_END);
  EXPECT(II.getName(RISCV::FADD_S) == "FADD_S");

  const MCInstrDesc &Mul = II.get(RISCV::MUL);
  EXPECT(Mul.isCommutable() && Mul.getNumOperands() == 3 && Mul.getNumDefs() == 1);
  EXPECT(II.get(RISCV::C_ADD).getSize() == 2);
  EXPECT(II.get(RISCV::C_ADD).getOperandConstraint(1, MCOI::TIED_TO) == 0);
  EXPECT(II.get(RISCV::LW).mayLoad() && II.get(RISCV::SW).mayStore());
  EXPECT(II.get(RISCV::FADD_S).mayRaiseFPException());
  EXPECT(II.get(RISCV::PseudoVADD_VV_M1).isPseudo());

  // The rounding mode is found by its name.
  EXPECT(RISCV::getNamedOperandIdx(RISCV::FADD_S, RISCV::OpName::frm) == 3);
  EXPECT(RISCV::getNamedOperandIdx(RISCV::ADD, RISCV::OpName::frm) == -1);

  auto Base = subtarget("", ""), Float = subtarget("", "+f");
  EXPECT(!RISCV_MC::isOpcodeAvailable(RISCV::FADD_S, Base->getFeatureBits()));
  EXPECT(RISCV_MC::isOpcodeAvailable(RISCV::FADD_S, Float->getFeatureBits()));

  EXPECT(II.get(RISCV::JAL).getNumDefs() == 1);
#if LLVM_VERSION_MAJOR < 22
  RISCVGenInstrInfo Info;
  EXPECT(Info.get(RISCV::JAL).getNumDefs() == 1);
#endif
}

static void encodings(const MCRegisterInfo &R) {
  using namespace RISCV;
  RISCVMCCodeEmitter Emitter(R);
  auto STI = subtarget("generic-rv64", "+m,+d,+c,+v");
  auto Code = [&](const MCInst &MI) {
    SmallVector<MCFixup, 2> Fixups;
    return Emitter.getBinaryCodeForInstr(MI, Fixups, *STI);
  };
  EXPECT(Code(inst(ADD, {reg(X10), reg(X11), reg(X12)})) == 0x00c58533);
  EXPECT(Code(inst(ADDI, {reg(X10), reg(X11), imm(-5)})) == 0xffb58513);
  EXPECT(Code(inst(LUI, {reg(X10), imm(74565)})) == 0x12345537);
  EXPECT(Code(inst(MUL, {reg(X10), reg(X11), reg(X12)})) == 0x02c58533);
  EXPECT(Code(inst(XOR, {reg(X8), reg(X9), reg(X5)})) == 0x0054c433);
  EXPECT(Code(inst(SUB, {reg(X31), reg(X0), reg(X1)})) == 0x40100fb3);
  EXPECT(Code(inst(ECALL, {})) == 0x00000073);
  EXPECT(Code(inst(FADD_D, {reg(F10_D), reg(F11_D), reg(F12_D), imm(7)})) == 0x02c5f553);
  EXPECT(Code(inst(C_LI, {reg(X10), imm(5)})) == 0x4515);
  EXPECT(Code(inst(C_MV, {reg(X10), reg(X11)})) == 0x852e);
  EXPECT(Code(inst(C_LWSP, {reg(X10), reg(X2), imm(8)})) == 0x4522);
  EXPECT(Code(inst(C_SWSP, {reg(X10), reg(X2), imm(8)})) == 0xc42a);
  EXPECT(Code(inst(C_SLLI, {reg(X10), reg(X10), imm(3)})) == 0x050e);
  EXPECT(Code(inst(VADD_VV, {reg(V1), reg(V2), reg(V3), reg(V0)})) == 0x002180d7);
  EXPECT(Code(inst(VADD_VV, {reg(V1), reg(V2), reg(V3), reg(NoRegister)})) == 0x022180d7);
}

int main() {
  MCRegisterInfo R;
  InitRISCVMCRegisterInfo(&R, RISCV::X1);
  registers(R);
  subtargets();
  instructions();
  encodings(R);
}
