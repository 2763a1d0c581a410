// CORPUS: Sparc gen-register-info gen-instr-info gen-dag-isel
// The instruction selector of Sparc as it is generated, in a class with the functions that it calls.
#include "isel.h"

#define GET_REGINFO_ENUM
#include "gen-register-info.inc"

#define GET_INSTRINFO_ENUM
#include "gen-instr-info.inc"

namespace {
// What conditions of patterns ask.
struct SparcSubtarget {
  bool is64Bit() const { return false; }
  bool isV9() const { return true; }
  bool hasHardQuad() const { return false; }
  bool hasLeonCasa() const { return false; }
  bool hasNoFMULS() const { return false; }
  bool hasNoFSMULD() const { return false; }
  bool fixAllFDIVSQRT() const { return false; }
};

class SparcDAGToDAGISel : public SelectionDAGISel {
  const SparcSubtarget *Subtarget = nullptr;

public:
  using SelectionDAGISel::SelectionDAGISel;
  void Select(SDNode *N) override { SelectCode(N); }
  bool SelectADDRrr(SDValue, SDValue &, SDValue &) { return false; }
  bool SelectADDRri(SDValue, SDValue &, SDValue &) { return false; }
#include "gen-dag-isel.inc"
};
} // namespace

int main() {
  // The functions override those that the interpreter of the table calls.
  EXPECT((std::is_base_of<SelectionDAGISel, SparcDAGToDAGISel>::value));
  EXPECT(!std::is_abstract<SparcDAGToDAGISel>::value);
}
