// The target in the registry of LLVM.
#include "TargetInfo/QuillTargetInfo.h"
#include "llvm/MC/TargetRegistry.h"

#define GET_KIT_TARGET
#include "QuillGenKit.inc"
using namespace llvm;

Target &llvm::getTheQuillTarget() {
  static Target T;
  return T;
}
// The architectures of Triple are a closed list, so that a target from outside has an unknown one.
extern "C" void LLVMInitializeQuillTargetInfo() {
  TargetRegistry::RegisterTarget(getTheQuillTarget(), "quill", QUILL_DESCRIPTION, "Quill",
                                 [](Triple::ArchType A) { return A == Triple::UnknownArch; }, false);
}
extern "C" void LLVMInitializeQuillTarget();
extern "C" void LLVMInitializeQuillTargetMC();
extern "C" void LLVMInitializeQuillAsmPrinter();
extern "C" void LLVMInitializeQuillAsmParser();
extern "C" void LLVMInitializeQuillDisassembler();
// Loaded as a plugin (LD_PRELOAD or llc -load), it registers itself.
namespace {
struct AtLoad {
  AtLoad() {
    LLVMInitializeQuillTargetInfo();
    LLVMInitializeQuillTargetMC();
    LLVMInitializeQuillTarget();
    LLVMInitializeQuillAsmPrinter();
    LLVMInitializeQuillAsmParser();
    LLVMInitializeQuillDisassembler();
  }
} X;
} // namespace
