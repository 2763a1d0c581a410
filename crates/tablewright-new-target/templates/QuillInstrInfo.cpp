// Instructions: see the header for the time of each call.
#include "QuillInstrInfo.h"
#include "Quill.h"
#include "QuillSubtarget.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/Target/TargetMachine.h"
using namespace llvm;
#define GET_INSTRINFO_CTOR_DTOR
#include "QuillGenInstrInfo.inc"
namespace llvm::Quill {
#define GET_KIT_INSTRUCTIONS
#include "QuillGenKit.inc"
} // namespace llvm::Quill

QuillInstrInfo::QuillInstrInfo() : QuillGenInstrInfo(QUILL_CALL_START, QUILL_CALL_END) {} //@19
QuillInstrInfo::QuillInstrInfo(const QuillSubtarget &STI) //@22
    : QuillGenInstrInfo(STI, RI, QUILL_CALL_START, QUILL_CALL_END) {} //@22

void QuillInstrInfo::copyPhysReg(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, const DebugLoc &DL, //@19
                                 MCRegister Dst, MCRegister Src, bool Kill) const { //@19
void QuillInstrInfo::copyPhysReg(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, const DebugLoc &DL, //@22
                                 Register Dst, Register Src, bool Kill, bool, bool) const { //@22
  if (unsigned Op = Quill::copyOpcode(Dst, Src)) {
    BuildMI(MBB, I, DL, get(Op), Dst).addReg(Src, getKillRegState(Kill));
    return;
  }
  if (QUILL_WORD_CLASS.contains(Dst, Src)) {
    BuildMI(MBB, I, DL, get(QUILL_ADDI), Dst).addReg(Src, getKillRegState(Kill)).addImm(0);
    return;
  }
  // A register of several words is copied word by word.
  for (MCSubRegIndexIterator Sub(Dst, &RI); Sub.isValid(); ++Sub)
    copyPhysReg(MBB, I, DL, Sub.getSubReg(), RI.getSubReg(Src, Sub.getSubRegIndex()), Kill);
}
static MachineMemOperand *memory(MachineBasicBlock &MBB, int FI, MachineMemOperand::Flags F) {
  MachineFunction &MF = *MBB.getParent();
  return MF.getMachineMemOperand(MachinePointerInfo::getFixedStack(MF, FI), F,
                                 MF.getFrameInfo().getObjectSize(FI), MF.getFrameInfo().getObjectAlign(FI));
}
void QuillInstrInfo::storeRegToStackSlot(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, Register Src,
                                         bool Kill, int FI, const TargetRegisterClass *RC, //@19
                                         const TargetRegisterInfo *, Register) const { //@19
                                         bool Kill, int FI, const TargetRegisterClass *RC, Register, //@22
                                         MachineInstr::MIFlag) const { //@22
  unsigned Op = Quill::storeOpcode(RC);
  const Quill::MemoryOperands Place = Quill::memoryOperands(Op);
  auto Store = BuildMI(MBB, I, DebugLoc(), get(Op));
  for (unsigned N = 0; N != 3; ++N)
    if (N == Place.Value)
      Store.addReg(Src, getKillRegState(Kill));
    else if (N == Place.Base)
      Store.addFrameIndex(FI);
    else
      Store.addImm(0);
  Store.addMemOperand(memory(MBB, FI, MachineMemOperand::MOStore));
}
void QuillInstrInfo::loadRegFromStackSlot(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, Register Dst,
                                          int FI, const TargetRegisterClass *RC, const TargetRegisterInfo *, //@19
                                          Register) const { //@19
                                          int FI, const TargetRegisterClass *RC, Register, unsigned, //@22
                                          MachineInstr::MIFlag) const { //@22
  unsigned Op = Quill::loadOpcode(RC);
  auto Load = BuildMI(MBB, I, DebugLoc(), get(Op), Dst);
  for (unsigned N = 1; N != 3; ++N)
    if (N == Quill::memoryOperands(Op).Base)
      Load.addFrameIndex(FI);
    else
      Load.addImm(0);
  Load.addMemOperand(memory(MBB, FI, MachineMemOperand::MOLoad));
}
static Register slot(const MachineInstr &MI, int &FI) {
  const Quill::MemoryOperands Place = Quill::memoryOperands(MI.getOpcode());
  const MachineOperand &Base = MI.getOperand(Place.Base), &Distance = MI.getOperand(Place.Distance);
  if (!Base.isFI() || !Distance.isImm() || Distance.getImm())
    return Register();
  FI = Base.getIndex();
  return MI.getOperand(Place.Value).getReg();
}
Register QuillInstrInfo::isLoadFromStackSlot(const MachineInstr &MI, int &FI) const {
  return Quill::isPlainLoad(MI.getOpcode()) ? slot(MI, FI) : Register();
}
Register QuillInstrInfo::isStoreToStackSlot(const MachineInstr &MI, int &FI) const {
  return Quill::isPlainStore(MI.getOpcode()) ? slot(MI, FI) : Register();
}

// A condition is the opcode of a branch, then its operands without the target.
static MachineBasicBlock *readBranch(const MachineInstr &MI, SmallVectorImpl<MachineOperand> &Cond) {
  unsigned Target = Quill::targetOperand(MI.getOpcode());
  Cond.push_back(MachineOperand::CreateImm(MI.getOpcode()));
  for (unsigned N = 0; N != MI.getNumExplicitOperands(); ++N)
    if (N != Target)
      Cond.push_back(MI.getOperand(N));
  return MI.getOperand(Target).getMBB();
}
bool QuillInstrInfo::analyzeBranch(MachineBasicBlock &MBB, MachineBasicBlock *&TBB, MachineBasicBlock *&FBB,
                                   SmallVectorImpl<MachineOperand> &Cond, bool AllowModify) const {
  TBB = FBB = nullptr;
  Cond.clear();
  // The terminators, the last one first.
  SmallVector<MachineInstr *, 4> T;
  for (auto I = MBB.rbegin(); I != MBB.rend(); ++I) {
    if (I->isDebugInstr())
      continue;
    if (!I->isTerminator())
      break;
    T.push_back(&*I);
  }
  // Instructions after a jump are never reached.
  for (unsigned N = T.size(); N-- > 0;)
    if (T[N]->getOpcode() == QUILL_JMP) {
      if (N && !AllowModify)
        return true;
      for (unsigned M = 0; M < N; ++M)
        T[M]->eraseFromParent();
      T.erase(T.begin(), T.begin() + N);
      break;
    }
  if (T.empty())
    return false;
  if (T[0]->getOpcode() == QUILL_JMP) {
    MachineBasicBlock *Target = T[0]->getOperand(Quill::targetOperand(QUILL_JMP)).getMBB();
    if (T.size() == 1) {
      TBB = Target;
      return false;
    }
    if (T.size() == 2 && Quill::isConditionalBranch(T[1]->getOpcode())) {
      FBB = Target;
      TBB = readBranch(*T[1], Cond);
      return false;
    }
  } else if (T.size() == 1 && Quill::isConditionalBranch(T[0]->getOpcode())) {
    TBB = readBranch(*T[0], Cond);
    return false;
  }
  return true;
}
unsigned QuillInstrInfo::removeBranch(MachineBasicBlock &MBB, int *BytesRemoved) const {
  unsigned Count = 0;
  int Bytes = 0;
  for (auto I = MBB.getLastNonDebugInstr(); I != MBB.end(); I = MBB.getLastNonDebugInstr()) {
    if (I->getOpcode() != QUILL_JMP && !Quill::isConditionalBranch(I->getOpcode()))
      break;
    Bytes += get(I->getOpcode()).getSize();
    I->eraseFromParent();
    ++Count;
  }
  if (BytesRemoved)
    *BytesRemoved = Bytes;
  return Count;
}
unsigned QuillInstrInfo::insertBranch(MachineBasicBlock &MBB, MachineBasicBlock *TBB, MachineBasicBlock *FBB,
                                      ArrayRef<MachineOperand> Cond, const DebugLoc &DL, int *BytesAdded) const {
  unsigned Count = 0;
  int Bytes = 0;
  auto jump = [&](MachineBasicBlock *Target) {
    BuildMI(&MBB, DL, get(QUILL_JMP)).addMBB(Target);
    Bytes += get(QUILL_JMP).getSize();
    ++Count;
  };
  if (Cond.empty()) {
    jump(TBB);
  } else {
    unsigned Opcode = Cond[0].getImm(), Target = Quill::targetOperand(Opcode);
    auto Branch = BuildMI(&MBB, DL, get(Opcode));
    for (unsigned N = 1; N <= Cond.size(); ++N) {
      if (N - 1 == Target)
        Branch.addMBB(TBB);
      if (N != Cond.size())
        Branch.add(Cond[N]);
    }
    Bytes += get(Opcode).getSize();
    ++Count;
    if (FBB)
      jump(FBB);
  }
  if (BytesAdded)
    *BytesAdded = Bytes;
  return Count;
}
bool QuillInstrInfo::reverseBranchCondition(SmallVectorImpl<MachineOperand> &Cond) const {
  return !Quill::reverseCondition(Cond);
}
bool QuillInstrInfo::isBranchOffsetInRange(unsigned Opcode, int64_t Distance) const {
  return isIntN(Quill::branchWidth(Opcode) + Log2_32(QUILL_CODE_ALIGN), Distance);
}
MachineBasicBlock *QuillInstrInfo::getBranchDestBlock(const MachineInstr &MI) const {
  return MI.getOperand(Quill::targetOperand(MI.getOpcode())).getMBB();
}
void QuillInstrInfo::insertIndirectBranch(MachineBasicBlock &MBB, MachineBasicBlock &Target, MachineBasicBlock &,
                                          const DebugLoc &DL, int64_t, RegScavenger *) const {
  BuildMI(&MBB, DL, get(QUILL_SET_HIGH), QUILL_SCRATCH).addMBB(&Target, QuillII::MO_Hi);
  BuildMI(&MBB, DL, get(QUILL_JOIN_LOW), QUILL_SCRATCH)
      .addReg(QUILL_SCRATCH, RegState::Kill)
      .addMBB(&Target, QuillII::MO_Lo);
  BuildMI(&MBB, DL, get(QUILL_JR)).addReg(QUILL_SCRATCH, RegState::Kill);
}
unsigned QuillInstrInfo::getInstSizeInBytes(const MachineInstr &MI) const {
  if (MI.isInlineAsm()) {
    const MachineFunction &MF = *MI.getMF();
    return getInlineAsmLength(MI.getOperand(0).getSymbolName(), *MF.getTarget().getMCAsmInfo());
  }
  return MI.getDesc().getSize();
}
unsigned QuillInstrInfo::distanceOperand(const MachineInstr &MI, unsigned Base) const {
  return Quill::distanceOperand(MI.getOpcode(), Base);
}
bool QuillInstrInfo::distanceFits(const MachineInstr &MI, int64_t Distance) const {
  return Quill::distanceFits(MI.getOpcode(), Distance);
}
void QuillInstrInfo::setToNumber(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, const DebugLoc &DL,
                                 Register Dst, int64_t Number, MachineInstr::MIFlag Flag) const {
#if defined(QUILL_LI)
  if (QUILL_FITS_LI(Number)) {
    BuildMI(MBB, I, DL, get(QUILL_LI), Dst).addImm(Number).setMIFlag(Flag);
    return;
  }
#elif defined(QUILL_ZERO)
  if (QUILL_FITS_ADDI(Number)) {
    BuildMI(MBB, I, DL, get(QUILL_ADDI), Dst).addReg(QUILL_ZERO).addImm(Number).setMIFlag(Flag);
    return;
  }
#endif
  int64_t Low = Quill::lowPart(Number);
  BuildMI(MBB, I, DL, get(QUILL_SET_HIGH), Dst).addImm(Quill::highPart(Number)).setMIFlag(Flag);
  if (Low)
    BuildMI(MBB, I, DL, get(QUILL_JOIN_LOW), Dst).addReg(Dst, RegState::Kill).addImm(Low).setMIFlag(Flag);
}
void QuillInstrInfo::addNumber(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, const DebugLoc &DL,
                               Register Dst, Register Src, int64_t Number, MachineInstr::MIFlag Flag) const {
  if (QUILL_FITS_ADDI(Number)) {
    if (Number || Dst != Src)
      BuildMI(MBB, I, DL, get(QUILL_ADDI), Dst).addReg(Src).addImm(Number).setMIFlag(Flag);
    return;
  }
  setToNumber(MBB, I, DL, QUILL_SCRATCH, Number, Flag);
  if (get(QUILL_ADD).getOperandConstraint(1, MCOI::TIED_TO) < 0 || Dst == Src) {
    BuildMI(MBB, I, DL, get(QUILL_ADD), Dst).addReg(Src).addReg(QUILL_SCRATCH, RegState::Kill).setMIFlag(Flag);
    return;
  }
  // The addition changes its first input, which has to be the output.
  if (Dst == QUILL_SCRATCH) {
    BuildMI(MBB, I, DL, get(QUILL_ADD), Dst).addReg(QUILL_SCRATCH, RegState::Kill).addReg(Src).setMIFlag(Flag);
    return;
  }
  copyPhysReg(MBB, I, DL, Dst, Src, false);
  BuildMI(MBB, I, DL, get(QUILL_ADD), Dst).addReg(Dst).addReg(QUILL_SCRATCH, RegState::Kill).setMIFlag(Flag);
}
