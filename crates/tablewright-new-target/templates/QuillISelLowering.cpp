// Lowering: see the header for the time of each call.
#include "QuillISelLowering.h"
#include "Quill.h"
#include "QuillSubtarget.h"
#include "llvm/CodeGen/CallingConvLower.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineJumpTableInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SelectionDAG.h"
using namespace llvm;
#define DEBUG_TYPE "quill-lower"
#include "QuillGenCallingConv.inc"

QuillTargetLowering::QuillTargetLowering(const TargetMachine &TM, const QuillSubtarget &STI)
    : TargetLowering(TM), STI(STI) { //@19
    : TargetLowering(TM, STI), STI(STI) { //@22
  // A type is legal if registers hold it. Other types are promoted, split or passed to library functions.
  [[maybe_unused]] const QuillSubtarget *Subtarget = &STI;
#define GET_KIT_CLASSES
#include "QuillGenKit.inc"
  computeRegisterProperties(STI.getRegisterInfo());
  setStackPointerRegisterToSaveRestore(QUILL_SP);
  setBooleanContents(ZeroOrOneBooleanContent);
  setMinFunctionAlignment(Align(QUILL_LONGEST_INSTRUCTION > 4 ? 8 : 4));
  setMaxAtomicSizeInBitsSupported(0);

  // LLVM knows few library functions of an unknown architecture. MIPS has the usual ones. //@22
  RTLIB::RuntimeLibcallsInfo Usual(Triple(QUILL_WORD_BYTES == 8 ? "mips64-unknown-elf" : "mips-unknown-elf")); //@22
  for (RTLIB::LibcallImpl Function : RTLIB::libcall_impls()) //@22
    if (Usual.isAvailable(Function)) //@22
      setLibcallImpl(RTLIB::RuntimeLibcallsInfo::getLibcallFromImpl(Function), Function); //@22
#define GET_KIT_LEGALITY
#include "QuillGenKit.inc"
  setOperationAction({ISD::SHL_PARTS, ISD::SRL_PARTS, ISD::SRA_PARTS, ISD::DYNAMIC_STACKALLOC}, QUILL_WORD, Expand);
  setOperationAction(ISD::SIGN_EXTEND_INREG, MVT::i1, Expand);
  setOperationAction({ISD::BR_JT, ISD::VAARG, ISD::VACOPY, ISD::VAEND, ISD::STACKSAVE,
                      ISD::STACKRESTORE},
                     MVT::Other, Expand);
  for (auto Ext : {ISD::EXTLOAD, ISD::ZEXTLOAD, ISD::SEXTLOAD})
    setLoadExtAction(Ext, QUILL_WORD, MVT::i1, Promote);
  // Operations of several instructions, or with nodes of the target: see LowerOperation.
  setOperationAction({ISD::GlobalAddress, ISD::BlockAddress, ISD::ConstantPool, ISD::JumpTable}, QUILL_WORD, Custom);
#ifdef QUILL_HAS_FLAGS
  setOperationAction({ISD::BR_CC, ISD::SELECT_CC, ISD::SETCC}, QUILL_WORD, Custom);
  setOperationAction(ISD::SELECT, QUILL_WORD, Expand);
  setOperationAction(ISD::BRCOND, MVT::Other, Expand);
#else
  setOperationAction({ISD::BR_CC, ISD::SELECT_CC}, QUILL_WORD, Expand);
#ifndef QUILL_HAS_SELECT
  setOperationAction(ISD::SELECT, QUILL_WORD, Custom);
#endif
#endif
  setOperationAction(ISD::VASTART, MVT::Other, Custom);
  for (MVT Float : {MVT::f32, MVT::f64}) {
    if (!isTypeLegal(Float))
      continue;
#ifdef QUILL_HAS_FLAGS
    setOperationAction({ISD::BR_CC, ISD::SELECT_CC, ISD::SETCC}, Float, Custom);
    setOperationAction(ISD::SELECT, Float, Expand);
#else
    setOperationAction({ISD::BR_CC, ISD::SELECT_CC}, Float, Expand);
#endif
    setCondCodeAction({ISD::SETONE, ISD::SETUEQ}, Float, Expand);
    setOperationAction({ISD::FP16_TO_FP, ISD::FP_TO_FP16}, Float, Expand);
    setLoadExtAction(ISD::EXTLOAD, Float, MVT::f16, Expand);
    setTruncStoreAction(Float, MVT::f16, Expand);
  }
  if (isTypeLegal(MVT::f64)) {
    setLoadExtAction(ISD::EXTLOAD, MVT::f64, MVT::f32, Expand);
    setTruncStoreAction(MVT::f64, MVT::f32, Expand);
  }
}
const char *QuillTargetLowering::getTargetNodeName(unsigned Opcode) const {
  switch (Opcode) {
#define GET_KIT_NODE_NAMES
#include "QuillGenKit.inc"
  }
  return nullptr;
}

#ifdef QUILL_HAS_FLAGS
// Compares two values. Returns the flags, and in Condition the number of the condition.
SDValue QuillTargetLowering::compare(SDValue L, SDValue R, ISD::CondCode CC, const SDLoc &DL, SelectionDAG &DAG,
                                     SDValue &Condition) const {
  bool Float = L.getValueType().isFloatingPoint();
  unsigned N;
  switch (CC) {
#define GET_KIT_CONDITIONS
#include "QuillGenKit.inc"
  default: llvm_unreachable("conditions without a number are expanded");
  }
  Condition = DAG.getConstant(N, DL, QUILL_WORD);
  return DAG.getNode(Float ? QUILL_FCMP : QuillISD::CMP, DL, MVT::Glue, L, R);
}
#endif

SDValue QuillTargetLowering::LowerOperation(SDValue Op, SelectionDAG &DAG) const {
  SDLoc DL(Op);
  auto address = [&](auto Half) {
    return DAG.getNode(QuillISD::LO, DL, QUILL_WORD, DAG.getNode(QuillISD::HI, DL, QUILL_WORD, Half(QuillII::MO_Hi)),
                       Half(QuillII::MO_Lo));
  };
  switch (Op.getOpcode()) {
  case ISD::GlobalAddress: {
    auto *G = cast<GlobalAddressSDNode>(Op);
    return address([&](unsigned F) {
      return DAG.getTargetGlobalAddress(G->getGlobal(), DL, QUILL_WORD, G->getOffset(), F);
    });
  }
  case ISD::BlockAddress: {
    auto *B = cast<BlockAddressSDNode>(Op);
    return address([&](unsigned F) {
      return DAG.getTargetBlockAddress(B->getBlockAddress(), QUILL_WORD, B->getOffset(), F);
    });
  }
  case ISD::ConstantPool: {
    auto *C = cast<ConstantPoolSDNode>(Op);
    return address([&](unsigned F) {
      return DAG.getTargetConstantPool(C->getConstVal(), QUILL_WORD, C->getAlign(), C->getOffset(), F);
    });
  }
  case ISD::JumpTable:
    return address(
        [&](unsigned F) { return DAG.getTargetJumpTable(cast<JumpTableSDNode>(Op)->getIndex(), QUILL_WORD, F); });
#ifdef QUILL_HAS_FLAGS
  case ISD::BR_CC: {
    SDValue Condition;
    SDValue Flags = compare(Op.getOperand(2), Op.getOperand(3), cast<CondCodeSDNode>(Op.getOperand(1))->get(), DL,
                            DAG, Condition);
    return DAG.getNode(QuillISD::BR, DL, MVT::Other, Op.getOperand(0), Op.getOperand(4), Condition, Flags);
  }
  case ISD::SELECT_CC: {
    SDValue Condition;
    SDValue Flags = compare(Op.getOperand(0), Op.getOperand(1), cast<CondCodeSDNode>(Op.getOperand(4))->get(), DL,
                            DAG, Condition);
    return DAG.getNode(QuillISD::SEL, DL, Op.getValueType(), Op.getOperand(2), Op.getOperand(3), Condition, Flags);
  }
  case ISD::SETCC: {
    SDValue Condition;
    SDValue Flags = compare(Op.getOperand(0), Op.getOperand(1), cast<CondCodeSDNode>(Op.getOperand(2))->get(), DL,
                            DAG, Condition);
    return DAG.getNode(QuillISD::SET, DL, QUILL_WORD, Condition, Flags);
  }
#else
  case ISD::SELECT: {
    // Without an instruction: b ^ ((a ^ b) & -condition), where the condition is 0 or 1.
    SDValue Mask = DAG.getNegative(Op.getOperand(0), DL, QUILL_WORD);
    SDValue Change = DAG.getNode(ISD::XOR, DL, QUILL_WORD, Op.getOperand(1), Op.getOperand(2));
    return DAG.getNode(ISD::XOR, DL, QUILL_WORD, Op.getOperand(2), DAG.getNode(ISD::AND, DL, QUILL_WORD, Change, Mask));
  }
#endif
  case ISD::VASTART: {
    // The first argument on the stack that has no name.
    SDValue FI = DAG.getFrameIndex(DAG.getMachineFunction().getFrameInfo().getObjectIndexBegin(), QUILL_WORD);
    return DAG.getStore(Op.getOperand(0), DL, FI, Op.getOperand(1),
                        MachinePointerInfo(cast<SrcValueSDNode>(Op.getOperand(2))->getValue()));
  }
  }
  llvm_unreachable("only operations marked Custom are lowered");
}

// Converts a value in its place (a register or the stack) to its own type, and back.
static SDValue toValue(SDValue V, const CCValAssign &VA, const SDLoc &DL, SelectionDAG &DAG) {
  if (VA.getLocInfo() == CCValAssign::BCvt)
    return DAG.getNode(ISD::BITCAST, DL, VA.getValVT(), V);
  if (VA.getLocVT() == VA.getValVT())
    return V;
  if (VA.getLocInfo() == CCValAssign::SExt)
    V = DAG.getNode(ISD::AssertSext, DL, VA.getLocVT(), V, DAG.getValueType(VA.getValVT()));
  else if (VA.getLocInfo() == CCValAssign::ZExt)
    V = DAG.getNode(ISD::AssertZext, DL, VA.getLocVT(), V, DAG.getValueType(VA.getValVT()));
  return DAG.getNode(ISD::TRUNCATE, DL, VA.getValVT(), V);
}
static SDValue toPlace(SDValue V, const CCValAssign &VA, const SDLoc &DL, SelectionDAG &DAG) {
  switch (VA.getLocInfo()) {
  case CCValAssign::SExt:
    return DAG.getNode(ISD::SIGN_EXTEND, DL, VA.getLocVT(), V);
  case CCValAssign::ZExt:
    return DAG.getNode(ISD::ZERO_EXTEND, DL, VA.getLocVT(), V);
  case CCValAssign::AExt:
    return DAG.getNode(ISD::ANY_EXTEND, DL, VA.getLocVT(), V);
  case CCValAssign::BCvt:
    return DAG.getNode(ISD::BITCAST, DL, VA.getLocVT(), V);
  default:
    return V;
  }
}

SDValue QuillTargetLowering::LowerFormalArguments(SDValue Chain, CallingConv::ID CC, bool IsVarArg,
                                                  const SmallVectorImpl<ISD::InputArg> &Ins, const SDLoc &DL,
                                                  SelectionDAG &DAG, SmallVectorImpl<SDValue> &InVals) const {
  MachineFunction &MF = DAG.getMachineFunction();
  MachineFrameInfo &MFI = MF.getFrameInfo();
  SmallVector<CCValAssign, 16> Places;
  CCState Info(CC, IsVarArg, MF, Places, *DAG.getContext());
  Info.AnalyzeFormalArguments(Ins, QUILL_CC);
  for (unsigned N = 0; N != Places.size(); ++N) {
    const CCValAssign &VA = Places[N];
    if (VA.isRegLoc()) {
      Register R = MF.addLiveIn(VA.getLocReg(), getRegClassFor(VA.getLocVT()));
      InVals.push_back(toValue(DAG.getCopyFromReg(Chain, DL, R, VA.getLocVT()), VA, DL, DAG));
      continue;
    }
    ISD::ArgFlagsTy Flags = Ins[N].Flags;
    int FI = MFI.CreateFixedObject(Flags.isByVal() ? std::max<uint64_t>(Flags.getByValSize(), 1) : VA.getLocVT().getStoreSize().getFixedValue(), VA.getLocMemOffset(),
                                   !Flags.isByVal());
    SDValue Place = DAG.getFrameIndex(FI, QUILL_WORD);
    InVals.push_back(Flags.isByVal() ? Place
                                     : toValue(DAG.getLoad(VA.getLocVT(), DL, Chain, Place,
                                                           MachinePointerInfo::getFixedStack(MF, FI)),
                                               VA, DL, DAG));
  }
  if (IsVarArg) // The first object of the frame, where VASTART looks for it.
    MFI.CreateFixedObject(QUILL_WORD_BYTES, Info.getStackSize(), true);
  return Chain;
}

SDValue QuillTargetLowering::LowerCall(CallLoweringInfo &CLI, SmallVectorImpl<SDValue> &InVals) const {
  SelectionDAG &DAG = CLI.DAG;
  const SDLoc &DL = CLI.DL;
  MachineFunction &MF = DAG.getMachineFunction();
  CLI.IsTailCall = false;
  SmallVector<CCValAssign, 16> Places;
  CCState Info(CLI.CallConv, CLI.IsVarArg, MF, Places, *DAG.getContext());
  for (unsigned N = 0; N != CLI.Outs.size(); ++N) {
    const ISD::OutputArg &O = CLI.Outs[N];
    (O.IsFixed ? QUILL_CC : QUILL_CC_VARARG)(N, O.VT, O.VT, CCValAssign::Full, O.Flags, Info); //@19
    (O.Flags.isVarArg() ? QUILL_CC_VARARG : QUILL_CC)(N, O.VT, O.VT, CCValAssign::Full, O.Flags, O.OrigTy, Info); //@22
  }
  unsigned Size = Info.getStackSize();
  SDValue Chain = DAG.getCALLSEQ_START(CLI.Chain, Size, 0, DL);
  SDValue SP = DAG.getCopyFromReg(Chain, DL, QUILL_SP, QUILL_WORD);
  SmallVector<std::pair<Register, SDValue>, 8> Regs;
  SmallVector<SDValue, 8> Stores;
  for (unsigned N = 0; N != Places.size(); ++N) {
    const CCValAssign &VA = Places[N];
    SDValue V = toPlace(CLI.OutVals[N], VA, DL, DAG);
    if (VA.isRegLoc()) {
      Regs.push_back({VA.getLocReg(), V});
      continue;
    }
    SDValue To = DAG.getNode(ISD::ADD, DL, QUILL_WORD, SP, DAG.getIntPtrConstant(VA.getLocMemOffset(), DL));
    ISD::ArgFlagsTy Flags = CLI.Outs[N].Flags;
    if (Flags.isByVal())
      Stores.push_back(DAG.getMemcpy(Chain, DL, To, V, DAG.getConstant(Flags.getByValSize(), DL, QUILL_WORD),
                                     Flags.getNonZeroByValAlign(), false, true, nullptr, std::nullopt,
                                     MachinePointerInfo(), MachinePointerInfo()));
    else
      Stores.push_back(DAG.getStore(Chain, DL, V, To, MachinePointerInfo()));
  }
  if (!Stores.empty())
    Chain = DAG.getNode(ISD::TokenFactor, DL, MVT::Other, Stores);
  SDValue Glue;
  for (auto &[R, V] : Regs) {
    Chain = DAG.getCopyToReg(Chain, DL, R, V, Glue);
    Glue = Chain.getValue(1);
  }
  SDValue Callee = CLI.Callee;
  if (auto *G = dyn_cast<GlobalAddressSDNode>(Callee))
    Callee = DAG.getTargetGlobalAddress(G->getGlobal(), DL, QUILL_WORD, G->getOffset());
  else if (auto *E = dyn_cast<ExternalSymbolSDNode>(Callee))
    Callee = DAG.getTargetExternalSymbol(E->getSymbol(), QUILL_WORD);
  SmallVector<SDValue, 8> Ops = {Chain, Callee};
  for (auto &[R, V] : Regs)
    Ops.push_back(DAG.getRegister(R, V.getValueType()));
  Ops.push_back(DAG.getRegisterMask(STI.getRegisterInfo()->getCallPreservedMask(MF, CLI.CallConv)));
  if (Glue)
    Ops.push_back(Glue);
  Chain = DAG.getNode(QuillISD::CALL, DL, DAG.getVTList(MVT::Other, MVT::Glue), Ops);
  Chain = DAG.getCALLSEQ_END(Chain, Size, 0, Chain.getValue(1), DL);
  Glue = Chain.getValue(1);

  SmallVector<CCValAssign, 4> Results;
  CCState RetInfo(CLI.CallConv, CLI.IsVarArg, MF, Results, *DAG.getContext());
  RetInfo.AnalyzeCallResult(CLI.Ins, QUILL_RETCC);
  for (const CCValAssign &VA : Results) {
    SDValue V = DAG.getCopyFromReg(Chain, DL, VA.getLocReg(), VA.getLocVT(), Glue);
    Chain = V.getValue(1);
    Glue = V.getValue(2);
    InVals.push_back(toValue(V, VA, DL, DAG));
  }
  return Chain;
}
bool QuillTargetLowering::CanLowerReturn(CallingConv::ID CC, MachineFunction &MF, bool IsVarArg,
                                         const SmallVectorImpl<ISD::OutputArg> &Outs, LLVMContext &Ctx) const { //@19
                                         const SmallVectorImpl<ISD::OutputArg> &Outs, LLVMContext &Ctx, //@22
                                         const Type *) const { //@22
  SmallVector<CCValAssign, 4> Places;
  return CCState(CC, IsVarArg, MF, Places, Ctx).CheckReturn(Outs, QUILL_RETCC);
}
SDValue QuillTargetLowering::LowerReturn(SDValue Chain, CallingConv::ID CC, bool IsVarArg,
                                         const SmallVectorImpl<ISD::OutputArg> &Outs,
                                         const SmallVectorImpl<SDValue> &OutVals, const SDLoc &DL,
                                         SelectionDAG &DAG) const {
  SmallVector<CCValAssign, 4> Places;
  CCState Info(CC, IsVarArg, DAG.getMachineFunction(), Places, *DAG.getContext());
  Info.AnalyzeReturn(Outs, QUILL_RETCC);
  SmallVector<SDValue, 4> Ops(1);
  SDValue Glue;
  for (unsigned N = 0; N != Places.size(); ++N) {
    Chain = DAG.getCopyToReg(Chain, DL, Places[N].getLocReg(), toPlace(OutVals[N], Places[N], DL, DAG), Glue);
    Glue = Chain.getValue(1);
    Ops.push_back(DAG.getRegister(Places[N].getLocReg(), Places[N].getLocVT()));
  }
  Ops[0] = Chain;
  if (Glue)
    Ops.push_back(Glue);
  return DAG.getNode(QuillISD::RET, DL, MVT::Other, Ops);
}
std::pair<unsigned, const TargetRegisterClass *>
QuillTargetLowering::getRegForInlineAsmConstraint(const TargetRegisterInfo *TRI, StringRef C, MVT VT) const {
  if (C == "r" || C == "f")
    if (MVT T = C == "r" ? QUILL_WORD : MVT::f32; isTypeLegal(T))
      return {0, getRegClassFor(T)};
  return TargetLowering::getRegForInlineAsmConstraint(TRI, C, VT);
}
