// Frames: layout, prologue, epilogue.
#ifndef QUILL_FRAMELOWERING_H
#define QUILL_FRAMELOWERING_H
#include "MCTargetDesc/QuillMCTargetDesc.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
namespace llvm {
struct QuillFrameLowering : TargetFrameLowering {
  QuillFrameLowering() : TargetFrameLowering(StackGrowsDown, Align(QUILL_STACK_ALIGN), 0) {}
  // Called when the frame is laid out; saved registers are already stored.
  void emitPrologue(MachineFunction &MF, MachineBasicBlock &MBB) const override;
  // Called for each block that returns.
  void emitEpilogue(MachineFunction &MF, MachineBasicBlock &MBB) const override;
  // Called often: whether the function has a frame pointer. Its answer may not change after register allocation.
  bool hasFP(const MachineFunction &MF) const override; //@19
  bool hasFPImpl(const MachineFunction &MF) const override; //@22
  // Called for each call: whether the frame has room for arguments of calls, so that calls do not move the stack pointer.
  bool hasReservedCallFrame(const MachineFunction &MF) const override;
  // Called before the frame is laid out, to add registers that the prologue saves.
  void determineCalleeSaves(MachineFunction &MF, BitVector &Saved, RegScavenger *RS) const override;
  // Called for each use of a place in the frame.
  StackOffset getFrameIndexReference(const MachineFunction &MF, int FI, Register &Reg) const override;
  // Called for the pseudo-instructions before and after each call.
  MachineBasicBlock::iterator eliminateCallFramePseudoInstr(MachineFunction &MF, MachineBasicBlock &MBB,
                                                            MachineBasicBlock::iterator I) const override;
};
} // namespace llvm
#endif
