// A subtarget: CPU and features, with the objects that depend on them.
#ifndef QUILL_SUBTARGET_H
#define QUILL_SUBTARGET_H
#include "QuillFrameLowering.h"
#include "QuillISelLowering.h"
#include "QuillInstrInfo.h"
#include "llvm/CodeGen/SelectionDAGTargetInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#define GET_SUBTARGETINFO_HEADER
#include "QuillGenSubtargetInfo.inc"
namespace llvm {
class QuillSubtarget : public QuillGenSubtargetInfo {
#define GET_SUBTARGETINFO_MACRO(ATTRIBUTE, DEFAULT, GETTER) bool ATTRIBUTE = DEFAULT;
#include "QuillGenSubtargetInfo.inc"
  QuillInstrInfo InstrInfo;
  QuillFrameLowering FrameLowering;
  QuillTargetLowering TLInfo;
  SelectionDAGTargetInfo TSInfo;
  QuillSubtarget &initialize(StringRef CPU, StringRef FS);

public:
  QuillSubtarget(const Triple &TT, StringRef CPU, StringRef FS, const TargetMachine &TM);
  void ParseSubtargetFeatures(StringRef CPU, StringRef TuneCPU, StringRef FS);
#define GET_SUBTARGETINFO_MACRO(ATTRIBUTE, DEFAULT, GETTER) bool GETTER() const { return ATTRIBUTE; }
#include "QuillGenSubtargetInfo.inc"
  const QuillInstrInfo *getInstrInfo() const override { return &InstrInfo; }
  const QuillFrameLowering *getFrameLowering() const override { return &FrameLowering; }
  const QuillTargetLowering *getTargetLowering() const override { return &TLInfo; }
  const QuillRegisterInfo *getRegisterInfo() const override { return &InstrInfo.getRegisterInfo(); }
  const SelectionDAGTargetInfo *getSelectionDAGInfo() const override { return &TSInfo; }
  bool enableMachineScheduler() const override { return true; }
};
} // namespace llvm
#endif
