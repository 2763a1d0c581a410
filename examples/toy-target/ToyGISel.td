//===- ToyGISel.td - Toy for GlobalISel -----------------------------------===//
//
// GlobalISel selects from generic machine instructions. It imports the patterns that the
// instructions of Toy state for the selection DAG; here is what it has to know beside them.
//
//   tablewright llvm-tblgen --gen-global-isel -I examples/toy-target \
//     -I examples/toy-target/prelude examples/toy-target/ToyGISel.td
//
//===----------------------------------------------------------------------===//

// LLVM's Target.td has the classes of GlobalISel; the prelude has them for those who ask.
#define TOY_GLOBAL_ISEL

include "Toy.td"

def s16 : LLT;

// The address of a load or store, as the complex pattern finds it.
def gi_address : GIComplexOperandMatcher<s16, "selectAddr">,
                 GIComplexPatternEquiv<address>;

// The constant that is added instead of being subtracted.
def gi_opposite : GICustomOperandRenderer<"renderOpposite">,
                  GISDNodeXFormEquiv<Opposite>;

// A jump to where a register says.
def : GINodeEquiv<G_BRINDIRECT, brind>;
