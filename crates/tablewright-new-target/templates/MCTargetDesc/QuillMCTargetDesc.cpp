// Registration of the machine code layer: assembler, disassembler, object files.
#include "QuillMCTargetDesc.h"
#include "QuillInstPrinter.h"
#include "QuillMCExpr.h"
#include "TargetInfo/QuillTargetInfo.h"
#include "llvm/MC/MCAsmInfoELF.h"
#include "llvm/MC/MCAssembler.h"
#include "llvm/MC/MCDwarf.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCValue.h"
#include "llvm/MC/TargetRegistry.h"
using namespace llvm;
#define GET_INSTRINFO_MC_DESC
#define ENABLE_INSTR_PREDICATE_VERIFIER
#include "QuillGenInstrInfo.inc"
#define GET_SUBTARGETINFO_MC_DESC
#include "QuillGenSubtargetInfo.inc"
#define GET_REGINFO_MC_DESC
#include "QuillGenRegisterInfo.inc"
#ifdef QUILL_HAS_SHORT_FORMS
#define GEN_COMPRESS_INSTR
#include "QuillGenCompressInstEmitter.inc"
#endif

bool Quill::compress([[maybe_unused]] MCInst &Out, [[maybe_unused]] const MCInst &MI,
                     [[maybe_unused]] const MCSubtargetInfo &STI) {
#ifdef QUILL_HAS_SHORT_FORMS
  return compressInst(Out, MI, STI);
#else
  return false;
#endif
}

void QuillMCExpr::printImpl(raw_ostream &OS, const MCAsmInfo *MAI) const {
  OS << (H == Hi ? "%hi(" : "%lo(");
  E->print(OS, MAI); //@19
  MAI->printExpr(OS, *E); //@22
  OS << ')';
}
bool QuillMCExpr::evaluateAsRelocatableImpl(MCValue &V, const MCAssembler *Asm, const MCFixup *F) const { //@19
  if (!E->evaluateAsRelocatable(V, Asm, F)) //@19
bool QuillMCExpr::evaluateAsRelocatableImpl(MCValue &V, const MCAssembler *Asm) const { //@22
  if (!E->evaluateAsRelocatable(V, Asm)) //@22
    return false;
  if (V.isAbsolute())
    V = MCValue::get(H == Hi ? Quill::highPart(V.getConstant()) : Quill::lowPart(V.getConstant()));
  return true;
}
void QuillMCExpr::visitUsedExpr(MCStreamer &S) const { S.visitUsedExpr(*E); }

namespace {
struct QuillMCAsmInfo : MCAsmInfoELF {
  QuillMCAsmInfo() {
    CodePointerSize = CalleeSaveStackSlotSize = QUILL_WORD_BYTES;
    IsLittleEndian = !QUILL_BIG_ENDIAN;
    MinInstAlignment = QUILL_CODE_ALIGN;
    MaxInstLength = QUILL_LONGEST_INSTRUCTION;
    CommentString = QUILL_COMMENT;
    Data64bitsDirective = "\t.quad\t";
    SupportsDebugInformation = true;
    ExceptionsType = ExceptionHandling::DwarfCFI;
  }
};
// Finds the targets of branches, for llvm-objdump.
struct QuillInstrAnalysis : MCInstrAnalysis {
  using MCInstrAnalysis::MCInstrAnalysis;
  bool evaluateBranch(const MCInst &I, uint64_t Addr, uint64_t, uint64_t &Target) const override {
    const MCInstrDesc &D = Info->get(I.getOpcode());
    for (unsigned N = 0; N < D.getNumOperands(); ++N)
      if (D.operands()[N].OperandType == MCOI::OPERAND_PCREL && I.getOperand(N).isImm())
        return Target = Addr + I.getOperand(N).getImm(), true;
    return false;
  }
};
} // namespace

extern "C" void LLVMInitializeQuillTargetMC() {
  Target &T = getTheQuillTarget();
  TargetRegistry::RegisterMCAsmInfo(
      T, [](const MCRegisterInfo &MRI, const Triple &, const MCTargetOptions &) -> MCAsmInfo * {
        MCAsmInfo *M = new QuillMCAsmInfo;
        M->addInitialFrameState(MCCFIInstruction::cfiDefCfa(nullptr, MRI.getDwarfRegNum(QUILL_SP, true), 0));
        return M;
      });
  TargetRegistry::RegisterMCInstrInfo(T, [] {
    auto *X = new MCInstrInfo;
    InitQuillMCInstrInfo(X);
    return X;
  });
  TargetRegistry::RegisterMCRegInfo(T, [](const Triple &) {
    auto *X = new MCRegisterInfo;
    InitQuillMCRegisterInfo(X, QUILL_LINK);
    return X;
  });
  TargetRegistry::RegisterMCSubtargetInfo(T, [](const Triple &TT, StringRef CPU, StringRef FS) {
    if (CPU.empty())
      CPU = "generic";
    return createQuillMCSubtargetInfoImpl(TT, CPU, CPU, FS);
  });
  TargetRegistry::RegisterMCInstrAnalysis(
      T, [](const MCInstrInfo *I) -> MCInstrAnalysis * { return new QuillInstrAnalysis(I); });
  TargetRegistry::RegisterMCInstPrinter(
      T, [](const Triple &, unsigned, const MCAsmInfo &MAI, const MCInstrInfo &MII,
            const MCRegisterInfo &MRI) -> MCInstPrinter * { return new QuillInstPrinter(MAI, MII, MRI); });
  TargetRegistry::RegisterMCCodeEmitter(T, createQuillMCCodeEmitter);
  TargetRegistry::RegisterMCAsmBackend(T, createQuillAsmBackend);
}
