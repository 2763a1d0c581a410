// The target machine: the parts of the compiler that do not depend on a function.
#ifndef QUILL_TARGETMACHINE_H
#define QUILL_TARGETMACHINE_H
#include "QuillSubtarget.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h" //@22
#include "llvm/Target/TargetMachine.h"
#include <optional>
namespace llvm {
class QuillTargetMachine : public LLVMTargetMachine { //@19
class QuillTargetMachine : public CodeGenTargetMachineImpl { //@22
  std::unique_ptr<TargetLoweringObjectFile> TLOF;
  mutable StringMap<std::unique_ptr<QuillSubtarget>> Subtargets;

public:
  QuillTargetMachine(const Target &T, const Triple &TT, StringRef CPU, StringRef FS, const TargetOptions &Options,
                     std::optional<Reloc::Model> RM, std::optional<CodeModel::Model> CM, CodeGenOptLevel OL,
                     bool JIT);
  ~QuillTargetMachine() override;
  const QuillSubtarget *getSubtargetImpl(const Function &F) const override;
  const QuillSubtarget *getSubtargetImpl() const = delete;
  TargetPassConfig *createPassConfig(PassManagerBase &PM) override;
  TargetLoweringObjectFile *getObjFileLowering() const override { return TLOF.get(); }
};
} // namespace llvm
#endif
