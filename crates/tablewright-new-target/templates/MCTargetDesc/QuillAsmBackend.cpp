// Fixups and object files: addresses that are known after assembly, and relocations for the rest.
#include "QuillMCTargetDesc.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAssembler.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCELFObjectWriter.h"
#include "llvm/MC/MCFixupKindInfo.h"
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
  unsigned getNumFixupKinds() const override { return Quill::NumFixups; }
  const MCFixupKindInfo &getFixupKindInfo(MCFixupKind K) const override {
    return K < FirstTargetFixupKind ? MCAsmBackend::getFixupKindInfo(K) : Infos[K - FirstTargetFixupKind];
  }
  // Called for each fixup whose value is known. Data already has the other bits of the instruction.
  void applyFixup(const MCAssembler &Asm, const MCFixup &F, const MCValue &, MutableArrayRef<char> Data,
                  uint64_t Value, bool, const MCSubtargetInfo *) const override {
    unsigned Kind = F.getKind();
    const MCFixupKindInfo &Info = getFixupKindInfo(F.getKind());
    if (Kind < FirstTargetFixupKind) {
      store(Data, F.getOffset(), (Info.TargetSize + 7) / 8, Value);
      return;
    }
    if (Info.Flags & MCFixupKindInfo::FKF_IsPCRel) {
      int64_t Distance = Value;
      if (Distance % QUILL_CODE_ALIGN || !isIntN(Info.TargetSize + Log2_32(QUILL_CODE_ALIGN), Distance))
        Asm.getContext().reportError(F.getLoc(), "target is too far away");
      Value = Distance / QUILL_CODE_ALIGN;
    } else {
      Value = Quill::isHighFixup(Kind) ? Quill::highPart(Value) : Quill::lowPart(Value);
    }
    uint64_t Word = 0;
    for (const FixupBits &B : Bits)
      if (B.Fixup == Kind)
        Word |= (Value >> B.ValueBit & maskTrailingOnes<uint64_t>(B.Width)) << B.Bit;
    store(Data, F.getOffset(), FixupBytes[Kind - FirstTargetFixupKind], Word);
  }
  // Called for alignment in code.
  bool writeNopData(raw_ostream &OS, uint64_t Count, const MCSubtargetInfo *STI) const override {
    return writeNops(OS, Count, STI);
  }
  std::unique_ptr<MCObjectTargetWriter> createObjectTargetWriter() const override {
    return createQuillELFObjectWriter(OSABI);
  }

private:
  static void store(MutableArrayRef<char> Data, unsigned Offset, unsigned Bytes, uint64_t Value) {
    for (unsigned N = 0; N != Bytes; ++N)
      Data[Offset + (QUILL_BIG_ENDIAN ? Bytes - 1 - N : N)] |= char(Value >> 8 * N);
  }
};

struct QuillELFObjectWriter : MCELFObjectTargetWriter {
  explicit QuillELFObjectWriter(uint8_t OSABI)
      : MCELFObjectTargetWriter(QUILL_WORD_BYTES == 8, OSABI, QUILL_ELF_MACHINE, true) {}
  // Called for each fixup that needs a linker. Relocation 1 is an address in data; the fixups follow in order.
  unsigned getRelocType(MCContext &Ctx, const MCValue &, const MCFixup &F, bool) const override {
    if (F.getKind() == (QUILL_WORD_BYTES == 8 ? FK_Data_8 : FK_Data_4))
      return 1;
    if (F.getKind() >= FirstTargetFixupKind)
      return F.getKind() - FirstTargetFixupKind + 2;
    Ctx.reportError(F.getLoc(), "object files cannot have this address here");
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
