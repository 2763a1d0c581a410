// The disassembler: bytes become MC instructions.
#include "MCTargetDesc/QuillMCTargetDesc.h"
#include "TargetInfo/QuillTargetInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDecoderOps.h" //@19
#include "llvm/MC/MCDecoder.h" //@22
#include "llvm/MC/MCDecoderOps.h" //@22
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegister.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MathExtras.h"
using namespace llvm;
using namespace llvm::MCD; //@22
#define DEBUG_TYPE "quill-disassembler"
using DecodeStatus = MCDisassembler::DecodeStatus;

// Adds the register with this encoding, if the class has one.
static DecodeStatus addRegister(MCInst &MI, uint64_t N, ArrayRef<MCPhysReg> Registers) {
  if (N >= Registers.size() || !Registers[N])
    return MCDisassembler::Fail;
  MI.addOperand(MCOperand::createReg(Registers[N]));
  return MCDisassembler::Success;
}
#define GET_KIT_DISASSEMBLER
#include "QuillGenKit.inc"
// The next functions are DecoderMethods of operands.
template <unsigned Width>
[[maybe_unused]] static DecodeStatus decodeSImm(MCInst &MI, uint64_t N, uint64_t, const MCDisassembler *) {
  MI.addOperand(MCOperand::createImm(SignExtend64<Width>(N)));
  return MCDisassembler::Success;
}
template <unsigned Width>
[[maybe_unused]] static DecodeStatus decodeBranch(MCInst &MI, uint64_t N, uint64_t, const MCDisassembler *) {
  MI.addOperand(MCOperand::createImm(SignExtend64<Width>(N) * QUILL_CODE_ALIGN));
  return MCDisassembler::Success;
}
[[maybe_unused]] static DecodeStatus decodeWordDisp(MCInst &MI, uint64_t N, uint64_t, const MCDisassembler *) {
  MI.addOperand(MCOperand::createImm(N * 4));
  return MCDisassembler::Success;
}
template <unsigned Width>
[[maybe_unused]] static DecodeStatus decodeSWordDisp(MCInst &MI, uint64_t N, uint64_t, const MCDisassembler *) {
  MI.addOperand(MCOperand::createImm(SignExtend64<Width>(N) * 4));
  return MCDisassembler::Success;
}
#include "QuillGenDisassemblerTables.inc"

namespace {
struct QuillDisassembler : MCDisassembler {
  using MCDisassembler::MCDisassembler;
  // Called for each instruction. Size is the number of bytes to go on, also for unknown bytes.
  DecodeStatus getInstruction(MCInst &MI, uint64_t &Size, ArrayRef<uint8_t> Bytes, uint64_t Address,
                              raw_ostream &) const override {
    // The tables of the shortest instructions come first.
#define QUILL_TABLE(BYTES, TABLE)                                                                              \
  if (Bytes.size() >= BYTES) {                                                                                 \
    Size = BYTES;                                                                                              \
    DecodeStatus S = decodeInstruction(TABLE, MI, read(Bytes.take_front(BYTES)), Address, this, STI);          \
    if (S != Fail) {                                                                                           \
      addOperandsWithoutBits(MI);                                                                              \
      return S;                                                                                                \
    }                                                                                                          \
    MI.clear();                                                                                                \
  }
    QUILL_TABLES
    Size = 0;
    return Fail;
  }

private:
  static uint64_t read(ArrayRef<uint8_t> Bytes) {
    uint64_t Word = 0;
    for (unsigned N = 0; N != Bytes.size(); ++N)
      Word |= uint64_t(Bytes[QUILL_BIG_ENDIAN ? Bytes.size() - 1 - N : N]) << 8 * N;
    return Word;
  }
};
} // namespace
extern "C" void LLVMInitializeQuillDisassembler() {
  TargetRegistry::RegisterMCDisassembler(
      getTheQuillTarget(), [](const Target &, const MCSubtargetInfo &STI, MCContext &Ctx) -> MCDisassembler * {
        return new QuillDisassembler(STI, Ctx);
      });
}
