// The assembler: text becomes MC instructions.
#include "MCTargetDesc/QuillMCExpr.h"
#include "MCTargetDesc/QuillMCTargetDesc.h"
#include "TargetInfo/QuillTargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstBuilder.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCParser/MCAsmLexer.h" //@19
#include "llvm/MC/MCParser/AsmLexer.h" //@22
#include "llvm/MC/MCParser/MCParsedAsmOperand.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/MathExtras.h"
using namespace llvm;

namespace {
struct QuillOperand : MCParsedAsmOperand {
  enum Kind { Token, Register, Immediate, Condition } K;
  SMLoc S, E;
  StringRef Tok;
  MCRegister Reg;
  const MCExpr *Val = nullptr;
  QuillOperand(Kind K, SMLoc S, SMLoc E) : K(K), S(S), E(E) {}

  bool isToken() const override { return K == Token; }
  bool isImm() const override { return K == Immediate; }
  bool isReg() const override { return K == Register; }
  bool isMem() const override { return false; }
  MCRegister getReg() const override { return Reg; }
  SMLoc getStartLoc() const override { return S; }
  SMLoc getEndLoc() const override { return E; }
  StringRef getToken() const { return Tok; }
  void print(raw_ostream &OS) const override { //@19
  void print(raw_ostream &OS, const MCAsmInfo &) const override { //@22
    K == Token ? OS << Tok : K == Register ? OS << "register " << Reg.id() : OS << *Val; //@19
    if (K == Token) //@22
      OS << Tok; //@22
    else if (K == Register) //@22
      OS << "register " << Reg.id(); //@22
    else //@22
      OS << "expression"; //@22
  }
  bool constant(int64_t &V) const { return K == Immediate && Val->evaluateAsAbsolute(V); }
  bool half(QuillMCExpr::Half H) const {
    const auto *X = K == Immediate ? dyn_cast<QuillMCExpr>(Val) : nullptr;
    return X && X->half() == H;
  }
  // The next functions are PredicateMethods of operands.
  template <unsigned W> bool isSImm() const {
    int64_t V;
    return (constant(V) && isInt<W>(V)) || isHalf<W>();
  }
  template <unsigned W> bool isUImm() const {
    int64_t V;
    return (constant(V) && isUInt<W>(V)) || isHalf<W>();
  }
  template <unsigned W> bool isHalf() const {
    return (W == QUILL_HIGH_WIDTH && half(QuillMCExpr::Hi)) || (W == QUILL_LOW_WIDTH && half(QuillMCExpr::Lo));
  }
  template <unsigned W> bool isWordDisp() const {
    int64_t V;
    return constant(V) && isShiftedUInt<W, 2>(V);
  }
  template <unsigned W> bool isSWordDisp() const {
    int64_t V;
    return constant(V) && isShiftedInt<W, 2>(V);
  }
  template <unsigned W> bool isPlace() const {
    int64_t V;
    return K == Immediate &&
           (!Val->evaluateAsAbsolute(V) || (V % QUILL_CODE_ALIGN == 0 && isInt<W>(V / QUILL_CODE_ALIGN)));
  }
  bool isCond() const { return K == Condition; }
  void addRegOperands(MCInst &I, unsigned) const { I.addOperand(MCOperand::createReg(Reg)); }
  void addImmOperands(MCInst &I, unsigned) const {
    if (const auto *C = dyn_cast<MCConstantExpr>(Val))
      I.addOperand(MCOperand::createImm(C->getValue()));
    else
      I.addOperand(MCOperand::createExpr(Val));
  }
};

class QuillAsmParser : public MCTargetAsmParser {
#define GET_ASSEMBLER_HEADER
#include "QuillGenAsmMatcher.inc"
public:
  enum QuillMatchResultTy {
    Match_Dummy = FIRST_TARGET_MATCH_RESULT_TY,
#define GET_OPERAND_DIAGNOSTIC_TYPES
#include "QuillGenAsmMatcher.inc"
  };
private:
  // Called for each statement, after ParseInstruction.
  bool MatchAndEmitInstruction(SMLoc Loc, unsigned &Opcode, OperandVector &Ops, MCStreamer &Out, //@19
  bool matchAndEmitInstruction(SMLoc Loc, unsigned &Opcode, OperandVector &Ops, MCStreamer &Out, //@22
                               uint64_t &ErrorInfo, bool MatchingInlineAsm) override;
  // Called for registers in directives and in operands.
  bool parseRegister(MCRegister &Reg, SMLoc &S, SMLoc &E) override;
  ParseStatus tryParseRegister(MCRegister &Reg, SMLoc &S, SMLoc &E) override;
  // Called for the operands of a statement.
  bool ParseInstruction(ParseInstructionInfo &, StringRef Name, SMLoc Loc, OperandVector &Ops) override; //@19
  bool parseInstruction(ParseInstructionInfo &, StringRef Name, SMLoc Loc, OperandVector &Ops) override; //@22
  ParseStatus parseDirective(AsmToken) override { return ParseStatus::NoMatch; }
#ifdef QUILL_HAS_OPERAND_PARSERS
  // Called for operands with this ParserMethod.
  ParseStatus parseCond(OperandVector &Ops);
#endif
  bool parseOperand(OperandVector &Ops, StringRef Mnemonic);
  static bool isSign(const AsmToken &T);
  // Whether the next token is a sign before an operand, as the bracket of an address is.
  bool beginsAddress();
  void emit(MCInst &I, MCStreamer &Out);
  void emitAddress(const MCInst &I, MCStreamer &Out);

public:
  QuillAsmParser(const MCSubtargetInfo &STI, MCAsmParser &P, const MCInstrInfo &MII, const MCTargetOptions &O)
      : MCTargetAsmParser(O, STI, MII) {
    MCAsmParserExtension::Initialize(P);
    P.addAliasForDirective(".half", ".2byte");
    P.addAliasForDirective(".word", ".4byte");
    setAvailableFeatures(ComputeAvailableFeatures(STI.getFeatureBits()));
  }
};
} // namespace

#define GET_REGISTER_MATCHER
#define GET_SUBTARGET_FEATURE_NAME
#define GET_MATCHER_IMPLEMENTATION
#define GET_MNEMONIC_SPELL_CHECKER
#include "QuillGenAsmMatcher.inc"

static bool isAny(const AsmToken &T, ArrayRef<AsmToken::TokenKind> Kinds) { return is_contained(Kinds, T.getKind()); }
static MCRegister matchRegister(StringRef Name) {
  MCRegister Reg = MatchRegisterName(Name.lower());
#ifdef QUILL_HAS_ALT_NAMES
  if (!Reg)
    Reg = MatchRegisterAltName(Name.lower());
#endif
  return Reg;
}
ParseStatus QuillAsmParser::tryParseRegister(MCRegister &Reg, SMLoc &S, SMLoc &E) {
  const AsmToken &T = getTok();
  S = T.getLoc();
  E = T.getEndLoc();
  if (T.isNot(AsmToken::Identifier))
    return ParseStatus::NoMatch;
  Reg = matchRegister(T.getString());
  if (!Reg)
    return ParseStatus::NoMatch;
  Lex();
  return ParseStatus::Success;
}
bool QuillAsmParser::parseRegister(MCRegister &Reg, SMLoc &S, SMLoc &E) {
  return !tryParseRegister(Reg, S, E).isSuccess() && Error(S, "expected a register");
}
#ifdef QUILL_HAS_OPERAND_PARSERS
ParseStatus QuillAsmParser::parseCond(OperandVector &Ops) {
  const AsmToken &T = getTok();
  if (T.isNot(AsmToken::Identifier))
    return ParseStatus::NoMatch;
  for (unsigned N = 0; N < std::size(Quill::CondNames); ++N)
    if (T.getString() == Quill::CondNames[N]) {
      auto Op = std::make_unique<QuillOperand>(QuillOperand::Condition, T.getLoc(), T.getEndLoc());
      Op->Val = MCConstantExpr::create(N, getContext());
      Ops.push_back(std::move(Op));
      Lex();
      return ParseStatus::Success;
    }
  return ParseStatus::NoMatch;
}
#endif
bool QuillAsmParser::parseOperand(OperandVector &Ops, [[maybe_unused]] StringRef Mnemonic) {
#ifdef QUILL_HAS_OPERAND_PARSERS
  ParseStatus R = MatchOperandParserImpl(Ops, Mnemonic);
  if (R.isSuccess())
    return false;
  if (R.isFailure())
    return true;
#endif
  SMLoc S = getTok().getLoc(), E;
  MCRegister Reg;
  if (tryParseRegister(Reg, S, E).isSuccess()) {
    auto Op = std::make_unique<QuillOperand>(QuillOperand::Register, S, E);
    Op->Reg = Reg;
    Ops.push_back(std::move(Op));
    return false;
  }
  const MCExpr *Val;
  int Half = -1;
  if (getTok().is(AsmToken::Percent)) {
    Lex();
    Half = getTok().getString() == "hi" ? QuillMCExpr::Hi : getTok().getString() == "lo" ? QuillMCExpr::Lo : -1;
    if (Half < 0)
      return TokError("expected %hi or %lo");
    Lex();
  }
  if (getParser().parseExpression(Val, E))
    return true;
  if (Half >= 0)
    Val = QuillMCExpr::create(QuillMCExpr::Half(Half), Val, getContext());
  auto Op = std::make_unique<QuillOperand>(QuillOperand::Immediate, S, E);
  Op->Val = Val;
  Ops.push_back(std::move(Op));
  return false;
}
bool QuillAsmParser::ParseInstruction(ParseInstructionInfo &, StringRef Name, SMLoc Loc, OperandVector &Ops) { //@19
bool QuillAsmParser::parseInstruction(ParseInstructionInfo &, StringRef Name, SMLoc Loc, OperandVector &Ops) { //@22
  auto token = [&](StringRef T, SMLoc L) {
    auto Op = std::make_unique<QuillOperand>(QuillOperand::Token, L, L);
    Op->Tok = T;
    Ops.push_back(std::move(Op));
  };
  token(Name, Loc);
  // Brackets around an address, and other signs in the text of an instruction, are tokens of their own.
  auto sign = [&] {
    token(getTok().getString(), getTok().getLoc());
    Lex();
  };
  while (getTok().isNot(AsmToken::EndOfStatement)) {
    while (beginsAddress())
      sign();
    if (parseOperand(Ops, Name))
      return true;
    while (isSign(getTok())) {
      bool IsClosing = isAny(getTok(), {AsmToken::RParen, AsmToken::RBrac, AsmToken::Exclaim});
      sign();
      if (!IsClosing && parseOperand(Ops, Name))
        return true;
    }
    if (getTok().is(AsmToken::EndOfStatement))
      break;
    if (parseToken(AsmToken::Comma, "expected ','"))
      return true;
  }
  return parseToken(AsmToken::EndOfStatement, "expected the end of the line");
}
bool QuillAsmParser::isSign(const AsmToken &T) {
  return isAny(T, {AsmToken::LParen, AsmToken::RParen, AsmToken::LBrac, AsmToken::RBrac, AsmToken::Plus,
                   AsmToken::Star, AsmToken::Exclaim});
}
bool QuillAsmParser::beginsAddress() {
  if (isAny(getTok(), {AsmToken::LBrac, AsmToken::Star, AsmToken::At}))
    return true;
  // A parenthesis before a number belongs to the number.
  AsmToken Next = getLexer().peekTok();
  return getTok().is(AsmToken::LParen) && Next.is(AsmToken::Identifier) && matchRegister(Next.getString());
}
void QuillAsmParser::emit(MCInst &I, MCStreamer &Out) {
  MCInst Short;
  Out.emitInstruction(Quill::compress(Short, I, getSTI()) ? Short : I, getSTI());
}
// Sets a register to a number or an address, with one or two instructions.
[[maybe_unused]] void QuillAsmParser::emitAddress(const MCInst &I, MCStreamer &Out) {
  MCOperand Dst = I.getOperand(0), Value = I.getOperand(1);
#if defined(QUILL_LI)
  if (Value.isImm() && QUILL_FITS_LI(Value.getImm())) {
    MCInst Load = MCInstBuilder(QUILL_LI).addOperand(Dst).addImm(Value.getImm());
    emit(Load, Out);
    return;
  }
#elif defined(QUILL_ZERO)
  if (Value.isImm() && QUILL_FITS_ADDI(Value.getImm())) {
    MCInst Add = MCInstBuilder(QUILL_ADDI).addOperand(Dst).addReg(QUILL_ZERO).addImm(Value.getImm());
    emit(Add, Out);
    return;
  }
#endif
  auto half = [&](QuillMCExpr::Half H) {
    if (Value.isImm())
      return MCOperand::createImm(H == QuillMCExpr::Hi ? Quill::highPart(Value.getImm())
                                                       : Quill::lowPart(Value.getImm()));
    return MCOperand::createExpr(QuillMCExpr::create(H, Value.getExpr(), getContext()));
  };
  MCInst High = MCInstBuilder(QUILL_SET_HIGH).addOperand(Dst).addOperand(half(QuillMCExpr::Hi));
  MCInst Low = MCInstBuilder(QUILL_JOIN_LOW).addOperand(Dst).addOperand(Dst).addOperand(half(QuillMCExpr::Lo));
  emit(High, Out);
  emit(Low, Out);
}
bool QuillAsmParser::MatchAndEmitInstruction(SMLoc Loc, unsigned &, OperandVector &Ops, MCStreamer &Out, //@19
bool QuillAsmParser::matchAndEmitInstruction(SMLoc Loc, unsigned &, OperandVector &Ops, MCStreamer &Out, //@22
                                             uint64_t &ErrorInfo, bool MatchingInlineAsm) {
  MCInst I;
  FeatureBitset Missing;
  unsigned R = MatchInstructionImpl(Ops, I, ErrorInfo, Missing, MatchingInlineAsm);
  SMLoc At = ErrorInfo != ~0ULL && ErrorInfo < Ops.size() ? Ops[ErrorInfo]->getStartLoc() : Loc;
  switch (R) {
  case Match_Success:
    I.setLoc(Loc);
#ifdef QUILL_LA
    if (I.getOpcode() == QUILL_LA) {
      emitAddress(I, Out);
      return false;
    }
#endif
    emit(I, Out);
    return false;
  case Match_MissingFeature: {
    std::string Text = "instruction requires:";
    for (unsigned N = 0; N < Missing.size(); ++N)
      if (Missing[N])
        Text += std::string(" ") + getSubtargetFeatureName(N);
    return Error(Loc, Text);
  }
  case Match_MnemonicFail: {
    FeatureBitset FBS = ComputeAvailableFeatures(getSTI().getFeatureBits());
    return Error(Loc, "unknown instruction" +
                          QuillMnemonicSpellCheck(static_cast<QuillOperand &>(*Ops[0]).getToken(), FBS, 0));
  }
  case Match_InvalidOperand:
    return Error(At, ErrorInfo < Ops.size() ? "invalid operand" : "too few operands");
  default:
    if (const char *Text = getMatchKindDiag((QuillMatchResultTy)R))
      return Error(At, Text);
    return Error(Loc, "no instruction has these operands");
  }
}
extern "C" void LLVMInitializeQuillAsmParser() { RegisterMCAsmParser<QuillAsmParser> X(getTheQuillTarget()); }
