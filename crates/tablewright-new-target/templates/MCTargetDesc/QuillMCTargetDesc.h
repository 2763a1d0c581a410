// Declarations of the machine code layer, and the enums of registers, instructions and features.
#ifndef QUILL_MCTARGETDESC_H
#define QUILL_MCTARGETDESC_H
#include "llvm/MC/MCFixup.h"
#include <memory>
namespace llvm {
class MCAsmBackend;
class MCCodeEmitter;
class MCContext;
class MCInst;
class MCInstrInfo;
class MCObjectTargetWriter;
class MCRegisterInfo;
class MCSubtargetInfo;
class MCTargetOptions;
class Target;

MCCodeEmitter *createQuillMCCodeEmitter(const MCInstrInfo &, MCContext &);
MCAsmBackend *createQuillAsmBackend(const Target &, const MCSubtargetInfo &, const MCRegisterInfo &,
                                    const MCTargetOptions &);
std::unique_ptr<MCObjectTargetWriter> createQuillELFObjectWriter(uint8_t OSABI);

namespace Quill {
#define GET_KIT_MC
#include "QuillGenKit.inc"
// Makes the short form of an instruction, if it has one.
bool compress(MCInst &Out, const MCInst &MI, const MCSubtargetInfo &STI);
} // namespace Quill
} // namespace llvm

#define GET_REGINFO_ENUM
#include "QuillGenRegisterInfo.inc"
#define GET_INSTRINFO_ENUM
#include "QuillGenInstrInfo.inc"
#define GET_SUBTARGETINFO_ENUM
#include "QuillGenSubtargetInfo.inc"
#endif
