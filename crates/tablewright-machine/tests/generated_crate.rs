//! Generated crates are compiled, and their text is compared with the text of a machine.

#![expect(clippy::disallowed_methods, reason = "a test compiles the files of a crate")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustc_hash::FxHashSet;
use tablewright_machine::generate::{CrateOptions, generate_crate};
use tablewright_machine::{Machine, MachineOptions};
use tablewright_records::RecordStore;
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

/// Returns the fixture for RISC-V, without the instruction whose method has no row.
fn riscv() -> String {
    let lines = include_str!("riscv.td").lines().filter(|line| !line.contains("OTHER"));
    lines.map(|line| format!("{line}\n")).collect()
}

fn store_with(text: &str) -> RecordStore {
    let session = Session::new().include_dir(format!("{EXAMPLES}/toy-target/prelude"));
    session.load_text("a.td", text).expect("the description is valid").into_store()
}

/// Generates a crate, compiles it without warnings, and returns the path of its example.
fn compiled(store: &RecordStore, name: &str) -> PathBuf {
    let options = CrateOptions { name: Some(name.to_owned()), ..CrateOptions::default() };
    let files = generate_crate(store, &options, &mut Diagnostics::new());
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for file in files.expect("the description has Rust code") {
        let path = dir.join(&file.path);
        fs::create_dir_all(path.parent().expect("a file is in a directory")).expect("it is new");
        fs::write(path, file.text).expect("the directory is writable");
    }
    rustc(&dir, &["--crate-type", "rlib", "--crate-name", name, "src/lib.rs"]);
    let library = format!("{name}=lib{name}.rlib");
    rustc(&dir, &["--extern", &library, "examples/disassemble.rs", "-o", "disassemble"]);
    dir.join("disassemble")
}

fn rustc(dir: &Path, arguments: &[&str]) {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let mut command = Command::new(compiler);
    command.args(["--edition", "2021", "-Dwarnings"]).args(arguments).current_dir(dir);
    let output = command.output().expect("a compiler is installed");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
}

/// Runs the example on lines of digits.
fn run(program: &Path, arguments: &[&str], input: String) -> String {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program was compiled");
    let mut stdin = child.stdin.take().expect("it is piped");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the program runs");
    writer.join().expect("the thread ends").expect("the program reads all lines");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("the text is UTF-8")
}

/// Returns random words.
fn words(count: usize) -> impl Iterator<Item = [u8; 4]> {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    (0..count).map(move |_| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        // Instructions of the fixtures have zeros in registers and in upper bits.
        let registers = [!0, !0xf80, !0x1_f000, !0x1_ff80][(random >> 62) as usize];
        let upper = u32::MAX >> [0, 1, 4, 6, 8, 9, 11, 12][(random >> 59 & 7) as usize];
        (random as u32 & registers & upper).to_le_bytes()
    })
}

/// Compares the text for random words, and returns the number of different instructions.
fn compare(store: &RecordStore, program: &Path, arguments: &[&str]) -> usize {
    compare_words(store, program, arguments, words(20_000).map(Vec::from))
}

/// Compares the text for words, and returns the instruction count.
fn compare_words(
    store: &RecordStore,
    program: &Path,
    arguments: &[&str],
    words: impl Iterator<Item = Vec<u8>>,
) -> usize {
    let mut options = MachineOptions::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match *argument {
            "--mcpu" => options.processor = rest.next().map(|name| (*name).to_owned()),
            "--mattr" => options.features.extend(rest.next().map(|name| (*name).to_owned())),
            _ => options.no_aliases = true,
        }
    }
    let machine = Machine::new(store, &options, &mut Diagnostics::new()).expect("they are valid");
    let (mut input, mut expected) = (String::new(), String::new());
    let mut instructions = FxHashSet::default();
    for word in words {
        let digits: Vec<String> = word.iter().map(|byte| format!("{byte:02x}")).collect();
        input += &format!("{}\n", digits.join(" "));
        let mut bytes = &word[..];
        while !bytes.is_empty() {
            expected.push('\t');
            let size = match machine.decode(bytes) {
                Ok(decoded) => {
                    instructions.insert(decoded.insn.instruction);
                    machine.print(&decoded.insn, &mut expected);
                    decoded.size
                }
                Err(error) => {
                    expected.push_str("<unknown>");
                    error.skip
                }
            };
            bytes = &bytes[size.min(bytes.len())..];
            expected.push('\n');
        }
    }
    let text = run(program, arguments, input);
    let mut lines = text.lines().zip(expected.lines());
    assert_eq!(lines.find(|(text, expected)| text != expected), None);
    assert_eq!(text.lines().count(), expected.lines().count());
    instructions.len()
}

#[test]
fn the_crate_of_the_example_target_prints_like_a_machine() {
    let dirs = ["asm-syntax", "toy-target", "toy-target/prelude"];
    let session = dirs
        .iter()
        .fold(Session::new(), |session, dir| session.include_dir(format!("{EXAMPLES}/{dir}")));
    let loaded = session.load_file(format!("{EXAMPLES}/asm-syntax/ToyAsm.td"));
    let store = loaded.expect("the example is valid").into_store();
    let program = compiled(&store, "toy_code");
    assert!(compare(&store, &program, &["--mcpu", "toy2"]) >= 10);
    compare(&store, &program, &["--mcpu", "toy2", "--no-aliases"]);
    compare(&store, &program, &[]);
}

#[test]
fn features_of_a_crate_are_chosen_when_it_runs() {
    let store = store_with(&riscv());
    let program = compiled(&store, "riscv_code");
    assert_eq!(compare(&store, &program, &["--mattr", "+64bit"]), 15);
    assert_eq!(compare(&store, &program, &["--mattr", "-64bit"]), 15);
    compare(&store, &program, &["--mattr", "+64bit", "--no-aliases"]);
}

/// Returns words that differ from some words in a few bits.
fn near(seeds: &'static [&'static str]) -> impl Iterator<Item = Vec<u8>> {
    let byte = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).expect("digits are ASCII");
        u8::from_str_radix(digits, 16).expect("words have digits")
    };
    let mut random = words(4 * 20_000).map(u32::from_le_bytes);
    (0..3_000).map(move |index| {
        let seed = seeds[index % seeds.len()].as_bytes();
        let mut word: Vec<u8> = seed.chunks(2).map(byte).collect();
        for _ in 0..random.next().unwrap_or(0) % 7 {
            let bit = random.next().unwrap_or(0) as usize % (word.len() * 8);
            word[bit / 8] ^= 1 << (bit % 8);
        }
        word
    })
}

/// Returns a target description with a name and the registers' namespace.
fn target(name: &str, text: &str) -> RecordStore {
    store_with(&format!(
        "include \"llvm/Target/Target.td\"\n\
         class R<string name, int number, list<string> other = []> : Register<name, other> {{\n\
           let Namespace = \"{name}\"; let HWEncoding = number;\n\
         }}\n\
         class I<dag outs, dag ins, string text, int size> : Instruction {{\n\
           let Namespace = \"{name}\"; let Size = size;\n\
           let OutOperandList = outs; let InOperandList = ins; let AsmString = text;\n\
         }}\n\
         {text}\n\
         def Info : InstrInfo;\n\
         def {name} : Target {{ let InstructionSet = Info; }}\n"
    ))
}

#[test]
fn instructions_of_bpf_have_a_tail() {
    let store = target("BPF", include_str!("crates/bpf.td"));
    let program = compiled(&store, "bpf_code");
    let seeds = &["61120800000000000000000000000000", "18010000785634120000000044332211"];
    assert_eq!(compare_words(&store, &program, &[], near(seeds)), 2);
}

#[test]
fn a_function_selects_the_tables_of_msp430() {
    let store = target("MSP430", include_str!("crates/msp430.td"));
    let program = compiled(&store, "msp430_code");
    let seeds = &["05440000", "15440800", "15420800", "15400800", "0028"];
    assert_eq!(compare_words(&store, &program, &[], near(seeds)), 3);
}

#[test]
fn avr_refuses_words_and_accepts_an_instruction_without_its_feature() {
    let store = target("AVR", include_str!("crates/avr.td"));
    let program = compiled(&store, "avr_code");
    let seeds = &["1c90", "1880", "4fa3", "85cc", "0190"];
    assert_eq!(compare_words(&store, &program, &[], near(seeds)), 3);
    for feature in ["+ldd", "+tinyencoding"] {
        assert_eq!(compare_words(&store, &program, &["--mattr", feature], near(seeds)), 4);
    }
}

#[test]
fn functions_convert_bits_of_lanai() {
    let store = target("Lanai", include_str!("crates/lanai.td"));
    let program = compiled(&store, "lanai_code");
    let seeds = &["80900000", "80910004", "90910001", "a0910502", "a09107c2"];
    assert_eq!(compare_words(&store, &program, &[], near(seeds)), 3);
}

#[test]
fn register_names_of_sparc_depend_on_a_feature() {
    let store = target("Sparc", include_str!("crates/sparc.td"));
    let program = compiled(&store, "sparc_code");
    let seeds = &["10840005", "20880000", "31000008", "42000008", "530000ff"];
    assert_eq!(compare_words(&store, &program, &[], near(seeds)), 5);
    assert_eq!(compare_words(&store, &program, &["--mattr", "+v9"], near(seeds)), 5);
}

#[test]
fn registers_of_systemz_may_be_absent() {
    let store = target("SystemZ", include_str!("crates/systemz.td"));
    let program = compiled(&store, "systemz_code");
    let seeds = &["5a121123", "5a102123", "58101123", "a7100000"];
    assert_eq!(compare_words(&store, &program, &[], near(seeds)), 3);
}

#[test]
fn methods_without_a_row_are_refused() {
    let store = store_with(include_str!("riscv.td"));
    let mut diagnostics = Diagnostics::new();
    let error = generate_crate(&store, &CrateOptions::default(), &mut diagnostics).unwrap_err();
    assert_eq!(
        tablewright_test_support::error_of(error),
        "cannot generate a crate: no Rust code for the methods decodeOther"
    );
}
