// The assembly language of a target, as Target.td describes it. Needs sets.td and registers.td. There are
// eight registers, and three instructions that no assembler knows, since a target has three at least.
def outs;
def ins;
def ops;
def all_of;
def any_of;
def zero_reg;
class SubtargetFeature;
class Feature<dag cond> : Predicate<"holds()"> {
  bit AssemblerMatcherPredicate = true;
  dag AssemblerCondDag = cond;
}
class AsmOperandClass<string name, list<AsmOperandClass> supers = []> {
  string Name = name;
  list<AsmOperandClass> SuperClasses = supers;
  string PredicateMethod = ?;
  string RenderMethod = ?;
  string ParserMethod = ?;
  string DiagnosticType = "";
  string DiagnosticString = "";
  bit IsOptional = false;
  string DefaultMethod = ?;
}
def ImmAsmOperand : AsmOperandClass<"Imm">;
class Operand<ValueType ty, AsmOperandClass match = ImmAsmOperand> {
  ValueType Type = ty;
  dag MIOperandInfo = (ops);
  AsmOperandClass ParserMatchClass = match;
}
class Instruction {
  string Namespace = "T";
  dag OutOperandList = (outs);
  dag InOperandList = (ins);
  string AsmString = "";
  string AsmVariantName = "";
  string AsmMatchConverter = "";
  string TwoOperandAliasConstraint = "";
  string Constraints = "";
  string DisableEncoding = "";
  list<Predicate> Predicates = [];
  int Size = 4;
  bit isPseudo = false;
  bit isCodeGenOnly = false;
  bit HasPositionOrder = false;
}
class InstAlias<string text, dag result> {
  string AsmString = text;
  dag ResultInst = result;
  string AsmVariantName = "";
  bit UseInstAsmMatchConverter = true;
  list<Predicate> Predicates = [];
}
class TokenAlias<string from, string to> {
  string FromToken = from;
  string ToToken = to;
}
class MnemonicAlias<string from, string to, string variant = ""> {
  string FromMnemonic = from;
  string ToMnemonic = to;
  string AsmVariantName = variant;
  list<Predicate> Predicates = [];
}
class AsmParser {
  bit HasMnemonicFirst = true;
  bit ReportMultipleNearMisses = false;
}
def DefaultAsmParser : AsmParser;
class AsmParserVariant<int number = 0, string name = "", string prefix = ""> {
  int Variant = number;
  string Name = name;
  string CommentDelimiter = "";
  string RegisterPrefix = prefix;
  string TokenizingCharacters = "[]*!";
  string SeparatorCharacters = " \t,";
  string BreakCharacters = "";
}
def DefaultAsmParserVariant : AsmParserVariant;
class Target {
  list<AsmParser> AssemblyParsers = [DefaultAsmParser];
  list<AsmParserVariant> AssemblyParserVariants = [DefaultAsmParserVariant];
}

foreach i = 0...7 in
  def R#i : Register<"r"#i>;
def GPR : RegisterClass<"T", [i32], 32, (sequence "R%u", 0, 7)>;
foreach name = ["CG1", "CG2", "CG3"] in
  def name : Instruction { let isCodeGenOnly = true; }
class I<dag outputs, dag inputs, string text, string constraints = ""> : Instruction {
  let OutOperandList = outputs;
  let InOperandList = inputs;
  let AsmString = text;
  let Constraints = constraints;
}
def imm : Operand<i32>;
