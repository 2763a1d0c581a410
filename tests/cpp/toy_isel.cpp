// TOY: gen-register-info gen-instr-info gen-dag-isel gen-fast-isel
// RELEASES: 19 22 23
// Both instruction selectors of the example target, in classes with the functions that they call.
#include "isel.h"
#include "llvm/CodeGen/FastISel.h"
#include "llvm/CodeGen/FunctionLoweringInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"

#define GET_REGINFO_ENUM
#include "gen-register-info.inc"

#define GET_INSTRINFO_ENUM
#include "gen-instr-info.inc"

#define GET_REGINFO_HEADER
#include "gen-register-info.inc"

namespace {
struct ToySubtarget {
  bool hasMul() const { return true; }
  bool hasShort() const { return false; }
};

class ToyDAGToDAGISel : public SelectionDAGISel {
  const ToySubtarget *Subtarget = nullptr;

public:
  using SelectionDAGISel::SelectionDAGISel;
  void Select(SDNode *N) override { SelectCode(N); }
  bool selectAddr(SDValue, SDValue &, SDValue &) { return false; }
#include "gen-dag-isel.inc"
};

class ToyFastISel : public FastISel {
  const ToySubtarget *Subtarget = nullptr;

public:
  using FastISel::FastISel;
  bool fastSelectInstruction(const Instruction *) override { return false; }
#include "gen-fast-isel.inc"
};
} // namespace

int main() {
  EXPECT((std::is_base_of<SelectionDAGISel, ToyDAGToDAGISel>::value));
  EXPECT(!std::is_abstract<ToyDAGToDAGISel>::value);
  EXPECT(!std::is_abstract<ToyFastISel>::value);
}
