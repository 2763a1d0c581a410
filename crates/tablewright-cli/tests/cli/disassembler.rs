//! The disassembler that is an example of the library, compared with `tablewright encoding --decode`.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::Stdio;

use tablewright_session::Session;

use crate::{Dir, Ran, program};
use example::Disassembler;

#[path = "../../../tablewright/examples/disassembler/disassembler.rs"]
mod example;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tablewright/examples/disassembler");
const PRELUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target/prelude");

/// Words with all opcodes and functions of the description, with different operands, and words that are none.
fn words() -> BTreeSet<u32> {
    let opcodes = [0x33, 0x13, 0x03, 0x67, 0x23, 0x63, 0x37, 0x17, 0x6f, 0x7f, 0x00];
    let mut words = BTreeSet::new();
    let mut operands = 0x0123_4567u32;
    for opcode in opcodes {
        for function in 0..8 {
            for high in [0, 0x4000_0000, 0x8000_0000] {
                operands = operands.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                words.insert(high | operands & 0x01ff_8f80 | function << 12 | opcode);
            }
        }
    }
    words
}

/// What `tablewright encoding` prints of the words that it reads.
fn decoded_by_program(words: &str) -> String {
    let dir = Dir::new();
    let mut command = dir.command(program());
    command.args(["encoding", "-I", PRELUDE, "--decode", "-", &format!("{EXAMPLE}/riscv.td")]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(words.as_bytes()).unwrap();
    Ran::from_output(child.wait_with_output().unwrap()).ok()
}

#[test]
fn words_are_what_the_program_decodes() {
    let session = Session::new().include_dir(PRELUDE);
    let loaded = session.load_file(format!("{EXAMPLE}/riscv.td")).expect("it is correct");
    let disassembler = Disassembler::new(&loaded.store).expect("the encodings are correct");
    let words: Vec<String> = words().iter().map(|word| format!("{word:08x}")).collect();
    let decoded = decoded_by_program(&words.join("\n"));
    let mut instructions = 0;
    let mut lines = decoded.lines();
    for word in &words {
        lines.find(|line| line == word).expect("each word is decoded");
        let line = lines.next().unwrap_or_default().trim();
        let expected = line.split_whitespace().next().filter(|_| line != "no instruction");
        let number = u32::from_str_radix(word, 16).unwrap();
        let found = disassembler.instruction(number).map(|record| record.name());
        assert_eq!(found, expected, "{word}");
        assert_eq!(disassembler.text(number).unwrap().is_some(), found.is_some(), "{word}");
        instructions += usize::from(found.is_some());
    }
    assert!(instructions > 50, "{instructions} of {} words are instructions", words.len());
}
