//! Labels in operands: distances in the unit of each target, and relocations.

use tablewright_machine::assemble::{AsmRows, Assembly, assemble};
use tablewright_machine::{Machine, MachineOptions};
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

/// Assembles a text for a small description with the names of a target.
fn assembled<T>(
    target: &str,
    description: &str,
    text: &str,
    read: impl Fn(Result<Assembly, String>) -> T,
) -> T {
    // Instructions of BPF begin with operands.
    let parsers = if target == "BPF" { "let AssemblyParsers = [Parser];" } else { "" };
    let description = format!(
        "include \"llvm/Target/Target.td\"\n\
         class R<string name, int number> : Register<name> {{\n\
           let Namespace = \"{target}\"; let HWEncoding = number;\n\
         }}\n\
         class I<dag ins, string text, int size> : Instruction {{\n\
           let Namespace = \"{target}\"; let Size = size;\n\
           let OutOperandList = (outs); let InOperandList = ins; let AsmString = text;\n\
         }}\n\
         def Any : R<\"any\", 31>;\n\
         def AnyClass : RegisterClass<\"{target}\", [i32], 32, (add Any)>;\n\
         def Parser : AsmParser {{ let HasMnemonicFirst = 0; }}\n\
         {description}\n\
         def Info : InstrInfo;\n\
         def {target} : Target {{ let InstructionSet = Info; {parsers} }}\n"
    );
    let session = Session::new()
        .include_dir(format!("{EXAMPLES}/toy-target/prelude"))
        .include_dir(format!("{EXAMPLES}/asm-syntax"));
    let loaded = session.load_text("a.td", description).expect("the description is valid");
    let mut diagnostics = Diagnostics::new();
    let machine = Machine::new(&loaded.store, &MachineOptions::default(), &mut diagnostics);
    let machine = machine.expect("the description is valid");
    let rows = AsmRows::new(&machine, &mut diagnostics).expect("the description is valid");
    read(assemble(&machine, &rows, text).map_err(|errors| errors[0].to_string()))
}

/// Compares the bytes of some lines, or their first error.
fn check(target: &str, description: &str, lines: &[(&str, &str)]) {
    let text: Vec<&str> = lines.iter().map(|(line, _)| *line).collect();
    // Directives without bytes are not listed.
    let lines = lines.iter().filter(|(_, bytes)| !bytes.is_empty());
    assembled(target, description, &text.join("\n"), |assembly| {
        let assembly = assembly.unwrap_or_else(|error| panic!("{target}: {error}"));
        for ((line, expected), listed) in lines.clone().zip(&assembly.lines) {
            let bytes: String = listed.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(bytes, *expected, "{target}: {line}");
        }
    });
}

fn error(target: &str, description: &str, text: &str) -> String {
    assembled(target, description, text, |assembly| assembly.expect_err("the text is invalid"))
}

/// Returns the relocations as `offset:number:symbol+addend`.
fn relocations(target: &str, description: &str, text: &str) -> Vec<String> {
    assembled(target, description, text, |assembly| {
        let assembly = assembly.expect("the text is valid");
        let relocations = assembly.sections.iter().flat_map(|section| &section.relocations);
        let text = relocations.map(|relocation| {
            let (offset, number) = (relocation.offset, relocation.number);
            format!("{offset}:{number}:{}+{}", relocation.symbol, relocation.addend)
        });
        text.collect()
    })
}

const AVR: &str = r#"
def ptr : RegAltNameIndex;
def R27R26 : Register<"r27:r26", ["X"]> { let Namespace = "AVR"; let RegAltNameIndices = [ptr]; }
def PTRREGS : RegisterClass<"AVR", [i16], 8, (add R27R26)>;
class Place : Operand<i16> { let PrintMethod = "printPCRelImm"; }
def brtarget_13 : Place;
def relbrtarget_7 : Place;
def RJMP : I<(ins brtarget_13:$k), "rjmp\t$k", 2> {
  field bits<16> Inst; bits<12> k; let Inst{15-12} = 0b1100; let Inst{11-0} = k;
  let DecoderMethod = "decodeFBRk";
}
def BREQ : I<(ins relbrtarget_7:$k), "breq\t$k", 2> {
  field bits<16> Inst; bits<7> k; let Inst{15-10} = 0b111100; let Inst{9-3} = k; let Inst{2-0} = 1;
  let DecoderMethod = "decodeCondBranch";
}
"#;

#[test]
fn avr_counts_words_from_the_next_instruction() {
    check(
        "AVR",
        AVR,
        &[
            // The label has the name of a register.
            ("x: rjmp x", "ffcf"),
            ("breq x", "f1f3"),
            ("rjmp 1f", "01c0"),
            ("breq 1f + 2", "09f0"),
            ("1: rjmp .-2", "ffcf"),
        ],
    );
    assert_eq!(
        error("AVR", AVR, "x: .space 200\nbreq x"),
        "2:6: error: operand out of range: -202: expected a multiple of 2 from -128 to 126"
    );
    assert_eq!(
        error("AVR", AVR, "breq x + 1\nx:"),
        "1:6: error: operand out of range: 1: expected a multiple of 2 from -128 to 126"
    );
}

const BPF: &str = r#"
def brtarget : Operand<i64> { let PrintMethod = "printBrTargetOperand"; }
def calltarget : Operand<i64>;
class J<bits<8> op, string text> : I<(ins brtarget:$d), text, 8> {
  field bits<64> Inst = 0; bits<16> d; let Inst{63-56} = op; let Inst{47-32} = d;
}
def JMP : J<5, "goto $d">;
def CALL : I<(ins calltarget:$d), "call $d", 8> {
  field bits<64> Inst = 0; bits<32> d; let Inst{63-56} = 0x85; let Inst{31-0} = d;
}
"#;

#[test]
fn bpf_counts_instructions_and_marks_calls_of_functions() {
    check(
        "BPF",
        BPF,
        &[
            ("x: goto x", "0500ffff00000000"),
            ("goto y", "0500010000000000"),
            ("call x", "85100000fdffffff"),
            ("y: call 4", "8500000004000000"),
            (".set four, 4", ""),
            ("call four", "8500000004000000"),
        ],
    );
    assert_eq!(
        error("BPF", BPF, "goto ext"),
        "1:6: error: the address of 'ext' is unknown, and the operand has no relocation"
    );
}

#[test]
fn loongarch_counts_words_from_the_instruction() {
    let description = r#"
class T<string m> : Operand<i64> { let DecoderMethod = m; }
def simm26_symbol : T<"decodeSImmOperand<26, 2>">;
def simm21_lsl2 : T<"decodeSImmOperand<21, 2>">;
def BL : I<(ins simm26_symbol:$k), "bl\t$k", 4> {
  field bits<32> Inst; bits<26> k; let Inst{31-26} = 0x15; let Inst{25-10} = k{15-0}; let Inst{9-0} = k{25-16};
}
def BZ : I<(ins simm21_lsl2:$k), "bz\t$k", 4> {
  field bits<32> Inst; bits<21> k; let Inst{31-26} = 0x10; let Inst{9-5} = 0;
  let Inst{25-10} = k{15-0}; let Inst{4-0} = k{20-16};
}
"#;
    check(
        "LoongArch",
        description,
        &[
            ("x: bl x", "00000054"),
            ("bl x", "ffffff57"),
            ("bz x", "1ff8ff43"),
            ("bz y", "00040040"),
            ("y: bl 8", "00080054"),
        ],
    );
    assert_eq!(relocations("LoongArch", description, "bl ext"), ["0:66:ext+0"]);
}

const MSP430: &str = r##"
def PC : R<"r0", 0>; def SR : R<"r2", 2>; def R4 : R<"r4", 4>;
def GR16 : RegisterClass<"MSP430", [i16], 16, (add PC, SR, R4)>;
def jmptarget : Operand<OtherVT> { let PrintMethod = "printPCRelImmOperand"; }
def Address : AsmOperandClass { let Name = "Address"; }
def i16imm : Operand<i16> { let PrintMethod = "printOperand"; }
def cg16imm : Operand<i16> { let DecoderMethod = "DecodeCGImm"; let PrintMethod = "printOperand"; }
def memsrc : Operand<i16> {
  let PrintMethod = "printSrcMemOperand"; let MIOperandInfo = (ops GR16, i16imm);
  let DecoderMethod = "DecodeMemOperand"; let ParserMatchClass = Address;
}
def JMP : I<(ins jmptarget:$d), "jmp\t$d", 2> {
  field bits<16> Inst; bits<10> d; let Inst{15-10} = 0b001111; let Inst{9-0} = d;
}
class Push<dag ins, bits<4> op> : I<ins, "push\t$s", 4> { field bits<32> Inst = 0; let Inst{15-12} = op; }
def PUSHc : Push<(ins cg16imm:$s), 0> { bits<6> s; let Inst{5-0} = s; }
def PUSHi : Push<(ins i16imm:$s), 1> { bits<16> s; let Inst{31-16} = s; }
def PUSHm : Push<(ins memsrc:$s), 2> { bits<20> s; let Inst{3-0} = s{3-0}; let Inst{31-16} = s{19-4}; }
"##;

#[test]
fn msp430_symbols_are_relative_to_their_word() {
    check(
        "MSP430",
        MSP430,
        &[
            ("x: jmp x", "ff3f"),
            ("jmp x", "fe3f"),
            ("push x", "0020faff"),
            ("push 1f", "00200800"),
            ("jmp 1f", "023c"),
            ("push #5", "00100500"),
            ("1: push 5", "00200500"),
            ("push 6(r4)", "04200600"),
        ],
    );
    let text = "x: push #x\npush &x\npush ext\njmp ext";
    let expected = ["2:5:x+0", "6:5:x+0", "10:6:ext+0", "12:2:ext+0"];
    assert_eq!(relocations("MSP430", MSP430, text), expected);
}

#[test]
fn sparc_counts_words_of_either_release() {
    for (method, backward) in [("", "10bfffff"), ("DecodeDisp<22>", "10bfffff")] {
        let description = format!(
            "def calltarget : Operand<OtherVT> {{ let DecoderMethod = \"DecodeCall\"; }}\n\
             def brtarget : Operand<OtherVT> {{ let DecoderMethod = \"{method}\"; }}\n\
             def CALL : I<(ins calltarget:$d), \"call $d\", 4> {{\n\
               field bits<32> Inst; bits<30> d; let Inst{{31-30}} = 1; let Inst{{29-0}} = d;\n\
             }}\n\
             def BA : I<(ins brtarget:$d), \"ba $d\", 4> {{\n\
               field bits<32> Inst; bits<22> d; let Inst{{31-22}} = 0b0001000010; let Inst{{21-0}} = d;\n\
             }}\n"
        );
        check(
            "Sparc",
            &description,
            &[
                ("x: ba x", "10800000"),
                ("ba x", backward),
                ("call x", "7ffffffe"),
                ("call y", "40000002"),
                ("ba y", "10800001"),
                ("y: ba y", "10800000"),
            ],
        );
        assert_eq!(relocations("Sparc", &description, "call ext"), ["0:7:ext+0"]);
    }
}

#[test]
fn sparc_divides_addresses() {
    let description = "def imm22 : Operand<i32>;\n\
         def SETHI : I<(ins imm22:$d), \"sethi $d\", 4> {\n\
           field bits<32> Inst; bits<22> d; let Inst{31-22} = 4; let Inst{21-0} = d;\n\
         }\n";
    let lines = [
        ("sethi %hi(0x12345678)", "01048d15"),
        ("sethi %lo(x + 5)", "0100000d"),
        ("x: sethi 1", "01000001"),
    ];
    check("Sparc", description, &lines);
    assert_eq!(relocations("Sparc", description, "x: sethi %hi(x + 5)"), ["0:9:x+5"]);
}

#[test]
fn lanai_branches_have_an_address() {
    let description = r#"
def BrTarget : Operand<OtherVT> { let DecoderMethod = "decodeBranch"; }
def BT : I<(ins BrTarget:$a), "bt\t$a", 4> {
  field bits<32> Inst; bits<25> a; let Inst{31-25} = 0b1110000; let Inst{24-0} = a;
}
"#;
    let lines = [("bt x", "e0000004"), ("x: bt x", "e0000004"), ("bt ext", "e0000000")];
    check("Lanai", description, &lines);
    let expected = ["0:3:x+0", "4:3:x+0", "8:3:ext+0"];
    assert_eq!(relocations("Lanai", description, "bt x\nx: bt x\nbt ext"), expected);
}

#[test]
fn systemz_counts_halfwords_and_relocates_the_field() {
    let description = r#"
class T<string m> : Operand<OtherVT> {
  let OperandType = "OPERAND_PCREL"; let DecoderMethod = m; let PrintMethod = "printPCRelOperand";
}
def brtarget16 : T<"decodePC16DBLBranchOperand">;
def brtarget32 : T<"decodePC32DBLBranchOperand">;
def J : I<(ins brtarget16:$d), "j\t$d", 4> { field bits<32> Inst; bits<16> d; let Inst{31-16} = 0xa7f4; let Inst{15-0} = d; }
def JG : I<(ins brtarget32:$d), "jg\t$d", 6> { field bits<48> Inst; bits<32> d; let Inst{47-32} = 0xc0f4; let Inst{31-0} = d; }
"#;
    let lines = [
        ("x: j x", "a7f40000"),
        ("jg x", "c0f4fffffffe"),
        ("j y", "a7f40005"),
        ("jg y", "c0f400000003"),
        ("y: j x", "a7f4fff6"),
    ];
    check("SystemZ", description, &lines);
    assert_eq!(
        relocations("SystemZ", description, "j ext\njg ext + 4"),
        ["2:17:ext+2", "6:19:ext+6"]
    );
}

/// A CPU of the user's own, with the origin and the unit of its distances.
fn own(relative: &str) -> String {
    format!(
        "include \"AsmSyntax.td\"\n\
         def place : Operand<OtherVT>;\n\
         def near : AsmRelative<place{relative}>;\n\
         class J<dag ins, string text, int size> : I<ins, text, size> {{ bits<8> p; }}\n\
         def JS : J<(ins place:$p), \"js\\t$p\", 2> {{\n\
           field bits<16> Inst; let Inst{{15-8}} = 1; let Inst{{7-0}} = p;\n\
         }}\n\
         def JL : J<(ins place:$p), \"jl\\t$p\", 4> {{\n\
           field bits<32> Inst; let Inst{{31-24}} = 2; let Inst{{23-8}} = 0;  let Inst{{7-0}} = p;\n\
         }}\n"
    )
}

#[test]
fn a_description_has_the_origin_and_the_unit() {
    for (relative, short, long, forward) in [
        ("", "0001", "fe000002", "0401"),
        (", 4, 2", "fe01", "fd000002", "0001"),
        (", 2", "fe01", "fc000002", "0201"),
        (", 0, 2, true", "ff01", "fd000002", "0101"),
    ] {
        let lines = [
            ("x: js x", short),
            ("jl x", long),
            ("js y", forward),
            ("js -2", "fe01"),
            ("y: js 3", "0301"),
        ];
        check("Own", &own(relative), &lines);
    }
    assert_eq!(
        error("Own", &own(", 0, 2"), "js x\n.byte 1\nx:"),
        "1:4: error: operand out of range: 3: expected a multiple of 2 from -256 to 254"
    );
    assert_eq!(
        error("Own", &own(""), "js x"),
        "1:4: error: the address of 'x' is unknown, and the operand has no relocation"
    );
}

#[test]
fn private_labels_are_symbols_if_relocations_need_them() {
    let symbols = |text: &str| {
        assembled("AVR", AVR, text, |assembly| {
            let symbols = assembly.expect("the text is valid").symbols;
            symbols.into_iter().map(|symbol| symbol.name).collect::<Vec<_>>()
        })
    };
    assert_eq!(symbols("1: rjmp 1b\n.Lx: rjmp .Lx\nx: rjmp x"), ["x"]);
    let needed = symbols("1: .Lx: .data\n.word 1b, .Lx, .");
    assert_eq!(needed, [".Lx", ".Ltmp1_1", ".Ltmp_1"]);
}
