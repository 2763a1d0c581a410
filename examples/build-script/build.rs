//! Turns `opcodes.td` into Rust: an enum, and its properties.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use tablewright::{RecordStore, Session};

fn main() -> Result<(), Box<dyn Error>> {
    let loaded = Session::new().load_file("opcodes.td")?;
    // The script runs again when one of the files changes.
    for file in ["opcodes.td"].into_iter().chain(loaded.dependencies.iter().map(String::as_str)) {
        println!("cargo::rerun-if-changed={file}");
    }
    let path = Path::new(&env::var("OUT_DIR")?).join("opcodes.rs");
    fs::write(path, opcodes(&loaded.store)?)?;
    Ok(())
}

fn opcodes(store: &RecordStore) -> Result<String, Box<dyn Error>> {
    let opcodes = store.derived_from_name("Opcode")?;
    let mut variants = String::new();
    let mut effects = String::new();
    let mut bytes = String::new();
    for opcode in opcodes {
        let (byte, pops) = (opcode.int("Byte")?, opcode.int("Pops")?);
        writeln!(variants, "    /// `{opcode}`\n    {opcode} = {byte},")?;
        let effect = opcode.int("Pushes")? - pops;
        writeln!(effects, "            Opcode::{opcode} => {effect},")?;
        writeln!(bytes, "            {byte} => Some(Opcode::{opcode}),")?;
    }
    Ok(format!(
        "/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Opcode {{
{variants}}}

impl Opcode {{
    /// The instruction of a byte.
    pub fn of(byte: u8) -> Option<Opcode> {{
        match byte {{
{bytes}            _ => None,
        }}
    }}

    /// By how much it changes the height of the stack.
    pub fn effect(self) -> i32 {{
        match self {{
{effects}        }}
    }}
}}
"
    ))
}
