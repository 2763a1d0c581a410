// CORPUS: Sparc gen-register-info gen-instr-info gen-subtarget gen-emitter
// Asks LLVM about Sparc as it is generated: registers, instructions, CPUs and encodings.
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

// The encoder that the generated function is a member of. Operands are numbers here; targets
// of branches are not encoded.
namespace {
class SparcMCCodeEmitter {
  const MCRegisterInfo &Registers;

  unsigned getMachineOpValue(const MCInst &MI, const MCOperand &MO,
                             SmallVectorImpl<MCFixup> &Fixups,
                             const MCSubtargetInfo &STI) const {
    return MO.isReg() ? Registers.getEncodingValue(MO.getReg()) : MO.getImm();
  }
  unsigned getSImm13OpValue(const MCInst &MI, unsigned OpNo,
                            SmallVectorImpl<MCFixup> &Fixups,
                            const MCSubtargetInfo &STI) const {
    return MI.getOperand(OpNo).getImm();
  }
#define BRANCH(METHOD)                                                         \
  unsigned METHOD(const MCInst &, unsigned, SmallVectorImpl<MCFixup> &,        \
                  const MCSubtargetInfo &) const {                             \
    return 0;                                                                  \
  }
  BRANCH(getBranchTargetOpValue)
  BRANCH(getBranchPredTargetOpValue)
  BRANCH(getBranchOnRegTargetOpValue)
  BRANCH(getCallTargetOpValue)

public:
  explicit SparcMCCodeEmitter(const MCRegisterInfo &Registers) : Registers(Registers) {}
  uint64_t getBinaryCodeForInstr(const MCInst &MI, SmallVectorImpl<MCFixup> &Fixups,
                                 const MCSubtargetInfo &STI) const;
};
} // namespace

#include "gen-emitter.inc"

static void registers(const MCRegisterInfo &R) {
  EXPECT(std::string(R.getName(SP::G1)) == "G1");
  EXPECT(R.getEncodingValue(SP::O6) == 14 && R.getEncodingValue(SP::I7) == 31);
  EXPECT(R.getDwarfRegNum(SP::L0, false) == 16);

  // A pair is made of two registers, a quad of two doubles, and these of two singles each.
  EXPECT(R.getSubReg(SP::G2_G3, SP::sub_even) == SP::G2);
  EXPECT(R.getSubReg(SP::G2_G3, SP::sub_odd) == SP::G3);
  EXPECT(R.getSubReg(SP::Q0, SP::sub_odd64) == SP::D1);
  EXPECT(R.isSubRegister(SP::Q0, SP::F3) && !R.isSubRegister(SP::Q0, SP::F4));
  EXPECT(R.getSubRegIndex(SP::D1, SP::F3) == SP::sub_odd);
  EXPECT(R.getMatchingSuperReg(SP::F2, SP::sub_even, &SparcMCRegisterClasses[SP::DFPRegsRegClassID]) ==
         SP::D1);
  // The upper half of the doubles has no singles.
  EXPECT(R.getSubReg(SP::D16, SP::sub_even) == 0);
  EXPECT(R.regsOverlap(SP::Q1, SP::F5) && !R.regsOverlap(SP::Q1, SP::F3));

  const MCRegisterClass &Integers = SparcMCRegisterClasses[SP::IntRegsRegClassID];
  EXPECT(Integers.getNumRegs() == 32 && Integers.contains(SP::O7) && !Integers.contains(SP::Y));
}

static std::unique_ptr<MCSubtargetInfo> subtarget(StringRef CPU, StringRef Features) {
  Triple TT("sparc-unknown-unknown");
  return std::unique_ptr<MCSubtargetInfo>(
      createSparcMCSubtargetInfoImpl(TT, CPU, CPU, Features));
}

static void subtargets() {
  auto V8 = subtarget("v8", "");
  EXPECT(!V8->hasFeature(Sparc::FeatureV9));
  auto Niagara = subtarget("niagara2", "");
  EXPECT(Niagara->hasFeature(Sparc::FeatureV9) && Niagara->hasFeature(Sparc::FeatureVIS2));
  EXPECT(Niagara->isCPUStringValid("leon3") && !Niagara->isCPUStringValid("leon99"));
  EXPECT(subtarget("v9", "-v9")->hasFeature(Sparc::FeatureV9) == false);
  EXPECT(subtarget("v8", "+soft-float")->hasFeature(Sparc::FeatureSoftFloat));
}

static void instructions() {
  MCInstrInfo II;
  InitSparcMCInstrInfo(&II);
  EXPECT(II.getNumOpcodes() == SP::INSTRUCTION_LIST_END);
  EXPECT(II.getName(SP::ADDrr) == "ADDrr" && II.getName(TargetOpcode::COPY) == "COPY");

  // Two operands that are read and one that is written, all of them integers.
  const MCInstrDesc &Add = II.get(SP::ADDrr);
  EXPECT(Add.getOpcode() == SP::ADDrr && Add.getSize() == 4);
  EXPECT(Add.getNumOperands() == 3 && Add.getNumDefs() == 1);
  EXPECT(Add.operands()[2].RegClass == SP::IntRegsRegClassID);
  EXPECT(Add.implicit_defs().empty() && !Add.hasUnmodeledSideEffects());
  EXPECT(II.get(SP::SUBCCrr).hasImplicitDefOfPhysReg(SP::ICC));

  // A conditional move keeps what its output was before.
  const MCInstrDesc &Move = II.get(SP::MOVICCrr);
  EXPECT(Move.hasImplicitUseOfPhysReg(SP::ICC));
  EXPECT(Move.getOperandConstraint(2, MCOI::TIED_TO) == 0);

  EXPECT(II.get(SP::BA).isBarrier() && II.get(SP::BA).hasDelaySlot());
  EXPECT(II.get(SP::CALL).isCall() && II.get(SP::CALL).isVariadic());
  EXPECT(II.get(SP::LDri).mayLoad() && !II.get(SP::LDri).mayStore());

  // What is known without an instruction of that name, and features it demands.
  EXPECT(SP::getNamedOperandIdx(SP::ADDrr, 0) == -1);
  auto V8 = subtarget("v8", ""), V9 = subtarget("v9", "");
  EXPECT(!Sparc_MC::isOpcodeAvailable(SP::POPCrr, V8->getFeatureBits()));
  EXPECT(Sparc_MC::isOpcodeAvailable(SP::POPCrr, V9->getFeatureBits()));
  Sparc_MC::verifyInstructionPredicates(SP::POPCrr, V9->getFeatureBits());

  SparcGenInstrInfo Info;
  EXPECT(Info.getName(SP::NOP) == "NOP" && Info.getCallFrameSetupOpcode() == ~0u);
}

static void encodings(const MCRegisterInfo &R) {
  SparcMCCodeEmitter Emitter(R);
  auto STI = subtarget("v9", "");
  auto Code = [&](const MCInst &MI) {
    SmallVector<MCFixup, 2> Fixups;
    return Emitter.getBinaryCodeForInstr(MI, Fixups, *STI);
  };
  EXPECT(Code(inst(SP::ADDrr, {reg(SP::G3), reg(SP::G1), reg(SP::G2)})) == 0x86004002);
  EXPECT(Code(inst(SP::ADDri, {reg(SP::G3), reg(SP::G1), imm(-5)})) == 0x86007ffb);
  EXPECT(Code(inst(SP::SUBrr, {reg(SP::O2), reg(SP::O0), reg(SP::O1)})) == 0x94220009);
  EXPECT(Code(inst(SP::ORrr, {reg(SP::O0), reg(SP::L0), reg(SP::I0)})) == 0x90140018);
  EXPECT(Code(inst(SP::XORrr, {reg(SP::G3), reg(SP::G1), reg(SP::G2)})) == 0x86184002);
  EXPECT(Code(inst(SP::SMULrr, {reg(SP::G3), reg(SP::G1), reg(SP::G2)})) == 0x86584002);
  EXPECT(Code(inst(SP::SETHIi, {reg(SP::G1), imm(4660)})) == 0x03001234);
  EXPECT(Code(inst(SP::SLLri, {reg(SP::G2), reg(SP::G1), imm(3)})) == 0x85286003);
  EXPECT(Code(inst(SP::LDri, {reg(SP::O1), reg(SP::O0), imm(8)})) == 0xd2022008);
  EXPECT(Code(inst(SP::LDrr, {reg(SP::O1), reg(SP::O0), reg(SP::O2)})) == 0xd202000a);
  EXPECT(Code(inst(SP::STri, {reg(SP::O0), imm(8), reg(SP::O1)})) == 0xd2222008);
  EXPECT(Code(inst(SP::FADDD, {reg(SP::D2), reg(SP::D0), reg(SP::D1)})) == 0x89a00842);
  EXPECT(Code(inst(SP::JMPLri, {reg(SP::G0), reg(SP::I7), imm(8)})) == 0x81c7e008);
  EXPECT(Code(inst(SP::NOP, {})) == 0x01000000);
}

int main() {
  MCRegisterInfo R;
  InitSparcMCRegisterInfo(&R, SP::O7);
  registers(R);
  subtargets();
  instructions();
  encodings(R);
}
