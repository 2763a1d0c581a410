// Instruction selection: nodes become instructions, by the patterns of the description.
#include "Quill.h"
#include "QuillTargetMachine.h"
#include "llvm/CodeGen/SelectionDAGISel.h"
using namespace llvm;
#define DEBUG_TYPE "quill-isel"
#define PASS_NAME "Quill instruction selection"

#define GET_KIT_ADDRESSES
#include "QuillGenKit.inc"

namespace {
class QuillDAGToDAGISel : public SelectionDAGISel {
  const QuillSubtarget *Subtarget = nullptr;

public:
  QuillDAGToDAGISel(QuillTargetMachine &TM, CodeGenOptLevel L) : SelectionDAGISel(TM, L) {}
  bool runOnMachineFunction(MachineFunction &MF) override {
    Subtarget = &MF.getSubtarget<QuillSubtarget>();
    return SelectionDAGISel::runOnMachineFunction(MF);
  }
  // Called for each node, uses before operands.
  void Select(SDNode *N) override {
    if (N->isMachineOpcode()) {
      N->setNodeId(-1);
      return;
    }
    if (N->getOpcode() == ISD::FrameIndex) { // The address of a place in the frame.
      SDLoc DL(N);
      SDValue Place = CurDAG->getTargetFrameIndex(cast<FrameIndexSDNode>(N)->getIndex(), QUILL_WORD);
      CurDAG->SelectNodeTo(N, QUILL_ADDI, QUILL_WORD, Place, CurDAG->getTargetConstant(0, DL, QUILL_WORD));
      return;
    }
    SelectCode(N);
  }
  // Called for the complex pattern of addresses: a base register or a place in the frame, and a distance. A CPU whose
  // loads count distances in units of their own has a complex pattern for each unit: selectAddr<1>, selectAddr<2>.
  template <unsigned Unit = 0> bool selectAddr(SDValue N, SDValue &Base, SDValue &Disp) {
    SDLoc DL(N);
    int64_t D = 0;
    Base = N;
    if (CurDAG->isBaseWithConstantOffset(N)) {
      int64_t Offset = cast<ConstantSDNode>(N.getOperand(1))->getSExtValue();
      if (distanceFits<Unit>(Offset)) {
        Base = N.getOperand(0);
        D = Offset;
      }
    }
    if (auto *FI = dyn_cast<FrameIndexSDNode>(Base))
      Base = CurDAG->getTargetFrameIndex(FI->getIndex(), QUILL_WORD);
    Disp = CurDAG->getTargetConstant(D, DL, QUILL_WORD);
#ifdef QUILL_HAS_DISTANCE_FIRST
    std::swap(Base, Disp);
#endif
    return true;
  }
  // Called for operands of inline assembly in memory.
  bool SelectInlineAsmMemoryOperand(const SDValue &Op, InlineAsm::ConstraintCode,
                                    std::vector<SDValue> &Out) override {
    SDValue Base, Disp;
    selectAddr(Op, Base, Disp);
#ifdef QUILL_HAS_DISTANCE_FIRST
    std::swap(Base, Disp);
#endif
    Out = {Base, Disp};
    return false;
  }
#include "QuillGenDAGISel.inc"
};
struct QuillDAGToDAGISelLegacy : SelectionDAGISelLegacy {
  static char ID;
  QuillDAGToDAGISelLegacy(QuillTargetMachine &TM, CodeGenOptLevel L)
      : SelectionDAGISelLegacy(ID, std::make_unique<QuillDAGToDAGISel>(TM, L)) {}
  StringRef getPassName() const override { return PASS_NAME; }
};
} // namespace
char QuillDAGToDAGISelLegacy::ID = 0;
FunctionPass *llvm::createQuillISelDag(QuillTargetMachine &TM, CodeGenOptLevel L) {
  return new QuillDAGToDAGISelLegacy(TM, L);
}
