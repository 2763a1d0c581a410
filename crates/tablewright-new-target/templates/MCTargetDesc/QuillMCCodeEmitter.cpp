// The encoder of instructions.
#include "QuillMCExpr.h"
#include "QuillMCTargetDesc.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"
using namespace llvm;

namespace {
#define GET_KIT_FIXUP_OF
#include "QuillGenKit.inc"

class QuillMCCodeEmitter : public MCCodeEmitter {
  const MCInstrInfo &MII;
  MCContext &Ctx;

public:
  QuillMCCodeEmitter(const MCInstrInfo &MII, MCContext &Ctx) : MII(MII), Ctx(Ctx) {}
  uint64_t getBinaryCodeForInstr(const MCInst &MI, SmallVectorImpl<MCFixup> &Fixups,
                                 const MCSubtargetInfo &STI) const;
  // Called for each instruction in an object file.
  void encodeInstruction(const MCInst &MI, SmallVectorImpl<char> &CB, SmallVectorImpl<MCFixup> &Fixups,
                         const MCSubtargetInfo &STI) const override {
    uint64_t Word = getBinaryCodeForInstr(MI, Fixups, STI);
    unsigned Bytes = MII.get(MI.getOpcode()).getSize();
    for (unsigned N = 0; N != Bytes; ++N)
      CB.push_back(char(Word >> 8 * (QUILL_BIG_ENDIAN ? Bytes - 1 - N : N)));
  }
  // Called by the generated encoder for each operand without a method of its own.
  uint64_t getMachineOpValue(const MCInst &MI, const MCOperand &Op, SmallVectorImpl<MCFixup> &Fixups,
                             const MCSubtargetInfo &) const {
    if (Op.isReg())
      return Ctx.getRegisterInfo()->getEncodingValue(Op.getReg());
    if (Op.isImm())
      return Op.getImm();
    const auto *E = dyn_cast<QuillMCExpr>(Op.getExpr());
    if (!E)
      Ctx.reportError(MI.getLoc(), "an address needs %hi() or %lo() here");
    else if (E->half() == QuillMCExpr::Hi)
      addFixup(Fixups, E, highFixup(MI.getOpcode()), MI);
    else
      addFixup(Fixups, E, lowFixup(MI.getOpcode()), MI);
    return 0;
  }
  // Called for operands with this EncoderMethod: a place in the code, as a distance from the instruction.
  template <unsigned Width>
  uint64_t getBranchEncoding(const MCInst &MI, unsigned N, SmallVectorImpl<MCFixup> &Fixups,
                             const MCSubtargetInfo &) const {
    const MCOperand &Op = MI.getOperand(N);
    if (Op.isImm())
      return uint64_t(Op.getImm() / QUILL_CODE_ALIGN) & maskTrailingOnes<uint64_t>(Width);
    addFixup(Fixups, Op.getExpr(), relativeFixup(MI.getOpcode()), MI);
    return 0;
  }
  // Called for operands with this EncoderMethod: a multiple of 4.
  uint64_t getWordDispEncoding(const MCInst &MI, unsigned N, SmallVectorImpl<MCFixup> &,
                               const MCSubtargetInfo &) const {
    return MI.getOperand(N).getImm() >> 2;
  }
  // Called for operands with this EncoderMethod: a number with zero bits at its end, with or without a sign.
  template <unsigned Width, unsigned Shift>
  uint64_t getShiftedEncoding(const MCInst &MI, unsigned N, SmallVectorImpl<MCFixup> &,
                              const MCSubtargetInfo &) const {
    return uint64_t(MI.getOperand(N).getImm() >> Shift) & maskTrailingOnes<uint64_t>(Width);
  }

private:
  void addFixup(SmallVectorImpl<MCFixup> &Fixups, const MCExpr *E, unsigned Kind, const MCInst &MI) const {
    if (!Kind) {
      Ctx.reportError(MI.getLoc(), "this operand cannot be an address");
      return;
    }
    Fixups.push_back(MCFixup::create(0, E, MCFixupKind(Kind), MI.getLoc())); //@19
    Fixups.push_back(MCFixup::create(0, E, Kind, Quill::isRelativeFixup(Kind))); //@22
  }
};
} // namespace
#include "QuillGenMCCodeEmitter.inc"

MCCodeEmitter *llvm::createQuillMCCodeEmitter(const MCInstrInfo &MII, MCContext &Ctx) {
  return new QuillMCCodeEmitter(MII, Ctx);
}
