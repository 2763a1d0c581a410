// A subtarget, created for each combination of CPU and features.
#include "QuillSubtarget.h"
#include "Quill.h"
#include "llvm/MC/TargetRegistry.h"
using namespace llvm;
#define DEBUG_TYPE "quill-subtarget"
#define GET_SUBTARGETINFO_TARGET_DESC
#define GET_SUBTARGETINFO_CTOR
#include "QuillGenSubtargetInfo.inc"

QuillSubtarget &QuillSubtarget::initialize(StringRef CPU, StringRef FS) {
  ParseSubtargetFeatures(CPU, CPU, FS);
  return *this;
}
QuillSubtarget::QuillSubtarget(const Triple &TT, StringRef CPU, StringRef FS, const TargetMachine &TM)
    : QuillGenSubtargetInfo(TT, CPU, CPU, FS), TLInfo(TM, initialize(CPU, FS)) {} //@19
    : QuillGenSubtargetInfo(TT, CPU, CPU, FS), InstrInfo(*this), TLInfo(TM, initialize(CPU, FS)) {} //@22
