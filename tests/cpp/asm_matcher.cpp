// TOY: gen-register-info gen-instr-info gen-subtarget gen-asm-matcher
// RELEASES: 19 22 23
// The matcher of the example target: parsed operands become instructions, or it says why not.
#include "target.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCParsedAsmOperand.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCTargetOptions.h"

using namespace llvm;

#define GET_REGINFO_ENUM
#include "gen-register-info.inc"

#define GET_INSTRINFO_ENUM
#include "gen-instr-info.inc"

#define GET_SUBTARGETINFO_ENUM
#include "gen-subtarget.inc"

// An operand as the parser makes it: a token, a register or a number.
struct ToyOperand : MCParsedAsmOperand {
  std::string Token;
  MCRegister Register;
  int64_t Number = 0;

  bool isToken() const override { return !Token.empty(); }
  bool isReg() const override { return Register.isValid(); }
  bool isImm() const override { return !isToken() && !isReg(); }
  bool isMem() const override { return false; }
  MCRegister getReg() const override { return Register; }
  StringRef getToken() const { return Token; }
  SMLoc getStartLoc() const override { return SMLoc(); }
  SMLoc getEndLoc() const override { return SMLoc(); }
#if LLVM_VERSION_MAJOR >= 22
  void print(raw_ostream &OS, const MCAsmInfo &) const override { OS << Token; }
#else
  void print(raw_ostream &OS) const override { OS << Token; }
#endif
  void addRegOperands(MCInst &Inst, unsigned) const { Inst.addOperand(reg(Register)); }
  void addImmOperands(MCInst &Inst, unsigned) const { Inst.addOperand(imm(Number)); }
};

class ToyAsmParser : public MCTargetAsmParser {
public:
#if LLVM_VERSION_MAJOR >= 23
  ToyAsmParser(const MCTargetOptions &, const MCSubtargetInfo &STI, const MCInstrInfo &MII)
      : MCTargetAsmParser(STI, MII) {}
#else
  ToyAsmParser(const MCTargetOptions &Options, const MCSubtargetInfo &STI,
               const MCInstrInfo &MII)
      : MCTargetAsmParser(Options, STI, MII) {}
#endif
  bool parseRegister(MCRegister &, SMLoc &, SMLoc &) override { return true; }
  ParseStatus tryParseRegister(MCRegister &, SMLoc &, SMLoc &) override {
    return ParseStatus::NoMatch;
  }
#if LLVM_VERSION_MAJOR >= 22
#define ParseInstruction parseInstruction
#define MatchAndEmitInstruction matchAndEmitInstruction
#endif
  bool ParseInstruction(ParseInstructionInfo &, StringRef, SMLoc,
                        OperandVector &) override {
    return true;
  }
  bool MatchAndEmitInstruction(SMLoc, unsigned &, OperandVector &, MCStreamer &,
                               uint64_t &, bool) override {
    return true;
  }

#define GET_ASSEMBLER_HEADER
#include "gen-asm-matcher.inc"
};

#define GET_REGISTER_MATCHER
#define GET_SUBTARGET_FEATURE_NAME
#define GET_MATCHER_IMPLEMENTATION
#define GET_MNEMONIC_SPELL_CHECKER
#define GET_MNEMONIC_CHECKER
#include "gen-asm-matcher.inc"

using Operands = SmallVector<std::unique_ptr<MCParsedAsmOperand>, 8>;

static void add(Operands &To, StringRef Token) {
  auto Operand = std::make_unique<ToyOperand>();
  Operand->Token = Token.str();
  To.push_back(std::move(Operand));
}
static void add(Operands &To, MCRegister Register) {
  auto Operand = std::make_unique<ToyOperand>();
  Operand->Register = Register;
  To.push_back(std::move(Operand));
}
static void add(Operands &To, int64_t Number) {
  auto Operand = std::make_unique<ToyOperand>();
  Operand->Number = Number;
  To.push_back(std::move(Operand));
}
template <typename... Parts> static Operands parsed(StringRef Mnemonic, Parts... Rest) {
  Operands All;
  add(All, Mnemonic);
  (add(All, Rest), ...);
  return All;
}

int main() {
  MCTargetOptions Options;
  MCInstrInfo MII;
#if LLVM_VERSION_MAJOR >= 23
  MCSubtargetInfo STI(Triple("toy"), "", "", "", StringTable(""), {}, {}, nullptr, nullptr,
                      nullptr, nullptr, nullptr, nullptr, nullptr);
#elif LLVM_VERSION_MAJOR >= 22
  MCSubtargetInfo STI(Triple("toy"), "", "", "", {}, {}, {}, nullptr, nullptr, nullptr,
                      nullptr, nullptr, nullptr);
#else
  MCSubtargetInfo STI(Triple("toy"), "", "", "", {}, {}, nullptr, nullptr, nullptr,
                      nullptr, nullptr, nullptr);
#endif
  ToyAsmParser Parser(Options, STI, MII);
  const MCRegister R1(Toy::R1), R2(Toy::R2), R3(Toy::R3);
  MCInst Inst;
  uint64_t ErrorInfo;
  FeatureBitset Missing;
  auto Match = [&](const Operands &All) {
    return Parser.MatchInstructionImpl(All, Inst, ErrorInfo, Missing, false);
  };

  // The operands of an instruction are made of those of the row; an alias adds some.
  EXPECT(Match(parsed("addi", R1, R2, int64_t(7))) == MCTargetAsmParser::Match_Success);
  EXPECT(Inst.getOpcode() == Toy::ADDI && Inst.getNumOperands() == 3);
  EXPECT(Inst.getOperand(1).getReg() == R2 && Inst.getOperand(2).getImm() == 7);
  EXPECT(Match(parsed("mv", R3, R1)) == MCTargetAsmParser::Match_Success);
  EXPECT(Inst.getOpcode() == Toy::ADDI && Inst.getOperand(2).getImm() == 0);

  // The place of the operand that does not match is reported.
  EXPECT(Match(parsed("add", R1, R2, int64_t(7))) == MCTargetAsmParser::Match_InvalidOperand);
  EXPECT(ErrorInfo == 3);
  EXPECT(Match(parsed("add", R1)) == MCTargetAsmParser::Match_InvalidOperand);
  EXPECT(ErrorInfo == 2);
  EXPECT(Match(parsed("sub", R1, R2, R3, R1, R2)) == MCTargetAsmParser::Match_InvalidOperand);
  EXPECT(Match(parsed("subb", R1)) == MCTargetAsmParser::Match_MnemonicFail);

  // Features have to be available. A tied operand is copied.
  auto Short = parsed("c.addi", R1, int64_t(1));
  EXPECT(Match(Short) == MCTargetAsmParser::Match_MissingFeature);
  EXPECT(Missing == FeatureBitset({Feature_HasShortBit}));
  Parser.setAvailableFeatures({Feature_HasShortBit});
  EXPECT(Match(Short) == MCTargetAsmParser::Match_Success);
  EXPECT(Inst.getOpcode() == Toy::C_ADDI && Inst.getOperand(1).getReg() == R1);

  // Mnemonics are looked up, and those that are alike are suggested.
  EXPECT(ToyCheckMnemonic("xor", {}, 0) && !ToyCheckMnemonic("mul", {}, 0));
  EXPECT(ToyMnemonicSpellCheck("sb", {}, 0) == ", did you mean: sub?");
  EXPECT(ToyMnemonicSpellCheck("unlikely", {}, 0) == "");
  EXPECT(MatchRegisterName("r3") == R3 && MatchRegisterName("r99") == Toy::NoRegister);
}
