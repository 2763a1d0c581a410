//! `tablewright assembly`.

use crate::{Dir, Ran};

/// Where the classes are that a target is described with.
const CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target/prelude");

const TARGET: &str = r##"include "llvm/Target/Target.td"
foreach i = 0...3 in def R#i : Register<"r"#i> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i16], 16, (sequence "R%u", 0, 3)>;
def Low : RegisterClass<"Toy", [i16], 16, (sequence "R%u", 0, 1)>;
class I<dag ins, string text> : Instruction {
  let OutOperandList = (outs);
  let InOperandList = ins;
  let AsmString = text;
  let Namespace = "Toy";
}
def Fast : SubtargetFeature<"fast", "IsFast", "true", "">;
def HasFast : Predicate<"fast()">, AssemblerPredicate<(all_of Fast)>;
def simm : Operand<i16>;
def FlagClass : AsmOperandClass { let Name = "Flag"; let IsOptional = true; }
def flag : Operand<i16> { let ParserMatchClass = FlagClass; }
def ADD : I<(ins GPR:$a, GPR:$b), "add $a, $b">;
def ADDF : I<(ins GPR:$a, GPR:$b), "add $a, $b"> { let Predicates = [HasFast]; }
def ADDI : I<(ins GPR:$a, simm:$i), "add $a, #$i"> { let AsmMatchConverter = "cvt"; }
def ADDL : I<(ins Low:$a, Low:$b, flag:$f), "add $a, $b, $f">;
def NOP : I<(ins), "nop">;
def : InstAlias<"add $a", (ADD GPR:$a, R0)>;
def Plus : InstAlias<"add $a, $b", (ADD GPR:$a, GPR:$b)>;
def : MnemonicAlias<"plus", "add">;
def : MnemonicAlias<"sum", "add">, Requires<[HasFast]>;
def : TokenAlias<"#", "=">;
def Toy : Target;
"##;

fn assembly(options: &str) -> Ran {
    Dir::with(TARGET).run(&format!("assembly -I {CLASSES} {options} a.td"))
}

#[test]
fn the_rows_of_a_mnemonic_are_shown_in_order() {
    assert_eq!(
        assembly("--mnemonic add").ok(),
        "\
add, variant 0

  1  ADD
     operands  GPR:$a
     from      alias, a.td:21

  2  ADDF
     operands  GPR:$a, GPR:$b
     requires  HasFast
     from      the instruction, a.td:17

  3  ADD
     operands  GPR:$a, GPR:$b
     from      the instruction, a.td:16

  4  ADD
     operands  GPR:$a, GPR:$b
     from      alias Plus, a.td:22

  5  ADDL
     operands  Low:$a, Low:$b, [Flag:$f]
     from      the instruction, a.td:19

  6  ADDI
     operands  GPR:$a, '#', Imm:$i
     made by   cvt
     from      the instruction, a.td:18
"
    );
}

#[test]
fn rows_that_no_operands_tell_apart_have_a_reason() {
    assert_eq!(
        assembly("--ambiguous").ok(),
        "\
add, variant 0

  1  ADDF
     operands  GPR:$a, GPR:$b
     requires  HasFast
     from      the instruction, a.td:17

  2  ADD
     operands  GPR:$a, GPR:$b
     from      the instruction, a.td:16
     after 1   it requires fewer features: 0, not 1

  3  ADD
     operands  GPR:$a, GPR:$b
     from      alias Plus, a.td:22
     after 2   aliases come after instructions

1 group of rows is ambiguous
"
    );
}

#[test]
fn aliases_are_of_instructions_mnemonics_and_tokens() {
    assert_eq!(
        assembly("--aliases").ok(),
        "\
aliases of instructions, variant 0

  add GPR:$a
    makes ADD; alias, a.td:21
  add GPR:$a, GPR:$b
    makes ADD; alias Plus, a.td:22

aliases of mnemonics

  plus is add
  sum is add with HasFast

aliases of tokens

  '#' matches '='
"
    );
}

#[test]
fn without_options_all_is_counted() {
    assert_eq!(
        assembly("").ok(),
        "\
parser DefaultAsmParser

variant 0
  mnemonics             2
  rows                  7
    of aliases          2
    without an operand  0

classes of operands     6
  tokens                2
  sets of registers     2
  of the target         2
    optional            1
"
    );
}

#[test]
fn unknown_names_get_a_suggestion() {
    let error = assembly("--mnemonic ad").failed();
    assert_eq!(error, "error: unknown mnemonic 'ad'\nnote: did you mean 'add'?\n");
    let text = TARGET.replace(
        "def Toy : Target;",
        "def Dotted : AsmParserVariant { let BreakCharacters = \".\"; }\n\
         def ADDW : I<(ins GPR:$a), \"addh.w $a\">;\n\
         def Toy : Target { let AssemblyParserVariants = [Dotted]; }",
    );
    let error =
        Dir::with(&text).run(&format!("assembly -I {CLASSES} --mnemonic addh.w a.td")).failed();
    assert_eq!(
        error,
        "error: unknown mnemonic 'addh.w'\nnote: did you mean 'addh'?\nnote: the mnemonic is 'addh': '.' begins \
         another token (`BreakCharacters` and its like), so that the parser has to pass '.w' as an operand\n"
    );
    let error = assembly("--mnemonic add --variant 1").failed();
    assert_eq!(error, "error: unknown variant '1'\n");
}

/// The generated table has bytes, unless a target has more ways to make operands than a byte has values.
/// The reference crashes there.
#[test]
fn many_ways_to_make_operands_need_wider_numbers() {
    let table = |count: usize| {
        let many = format!(
            r##"
foreach i = 0...{} in {{
  def Kind#i : AsmOperandClass {{ let Name = "Kind"#i; let RenderMethod = "addKind"#i; }}
  def kind#i : Operand<i16> {{ let ParserMatchClass = !cast<AsmOperandClass>("Kind"#i); }}
  def X#i : I<(ins !cast<Operand>("kind"#i):$a), "x"#i#" $a">;
}}"##,
            count - 1
        );
        let dir = Dir::with(&format!("{TARGET}{many}"));
        dir.tblgen(&format!("-gen-asm-matcher -I {CLASSES} a.td")).ok()
    };
    let narrow = table(200);
    assert!(narrow.contains("static const uint8_t ConversionTable["));
    let wide = table(300);
    assert!(wide.contains("static const uint16_t ConversionTable["));
    assert_eq!(wide.matches("const uint16_t *Converter = ConversionTable[Kind];").count(), 2);
    assert!(wide.contains("// Convert__Kind2991_0\n  { CVT_95_addKind299, 1, CVT_Done },"));
}

#[test]
fn programs_read_rows_and_aliases() {
    let json = |options: &str| -> serde_json::Value {
        serde_json::from_str(&assembly(&format!("--format json {options}")).ok()).expect("JSON")
    };
    let rows = json("--mnemonic add");
    assert_eq!(rows["report"], "assembly");
    let first = &rows["rows"][0];
    assert_eq!((&first["instruction"], &first["origin"]), (&"ADD".into(), &"alias".into()));
    assert_eq!(first["location"], serde_json::json!({"file": "a.td", "line": 21, "column": 1}));
    assert_eq!(first["operands"][0]["class"], "GPR");
    assert_eq!(rows["rows"][1]["features"], serde_json::json!(["HasFast"]));
    assert_eq!(rows["mnemonic_aliases"], serde_json::Value::Null);
    let aliases = json("--aliases");
    assert_eq!(aliases["mnemonic_aliases"][0]["from"], "plus");
    assert_eq!(aliases["token_aliases"][0]["to"], "=");
    assert_eq!(aliases["instruction_aliases"][0]["mnemonic"], "add");
    let ambiguous = json("--ambiguous");
    let group = &ambiguous["ambiguous"];
    assert_eq!((&group[0]["group"], &group[0]["reason"]), (&1.into(), &serde_json::Value::Null));
    assert_eq!(group[1]["reason"], "it requires fewer features: 0, not 1");
    let unknown = assembly("--format json --mnemonic sdd").failed();
    assert!(unknown.contains("unknown mnemonic 'sdd'"), "{unknown}");
}
