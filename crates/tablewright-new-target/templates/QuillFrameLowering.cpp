// A frame, from high to low addresses: arguments on the stack, at the stack pointer of the caller; saved registers;
// variables; arguments of calls. The frame pointer, if the function has one, is the stack pointer of the caller.
#include "QuillFrameLowering.h"
#include "Quill.h"
#include "QuillInstrInfo.h"
#include "QuillSubtarget.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/Target/TargetOptions.h"
using namespace llvm;

static const QuillInstrInfo &instructions(const MachineFunction &MF) {
  return *MF.getSubtarget<QuillSubtarget>().getInstrInfo();
}
bool QuillFrameLowering::hasFP(const MachineFunction &MF) const { //@19
bool QuillFrameLowering::hasFPImpl(const MachineFunction &MF) const { //@22
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  return MF.getTarget().Options.DisableFramePointerElim(MF) || MFI.hasVarSizedObjects() ||
         MFI.isFrameAddressTaken();
}
bool QuillFrameLowering::hasReservedCallFrame(const MachineFunction &MF) const {
  return !MF.getFrameInfo().hasVarSizedObjects();
}
void QuillFrameLowering::determineCalleeSaves(MachineFunction &MF, BitVector &Saved, RegScavenger *RS) const {
  TargetFrameLowering::determineCalleeSaves(MF, Saved, RS);
  if (MF.getFrameInfo().hasCalls())
    Saved.set(QUILL_LINK);
  if (hasFP(MF))
    Saved.set(QUILL_FP);
}
void QuillFrameLowering::emitPrologue(MachineFunction &MF, MachineBasicBlock &MBB) const {
  MachineFrameInfo &MFI = MF.getFrameInfo();
  const QuillInstrInfo &TII = instructions(MF);
  uint64_t Size = alignTo(MFI.getStackSize(), getStackAlign());
  MFI.setStackSize(Size);
  auto I = MBB.begin();
  TII.addNumber(MBB, I, DebugLoc(), QUILL_SP, QUILL_SP, -(int64_t)Size, MachineInstr::FrameSetup);
  if (!hasFP(MF))
    return;
  // After the instructions that save registers: the frame pointer is one of them.
  std::advance(I, MFI.getCalleeSavedInfo().size());
  TII.addNumber(MBB, I, DebugLoc(), QUILL_FP, QUILL_SP, Size, MachineInstr::FrameSetup);
}
void QuillFrameLowering::emitEpilogue(MachineFunction &MF, MachineBasicBlock &MBB) const {
  const QuillInstrInfo &TII = instructions(MF);
  int64_t Size = MF.getFrameInfo().getStackSize();
  auto I = MBB.getFirstTerminator();
  if (MF.getFrameInfo().hasVarSizedObjects()) {
    // The instructions that restore registers need the stack pointer of the prologue.
    auto First = std::prev(I, MF.getFrameInfo().getCalleeSavedInfo().size());
    TII.addNumber(MBB, First, DebugLoc(), QUILL_SP, QUILL_FP, -Size, MachineInstr::FrameDestroy);
  }
  TII.addNumber(MBB, I, DebugLoc(), QUILL_SP, QUILL_SP, Size, MachineInstr::FrameDestroy);
}
StackOffset QuillFrameLowering::getFrameIndexReference(const MachineFunction &MF, int FI, Register &Reg) const {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  // Registers are saved and restored relative to the stack pointer.
  bool SP = !hasFP(MF);
  for (const CalleeSavedInfo &C : MFI.getCalleeSavedInfo())
    SP |= C.getFrameIdx() == FI;
  Reg = SP ? QUILL_SP : QUILL_FP;
  return StackOffset::getFixed(MFI.getObjectOffset(FI) + (SP ? MFI.getStackSize() : 0));
}
MachineBasicBlock::iterator
QuillFrameLowering::eliminateCallFramePseudoInstr(MachineFunction &MF, MachineBasicBlock &MBB,
                                                  MachineBasicBlock::iterator I) const {
  if (!hasReservedCallFrame(MF)) {
    const QuillInstrInfo &TII = instructions(MF);
    int64_t Size = alignTo(I->getOperand(0).getImm(), getStackAlign());
    if (TII.isFrameSetup(*I))
      Size = -Size;
    TII.addNumber(MBB, I, I->getDebugLoc(), QUILL_SP, QUILL_SP, Size, MachineInstr::NoFlags);
  }
  return MBB.erase(I);
}
