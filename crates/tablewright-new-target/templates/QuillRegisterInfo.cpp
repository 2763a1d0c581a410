// Registers: see the header for the time of each call.
#include "QuillRegisterInfo.h"
#include "Quill.h"
#include "QuillFrameLowering.h"
#include "QuillInstrInfo.h"
#include "QuillSubtarget.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
using namespace llvm;
#define GET_REGINFO_TARGET_DESC
#include "QuillGenRegisterInfo.inc"

QuillRegisterInfo::QuillRegisterInfo() : QuillGenRegisterInfo(QUILL_LINK) {}
const MCPhysReg *QuillRegisterInfo::getCalleeSavedRegs(const MachineFunction *MF) const {
  [[maybe_unused]] const QuillSubtarget *Subtarget = &MF->getSubtarget<QuillSubtarget>();
  return QUILL_CSR(SaveList);
}
const uint32_t *QuillRegisterInfo::getCallPreservedMask(const MachineFunction &MF, CallingConv::ID) const {
  [[maybe_unused]] const QuillSubtarget *Subtarget = &MF.getSubtarget<QuillSubtarget>();
  return QUILL_CSR(RegMask);
}
BitVector QuillRegisterInfo::getReservedRegs(const MachineFunction &MF) const {
  BitVector B(getNumRegs());
  for (MCRegister R : {QUILL_RESERVED})
    markSuperRegs(B, R);
  if (MF.getSubtarget().getFrameLowering()->hasFP(MF))
    markSuperRegs(B, QUILL_FP);
  return B;
}
Register QuillRegisterInfo::getFrameRegister(const MachineFunction &MF) const {
  return MF.getSubtarget().getFrameLowering()->hasFP(MF) ? QUILL_FP : QUILL_SP;
}
// An instruction with a place of the frame has a distance that is added to the place: a load, a store, or ADDI.
bool QuillRegisterInfo::eliminateFrameIndex(MachineBasicBlock::iterator I, int, unsigned N,
                                            RegScavenger *) const {
  MachineInstr &MI = *I;
  MachineFunction &MF = *MI.getMF();
  const QuillInstrInfo &TII = *MF.getSubtarget<QuillSubtarget>().getInstrInfo();
  unsigned D = TII.distanceOperand(MI, N);
  Register Base;
  int64_t Offset =
      MF.getSubtarget().getFrameLowering()->getFrameIndexReference(MF, MI.getOperand(N).getIndex(), Base).getFixed() +
      MI.getOperand(D).getImm();
  bool Kill = false;
  bool Fits = MI.getOpcode() == QUILL_ADDI ? QUILL_FITS_ADDI(Offset) : TII.distanceFits(MI, Offset);
  if (!Fits) {
    TII.addNumber(*MI.getParent(), I, MI.getDebugLoc(), QUILL_SCRATCH, Base, Offset, MachineInstr::NoFlags);
    Base = QUILL_SCRATCH;
    Offset = 0;
    Kill = true;
  }
  MI.getOperand(N).ChangeToRegister(Base, false, false, Kill);
  MI.getOperand(D).ChangeToImmediate(Offset);
  return false;
}
