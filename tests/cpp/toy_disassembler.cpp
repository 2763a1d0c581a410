// TOY: gen-register-info gen-instr-info gen-subtarget gen-disassembler
// RELEASES: 19 22 23
// Words of the example target are decoded: tables, conditions, operands, and what is no instruction.
#include "target.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/MC/MCDecoder.h"
#endif
#include "llvm/MC/MCDecoderOps.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "toy-disassembler"

using namespace llvm;
#if LLVM_VERSION_MAJOR >= 22
// What decoders of all targets share is no longer generated.
using namespace llvm::MCD;
#endif
using DecodeStatus = MCDisassembler::DecodeStatus;

#define GET_REGINFO_ENUM
#include "gen-register-info.inc"

#define GET_INSTRINFO_ENUM
#include "gen-instr-info.inc"

#define GET_SUBTARGETINFO_ENUM
#include "gen-subtarget.inc"

#define GET_SUBTARGETINFO_MC_DESC
#include "gen-subtarget.inc"

static DecodeStatus DecodeGPRRegisterClass(MCInst &MI, uint64_t Number, uint64_t,
                                           const MCDisassembler *) {
  MI.addOperand(reg(Toy::R0 + Number));
  return MCDisassembler::Success;
}

// Pairs begin with an even register.
static DecodeStatus DecodePAIRRegisterClass(MCInst &MI, uint64_t Number, uint64_t,
                                            const MCDisassembler *) {
  if (Number % 2 != 0 || Number > 4)
    return MCDisassembler::Fail;
  MI.addOperand(reg(Toy::P0 + Number / 2));
  return MCDisassembler::Success;
}

static DecodeStatus decodeMem(MCInst &MI, uint64_t Bits, uint64_t, const MCDisassembler *) {
  MI.addOperand(reg(Toy::R0 + (Bits >> 16)));
  MI.addOperand(imm(SignExtend64<16>(Bits)));
  return MCDisassembler::Success;
}

#include "gen-disassembler.inc"

static std::unique_ptr<MCSubtargetInfo> subtarget(StringRef CPU) {
  return std::unique_ptr<MCSubtargetInfo>(
      createToyMCSubtargetInfoImpl(Triple("toy"), CPU, CPU, ""));
}

// Whether a word is that instruction.
static bool is(uint32_t Word, StringRef CPU, const MCInst &Expected) {
  MCInst MI;
  auto STI = subtarget(CPU);
  if (decodeInstruction(DecoderTableToy32, MI, Word, 0, nullptr, *STI) != MCDisassembler::Success)
    return false;
  if (MI.getOpcode() != Expected.getOpcode() || MI.getNumOperands() != Expected.getNumOperands())
    return false;
  for (unsigned I = 0; I < MI.getNumOperands(); ++I) {
    const MCOperand &A = MI.getOperand(I), &B = Expected.getOperand(I);
    if (A.isReg() != B.isReg() || (A.isReg() ? A.getReg() != B.getReg() : A.getImm() != B.getImm()))
      return false;
  }
  return true;
}

static bool isNone(uint32_t Word, StringRef CPU) {
  MCInst MI;
  auto STI = subtarget(CPU);
  return decodeInstruction(DecoderTableToy32, MI, Word, 0, nullptr, *STI) == MCDisassembler::Fail;
}

int main() {
  using namespace Toy;
  EXPECT(is(0x00a60000, "toy2", inst(ADD, {reg(R1), reg(R2), reg(R3)})));
  EXPECT(is(0x40600004, "toy2", inst(LDW, {reg(R0), reg(R6), imm(4)})));
  EXPECT(is(0x4e60fffc, "toy2", inst(STP, {reg(P2), reg(R6), imm(-4)})));
  EXPECT(is(0x84700000, "toy2", inst(JR, {reg(R7)})));
  // Only some CPUs multiply.
  EXPECT(is(0x2d020000, "toy2", inst(MUL, {reg(P1), reg(R0), reg(R1)})));
  EXPECT(isNone(0x2d020000, "toy1"));
  // Bits that have to be zero are set; a pair begins with an odd register; an unknown opcode.
  EXPECT(isNone(0x00a60001, "toy2"));
  EXPECT(isNone(0x4ee0fffc, "toy2"));
  EXPECT(isNone(0xffffffff, "toy2"));

#if LLVM_VERSION_MAJOR < 22
  uint64_t Field = 0;
  insertBits(Field, fieldFromInstruction(uint64_t(0xabcd), 4, 8), 60 - 8, 8);
  EXPECT(Field == uint64_t(0xbc) << 52);
#endif
  EXPECT(fieldFromInstruction(~uint64_t(0), 0, 64) == ~uint64_t(0));
}
