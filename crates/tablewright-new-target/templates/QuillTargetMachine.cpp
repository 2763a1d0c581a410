// The target machine: data layout, subtargets, passes.
#include "QuillTargetMachine.h"
#include "Quill.h"
#include "TargetInfo/QuillTargetInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetLoweringObjectFileImpl.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/MC/TargetRegistry.h"
using namespace llvm;

QuillTargetMachine::QuillTargetMachine(const Target &T, const Triple &TT, StringRef CPU, StringRef FS,
                                       const TargetOptions &Options, std::optional<Reloc::Model>,
                                       std::optional<CodeModel::Model> CM, CodeGenOptLevel OL, bool)
    : LLVMTargetMachine(T, QUILL_DATA_LAYOUT, TT, CPU.empty() ? "generic" : CPU, FS, Options, //@19
                        Reloc::Static, CM.value_or(CodeModel::Small), OL), //@19
    : CodeGenTargetMachineImpl(T, QUILL_DATA_LAYOUT, TT, CPU.empty() ? "generic" : CPU, FS, Options, //@22
                               Reloc::Static, CM.value_or(CodeModel::Small), OL), //@22
      TLOF(std::make_unique<TargetLoweringObjectFileELF>()) {
  initAsmInfo();
}
QuillTargetMachine::~QuillTargetMachine() = default;

// Called for each function, which may require another CPU or other features.
const QuillSubtarget *QuillTargetMachine::getSubtargetImpl(const Function &F) const {
  auto attribute = [&](const char *Name, StringRef Default) {
    Attribute A = F.getFnAttribute(Name);
    return A.isValid() ? A.getValueAsString() : Default;
  };
  StringRef CPU = attribute("target-cpu", TargetCPU), FS = attribute("target-features", TargetFS);
  auto &S = Subtargets[(CPU + "/" + FS).str()];
  if (!S) {
    resetTargetOptions(F);
    S = std::make_unique<QuillSubtarget>(TargetTriple, CPU, FS, *this);
  }
  return S.get();
}
namespace {
struct QuillPassConfig : TargetPassConfig {
  QuillPassConfig(QuillTargetMachine &TM, PassManagerBase &PM) : TargetPassConfig(TM, PM) {}
  // Called when the passes for code generation are put together.
  bool addInstSelector() override {
    addPass(createQuillISelDag(getTM<QuillTargetMachine>(), getOptLevel()));
    return false;
  }
  // Branches that do not reach their target are rewritten when all instructions are known.
  void addPreEmitPass() override {
    if (QUILL_RELAX_BRANCHES)
      addPass(&BranchRelaxationPassID);
  }
};
} // namespace
TargetPassConfig *QuillTargetMachine::createPassConfig(PassManagerBase &PM) {
  return new QuillPassConfig(*this, PM);
}
extern "C" void LLVMInitializeQuillTarget() { RegisterTargetMachine<QuillTargetMachine> X(getTheQuillTarget()); }
