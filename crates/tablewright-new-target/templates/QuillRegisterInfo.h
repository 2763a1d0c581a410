// Registers: preserved registers, reserved registers, addresses of the frame.
#ifndef QUILL_REGISTERINFO_H
#define QUILL_REGISTERINFO_H
#include "llvm/CodeGen/TargetRegisterInfo.h"
#define GET_REGINFO_HEADER
#include "QuillGenRegisterInfo.inc"
namespace llvm {
struct QuillRegisterInfo : public QuillGenRegisterInfo {
  QuillRegisterInfo();
  // Called for each function: the registers that its prologue saves, if it changes them.
  const MCPhysReg *getCalleeSavedRegs(const MachineFunction *MF) const override;
  // Called for each call: the registers that keep their values.
  const uint32_t *getCallPreservedMask(const MachineFunction &MF, CallingConv::ID) const override;
  // Called before register allocation: registers that are never allocated.
  BitVector getReservedRegs(const MachineFunction &MF) const override;
  // Called after the frame is laid out, for each operand that is a place of the frame.
  bool eliminateFrameIndex(MachineBasicBlock::iterator MI, int SPAdj, unsigned FIOperandNum,
                           RegScavenger *RS) const override;
  // Called for debug information and for __builtin_frame_address.
  Register getFrameRegister(const MachineFunction &MF) const override;
};
} // namespace llvm
#endif
