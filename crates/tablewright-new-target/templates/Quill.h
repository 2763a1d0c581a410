// Declarations that several files of the code generator share.
#ifndef QUILL_H
#define QUILL_H
#include "MCTargetDesc/QuillMCTargetDesc.h"
#include "llvm/Target/TargetMachine.h"
namespace llvm {
class FunctionPass;
class QuillTargetMachine;
FunctionPass *createQuillISelDag(QuillTargetMachine &TM, CodeGenOptLevel Level);
namespace QuillII {
// Flags of operands: the half of an address.
enum { MO_None, MO_Hi, MO_Lo };
} // namespace QuillII
} // namespace llvm
#endif
