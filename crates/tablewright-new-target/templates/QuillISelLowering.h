// Lowering: operations that patterns do not cover, arguments and results.
#ifndef QUILL_ISELLOWERING_H
#define QUILL_ISELLOWERING_H
#include "MCTargetDesc/QuillMCTargetDesc.h"
#include "llvm/CodeGen/TargetLowering.h"
namespace llvm {
class QuillSubtarget;
namespace QuillISD {
enum NodeType : unsigned {
  FIRST_NUMBER = ISD::BUILTIN_OP_END,
#define GET_KIT_NODES
#include "QuillGenKit.inc"
};
}
class QuillTargetLowering : public TargetLowering {
  const QuillSubtarget &STI;

public:
  QuillTargetLowering(const TargetMachine &TM, const QuillSubtarget &STI);
  // Called for debug output: the name of a node of the target.
  const char *getTargetNodeName(unsigned Opcode) const override;
  // Called for each operation that the constructor marks Custom.
  SDValue LowerOperation(SDValue Op, SelectionDAG &DAG) const override;
  // Called once for a function: its arguments become values.
  SDValue LowerFormalArguments(SDValue Chain, CallingConv::ID CC, bool IsVarArg,
                               const SmallVectorImpl<ISD::InputArg> &Ins, const SDLoc &DL, SelectionDAG &DAG,
                               SmallVectorImpl<SDValue> &InVals) const override;
  // Called for each call.
  SDValue LowerCall(CallLoweringInfo &CLI, SmallVectorImpl<SDValue> &InVals) const override;
  // Called before LowerReturn: if results do not fit registers, LLVM returns them in memory.
  bool CanLowerReturn(CallingConv::ID CC, MachineFunction &MF, bool IsVarArg,
                      const SmallVectorImpl<ISD::OutputArg> &Outs, LLVMContext &Ctx) const override; //@19
                      const SmallVectorImpl<ISD::OutputArg> &Outs, LLVMContext &Ctx, //@22
                      const Type *RetTy) const override; //@22
  // Called for each return.
  SDValue LowerReturn(SDValue Chain, CallingConv::ID CC, bool IsVarArg, const SmallVectorImpl<ISD::OutputArg> &Outs,
                      const SmallVectorImpl<SDValue> &OutVals, const SDLoc &DL, SelectionDAG &DAG) const override;
  // Called for inline assembly: the registers of a constraint such as "r".
  std::pair<unsigned, const TargetRegisterClass *>
  getRegForInlineAsmConstraint(const TargetRegisterInfo *TRI, StringRef Constraint, MVT VT) const override;
  // Called by the combiner: a symbol and a distance become one address.
  bool isOffsetFoldingLegal(const GlobalAddressSDNode *) const override { return true; }
  // Called by loop optimizations, as the next two functions.
  bool isLegalICmpImmediate(int64_t I) const override { return QUILL_FITS_ADDI(I); }
  bool isLegalAddImmediate(int64_t I) const override { return QUILL_FITS_ADDI(I); }
  bool isLegalAddressingMode(const DataLayout &, const AddrMode &AM, Type *, unsigned,
                             Instruction *) const override {
    return !AM.BaseGV && !AM.Scale && QUILL_FITS_DISP(AM.BaseOffs);
  }

#ifdef QUILL_HAS_FLAGS
private:
  SDValue compare(SDValue L, SDValue R, ISD::CondCode CC, const SDLoc &DL, SelectionDAG &DAG, SDValue &Condition) const;
#endif
};
} // namespace llvm
#endif
