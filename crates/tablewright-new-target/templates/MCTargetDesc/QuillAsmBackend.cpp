// Fixups and object files: addresses that are known after assembly, and relocations for the rest.
#include "QuillMCTargetDesc.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAssembler.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCELFObjectWriter.h"
#include "llvm/MC/MCFixupKindInfo.h" //@19
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCValue.h"
#include "llvm/Support/MathExtras.h"
using namespace llvm;

namespace {
// Adjacent bits of a fixup: lowest bit in the instruction, lowest bit in the value.
struct FixupBits {
  unsigned Fixup, Bit, ValueBit, Width;
};
#define GET_KIT_FIXUPS
#include "QuillGenKit.inc"

struct QuillAsmBackend : MCAsmBackend {
  uint8_t OSABI;
  explicit QuillAsmBackend(uint8_t OSABI)
      : MCAsmBackend(QUILL_BIG_ENDIAN ? endianness::big : endianness::little), OSABI(OSABI) {}
  unsigned getNumFixupKinds() const override { return Quill::NumFixups; } //@19
  const MCFixupKindInfo &getFixupKindInfo(MCFixupKind K) const override { //@19
  MCFixupKindInfo getFixupKindInfo(MCFixupKind K) const override { //@22
    return K < FirstTargetFixupKind ? MCAsmBackend::getFixupKindInfo(K) : Infos[K - FirstTargetFixupKind];
  }
  // Called for each fixup whose value is known. Data already has the other bits of the instruction.
  void applyFixup(const MCAssembler &Asm, const MCFixup &F, const MCValue &, MutableArrayRef<char> Data, //@19
                  uint64_t Value, bool, const MCSubtargetInfo *) const override { //@19
    unsigned Kind = F.getKind(); //@19
  void applyFixup(const MCFragment &Fragment, const MCFixup &F, const MCValue &Target, uint8_t *Data, //@22
                  uint64_t Value, bool IsResolved) override { //@22
    maybeAddReloc(Fragment, F, Target, Value, IsResolved); //@22
    unsigned Kind = F.getKind(); //@22
    const MCFixupKindInfo Info = getFixupKindInfo(F.getKind());
    if (Kind < FirstTargetFixupKind) {
      store(Data, F.getOffset(), (Info.TargetSize + 7) / 8, Value); //@19
      store(Data, (Info.TargetSize + 7) / 8, Value); //@22
      return;
    }
    if (Quill::isRelativeFixup(Kind)) {
      int64_t Distance = Value;
      if (Distance % QUILL_CODE_ALIGN || !isIntN(Info.TargetSize + Log2_32(QUILL_CODE_ALIGN), Distance))
        Asm.getContext().reportError(F.getLoc(), "target is too far away"); //@19
        getContext().reportError(F.getLoc(), "target is too far away"); //@22
      Value = Distance / QUILL_CODE_ALIGN;
    } else {
      Value = Quill::isHighFixup(Kind) ? Quill::highPart(Value) : Quill::lowPart(Value);
    }
    uint64_t Word = 0;
    for (const FixupBits &B : Bits)
      if (B.Fixup == Kind)
        Word |= (Value >> B.ValueBit & maskTrailingOnes<uint64_t>(B.Width)) << B.Bit;
    store(Data, F.getOffset(), FixupBytes[Kind - FirstTargetFixupKind], Word); //@19
    store(Data, FixupBytes[Kind - FirstTargetFixupKind], Word); //@22
  }
  // Called for alignment in code.
  bool writeNopData(raw_ostream &OS, uint64_t Count, const MCSubtargetInfo *STI) const override {
    return writeNops(OS, Count, STI);
  }
  std::unique_ptr<MCObjectTargetWriter> createObjectTargetWriter() const override {
    return createQuillELFObjectWriter(OSABI);
  }

private:
  static void store(MutableArrayRef<char> Data, unsigned Offset, unsigned Bytes, uint64_t Value) { //@19
    for (unsigned N = 0; N != Bytes; ++N) //@19
      Data[Offset + (QUILL_BIG_ENDIAN ? Bytes - 1 - N : N)] |= char(Value >> 8 * N); //@19
  static void store(uint8_t *Data, unsigned Bytes, uint64_t Value) { //@22
    for (unsigned N = 0; N != Bytes; ++N) //@22
      Data[QUILL_BIG_ENDIAN ? Bytes - 1 - N : N] |= uint8_t(Value >> 8 * N); //@22
  }
};

struct QuillELFObjectWriter : MCELFObjectTargetWriter {
  explicit QuillELFObjectWriter(uint8_t OSABI)
      : MCELFObjectTargetWriter(QUILL_WORD_BYTES == 8, OSABI, QUILL_ELF_MACHINE, true) {}
  // Called for each fixup that needs a linker. Relocation 1 is an address in data; the fixups follow in order.
  unsigned getRelocType(MCContext &Ctx, const MCValue &, const MCFixup &F, bool) const override { //@19
  unsigned getRelocType(const MCFixup &F, const MCValue &, bool) const override { //@22
    if (F.getKind() == (QUILL_WORD_BYTES == 8 ? FK_Data_8 : FK_Data_4))
      return 1;
    if (F.getKind() >= FirstTargetFixupKind)
      return F.getKind() - FirstTargetFixupKind + 2;
    Ctx.reportError(F.getLoc(), "object files cannot have this address here"); //@19
    reportError(F.getLoc(), "object files cannot have this address here"); //@22
    return 0;
  }
};
} // namespace

std::unique_ptr<MCObjectTargetWriter> llvm::createQuillELFObjectWriter(uint8_t OSABI) {
  return std::make_unique<QuillELFObjectWriter>(OSABI);
}
MCAsmBackend *llvm::createQuillAsmBackend(const Target &, const MCSubtargetInfo &STI, const MCRegisterInfo &,
                                          const MCTargetOptions &) {
  return new QuillAsmBackend(MCELFObjectTargetWriter::getOSABI(STI.getTargetTriple().getOS()));
}
