//! Prints bytes as instructions: `disassemble --mcpu NAME --mattr +a,-b`, digits in standard input.

use std::io::{self, BufRead, Write};

use machine_code::{Decoder, Features};

fn main() -> Result<(), String> {
    let mut features = Features::default();
    let mut has_aliases = true;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if arg == "--no-aliases" {
            has_aliases = false;
            continue;
        }
        let value = args.next().ok_or("an option has no value")?;
        match arg.as_str() {
            "--mcpu" => features = Features::for_cpu(&value).ok_or("unknown processor")?,
            // --march
            "--mattr" => features = features.with_changes(&value).map_err(|it| it.to_string())?,
            _ => return Err(format!("unknown option {arg}")),
        }
    }
    let decoder = Decoder::new(features);
    let decoder = if has_aliases { decoder } else { decoder.without_aliases() };
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let bytes: Result<Vec<u8>, _> =
            line.split_whitespace().map(|byte| u8::from_str_radix(byte, 16)).collect();
        for decoded in decoder.iter(&bytes.map_err(|error| error.to_string())?) {
            let result = match decoded.insn {
                Some(insn) => writeln!(out, "\t{insn}"),
                None => writeln!(out, "\t<unknown>"),
            };
            result.map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}
