//! The example target, whose operand syntax is in records of the description.

use tablewright_machine::assemble::{AsmRows, assemble, elf};
use tablewright_machine::{DecodedUnit, Machine, MachineOptions};
use tablewright_records::RecordStore;
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

fn toy() -> RecordStore {
    let dirs = ["asm-syntax", "toy-target", "toy-target/prelude"];
    let session = dirs
        .iter()
        .fold(Session::new(), |session, dir| session.include_dir(format!("{EXAMPLES}/{dir}")));
    let loaded = session.load_file(format!("{EXAMPLES}/asm-syntax/ToyAsm.td"));
    loaded.expect("the example is valid").into_store()
}

fn machine<'s>(store: &'s RecordStore, cpu: &str) -> Machine<'s> {
    let options = MachineOptions { processor: Some(cpu.to_owned()), ..MachineOptions::default() };
    Machine::new(store, &options, &mut Diagnostics::new()).expect("the example is valid")
}

/// Returns the bytes of a text in hexadecimal digits, or its errors.
fn assembled(cpu: &str, text: &str) -> String {
    let store = toy();
    let machine = machine(&store, cpu);
    let rows = AsmRows::new(&machine, &mut Diagnostics::new()).expect("the example is valid");
    match assemble(&machine, &rows, text) {
        Ok(assembly) => {
            assembly.sections[0].bytes.iter().map(|byte| format!("{byte:02x}")).collect()
        }
        Err(errors) => {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            errors.join("\n")
        }
    }
}

#[test]
fn every_word_is_printed_and_read_again() {
    let store = toy();
    let machine = machine(&store, "toy2");
    let rows = AsmRows::new(&machine, &mut Diagnostics::new()).expect("the example is valid");
    assert_eq!(machine.unknown_methods(), []);
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut count = 0;
    for _ in 0..100_000 {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let bytes = (random as u32).to_le_bytes();
        let Ok(decoded) = machine.decode(&bytes) else { continue };
        let mut text = String::new();
        machine.print(&decoded.insn, &mut text);
        let assembly = assemble(&machine, &rows, &text).map_err(|errors| errors[0].to_string());
        let assembly = assembly.unwrap_or_else(|error| panic!("{text}: {error}"));
        // Bits without a meaning may differ, so the instructions are compared.
        let again = machine.decode(&assembly.sections[0].bytes).expect("it was assembled");
        assert_eq!(again.insn, decoded.insn, "{text}");
        count += 1;
    }
    assert!(count > 500, "{count} words are instructions");
}

#[test]
fn labels_and_directives() {
    let text = "\
# comment
start: addi r1, r2, -5
  beq r1, r2, start   /* backwards */
  jmp 1f
1: .half 0x1234, start2 - start
start2 = start + 4
  .asciz \"a\"
  .balign 4
";
    assert_eq!(assembled("toy2", text), "fbffa020fcff1460040000803412040061000000");
}

#[test]
fn a_record_changes_the_unit_of_a_distance() {
    let dirs = ["asm-syntax", "toy-target", "toy-target/prelude"];
    let session = dirs
        .iter()
        .fold(Session::new(), |session, dir| session.include_dir(format!("{EXAMPLES}/{dir}")));
    let description = "include \"ToyAsm.td\"\ndef : AsmRelative<brtarget, 4, 4>;\n";
    let loaded = session.load_text("a.td", description).expect("the description is valid");
    let machine = machine(&loaded.store, "toy2");
    let rows = AsmRows::new(&machine, &mut Diagnostics::new()).expect("the example is valid");
    let text = "x: beq r1, r2, x\njmp y\njmp x\ny:";
    let assembly = assemble(&machine, &rows, text).expect("the text is valid");
    let words = assembly.sections[0].bytes.chunks(4);
    let distances: Vec<i16> = words.map(|word| i16::from_le_bytes([word[0], word[1]])).collect();
    assert_eq!(distances, [-1, 1, -3]);
}

#[test]
fn errors_have_a_column_and_name_what_was_expected() {
    for (line, error) in [
        ("addi r1, r2, 40000", "1:14: error: operand 3: expected a number from -32768 to 32767"),
        ("addi r1 r2", "1:9: error: operand 1: expected ','"),
        ("adi r1, r2, 3", "1:1: error: unknown instruction 'adi'"),
        ("mull r1, r2, r3", "1:1: error: unknown instruction 'mull', did you mean 'mul'?"),
        ("add r1, r2, r9", "1:13: error: operand 3: expected a register"),
        ("mul r0:1, r2, r3", "1:1: error: the instruction needs HasMul"),
        (
            "jmp nowhere",
            "1:5: error: the address of 'nowhere' is unknown, and the operand has no relocation",
        ),
        ("x:\nx:", "2:1: error: expected a new symbol, 'x' is already defined"),
        (".wrd 3", "1:1: error: expected a known directive"),
        ("a = a\n.word a", "2:1: error: 'a' is defined by itself"),
    ] {
        assert_eq!(assembled("toy1", line), error, "{line}");
    }
}

#[test]
fn hostile_text_is_an_error_or_an_assembly() {
    let store = toy();
    let machine = machine(&store, "toy2");
    let rows = AsmRows::new(&machine, &mut Diagnostics::new()).expect("the example is valid");
    let pieces = [
        "addi",
        " ",
        "r1",
        ",",
        "(",
        ")",
        "-",
        "0x",
        "9",
        "é",
        "\"",
        "\\",
        ":",
        "=",
        ".word",
        ".space",
        ";",
        "/*",
        "%lo(",
        "$",
        "'",
        "\n",
        ".align",
        "99999999999999999999",
        "1f",
        "~",
    ];
    let mut random = 88_172_645_463_325_252_u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..8 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            text.push_str(pieces[random as usize % pieces.len()]);
        }
        if let Ok(assembly) = assemble(&machine, &rows, &text) {
            elf::object_file(&machine, &assembly).expect("it is small");
        }
    }
}

#[test]
fn bytes_are_decoded_to_their_end() {
    let store = toy();
    let machine = machine(&store, "toy2");
    // An instruction, a word without one, and the first two bytes of an instruction.
    let bytes = [0xfb, 0xff, 0xa0, 0x20, 0xff, 0xff, 0xff, 0xff, 0xfb, 0xff];
    let units = machine.decode_all(&bytes);
    let is_word = |unit: DecodedUnit| matches!(unit, DecodedUnit::Word(_));
    let found: Vec<(usize, bool)> = units.map(|(own, unit)| (own.len(), is_word(unit))).collect();
    // The shortest instructions have two bytes.
    assert_eq!(found, [(4, true), (2, false), (2, false), (2, false)]);
    assert_eq!(machine.decode_all(&[]).count(), 0);
}

#[test]
fn a_point_is_the_address_of_the_statement() {
    let with_labels = assembled("toy2", "x: beq r1, r2, x + 8\ny: beq r1, r2, y - 4");
    assert_eq!(assembled("toy2", "beq r1, r2, . + 8\nbeq r1, r2, .-4"), with_labels);
    let sized = assembled("toy2", "x: .byte 1, 2\n.set size, . - x\n.byte size, . - x");
    assert_eq!(sized, "01020203");
    let refused = "1:1: error: expected a symbol other than '.'; .space leaves out bytes";
    assert_eq!(assembled("toy2", ". = 8"), refused);
}
