//! Disassembles words from a part of RISC-V in Rust, without generated code or C++.
//!
//! ```text
//! cargo run --example disassembler --features target -- 00a58513 fe0514e3
//! ```
#![expect(clippy::print_stdout, reason = "showing them is what the program is for")]

mod disassembler;

use std::env;
use std::error::Error;

use disassembler::Disassembler;
use tablewright::{LoadError, Loaded, Session};

fn main() -> Result<(), Box<dyn Error>> {
    let loaded = load()?;
    let disassembler = Disassembler::new(&loaded.store)?;
    for arg in env::args().skip(1) {
        let text = disassembler.text(u32::from_str_radix(&arg, 16)?)?;
        println!("{arg}  {}", text.as_deref().unwrap_or("no instruction"));
    }
    Ok(())
}

/// Loads the description beside this program.
fn load() -> Result<Loaded, LoadError> {
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/disassembler");
    let prelude = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target/prelude");
    Session::new().include_dir(prelude).load_file(format!("{here}/riscv.td"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_disassembled() {
        let loaded = load().expect("the description is correct");
        let disassembler = Disassembler::new(&loaded.store).expect("the encodings are correct");
        for (word, expected) in [
            (0x00a5_8513, Some("addi x10, x11, 10")),
            (0xfff5_0513, Some("addi x10, x10, -1")),
            (0x4015_5593, Some("srai x11, x10, 1")),
            (0x0081_2503, Some("lw x10, 8(x2)")),
            (0xfea1_2e23, Some("sw x10, -4(x2)")),
            (0xfe05_14e3, Some("bne x10, x0, -24")),
            (0x1234_50b7, Some("lui x1, 74565")),
            (0xff9f_f0ef, Some("jal x1, -8")),
            (0x0000_0000, None),
        ] {
            let text = disassembler.text(word).expect("the description has all fields");
            assert_eq!(text.as_deref(), expected, "{word:08x}");
        }
    }
}
