// Instructions: copies, spills, branches.
#ifndef QUILL_INSTRINFO_H
#define QUILL_INSTRINFO_H
#include "QuillRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#define GET_INSTRINFO_HEADER
#include "QuillGenInstrInfo.inc"
namespace llvm {
class QuillSubtarget; //@22
class QuillInstrInfo : public QuillGenInstrInfo {
  const QuillRegisterInfo RI;

public:
  QuillInstrInfo(); //@19
  explicit QuillInstrInfo(const QuillSubtarget &STI); //@22
  const QuillRegisterInfo &getRegisterInfo() const { return RI; }
  // Called after register allocation for each COPY whose registers differ.
  void copyPhysReg(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, const DebugLoc &DL, MCRegister Dst, //@19
                   MCRegister Src, bool Kill) const override; //@19
  void copyPhysReg(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, const DebugLoc &DL, Register Dst, //@22
                   Register Src, bool Kill, bool = false, bool = false) const override; //@22
  // Called by the register allocator to spill a register, and by the prologue to save one.
  void storeRegToStackSlot(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, Register Src, bool Kill, int FI,
                           const TargetRegisterClass *RC, const TargetRegisterInfo *TRI, //@19
                           Register VReg) const override; //@19
                           const TargetRegisterClass *RC, Register VReg, //@22
                           MachineInstr::MIFlag Flag) const override; //@22
  // Called to reload a spilled register, and by the epilogue to restore a saved one.
  void loadRegFromStackSlot(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, Register Dst, int FI,
                            const TargetRegisterClass *RC, const TargetRegisterInfo *TRI, //@19
                            Register VReg) const override; //@19
                            const TargetRegisterClass *RC, Register VReg, unsigned SubReg, //@22
                            MachineInstr::MIFlag Flag) const override; //@22
  // Called by passes that remove needless reloads. Zero if the instruction is not a reload.
  Register isLoadFromStackSlot(const MachineInstr &MI, int &FI) const override;
  Register isStoreToStackSlot(const MachineInstr &MI, int &FI) const override;
  // Called by passes that change the order of blocks: the successors of a block, and the condition between them.
  bool analyzeBranch(MachineBasicBlock &MBB, MachineBasicBlock *&TBB, MachineBasicBlock *&FBB,
                     SmallVectorImpl<MachineOperand> &Cond, bool AllowModify) const override;
  // Called by the same passes to replace the branches of a block.
  unsigned removeBranch(MachineBasicBlock &MBB, int *BytesRemoved) const override;
  unsigned insertBranch(MachineBasicBlock &MBB, MachineBasicBlock *TBB, MachineBasicBlock *FBB,
                        ArrayRef<MachineOperand> Cond, const DebugLoc &DL, int *BytesAdded) const override;
  bool reverseBranchCondition(SmallVectorImpl<MachineOperand> &Cond) const override;
  // Called by branch relaxation: whether a branch reaches so far, and the block to which it branches.
  bool isBranchOffsetInRange(unsigned Opcode, int64_t Distance) const override;
  MachineBasicBlock *getBranchDestBlock(const MachineInstr &MI) const override;
  // Called by branch relaxation for a jump that does not reach: jumps through the scratch register.
  void insertIndirectBranch(MachineBasicBlock &MBB, MachineBasicBlock &Target, MachineBasicBlock &RestoreBB,
                            const DebugLoc &DL, int64_t Distance, RegScavenger *RS) const override;
  // Called by branch relaxation and by size estimates: the largest size of an instruction in bytes.
  unsigned getInstSizeInBytes(const MachineInstr &MI) const override;
  // Returns the index of the distance that is added to the base register with this index.
  unsigned distanceOperand(const MachineInstr &MI, unsigned Base) const;
  // Whether a distance fits an instruction with an address.
  bool distanceFits(const MachineInstr &MI, int64_t Distance) const;
  // Sets a register to any number.
  void setToNumber(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, const DebugLoc &DL, Register Dst,
                   int64_t Number, MachineInstr::MIFlag Flag) const;
  // Adds any number to a register.
  void addNumber(MachineBasicBlock &MBB, MachineBasicBlock::iterator I, const DebugLoc &DL, Register Dst,
                 Register Src, int64_t Number, MachineInstr::MIFlag Flag) const;
};
} // namespace llvm
#endif
