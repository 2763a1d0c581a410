//! Development driver: `mc TARGET.td INCLUDE… -- [options]`, words on standard input.
use std::io::Read as _;
use std::time::Instant;
use tablewright_machine::{Machine, MachineOptions};
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut session = Session::new();
    let mut options = MachineOptions::default();
    let mut file = String::new();
    let mut raw = 0usize;
    for arg in &args {
        if let Some(dir) = arg.strip_prefix("-I") {
            session = session.include_dir(dir);
        } else if let Some(f) = arg.strip_prefix("-mattr=") {
            options.features.push(f.to_owned());
        } else if let Some(f) = arg.strip_prefix("-mcpu=") {
            options.processor = Some(f.to_owned());
        } else if let Some(f) = arg.strip_prefix("-variant=") {
            options.variant = f.parse().unwrap();
        } else if let Some(f) = arg.strip_prefix("-raw=") {
            raw = f.parse().unwrap();
        } else if arg == "-asm" {
            raw = 77;
        } else if arg == "-no-aliases" {
            options.no_aliases = true;
        } else {
            file = arg.clone();
        }
    }
    let loaded = match session.load_file(&file) {
        Ok(l) => l,
        Err(e) => {
            eprintln!("{e}");
            return;
        }
    };
    let t = Instant::now();
    let mut d = Diagnostics::new();
    let machine = match Machine::new(&loaded.store, &options, &mut d) {
        Ok(m) => m,
        Err(_) => {
            eprintln!("failed: {d:?}");
            return;
        }
    };
    eprintln!("compiled in {:?}", t.elapsed());
    eprintln!(
        "unknown: {:?}",
        machine.unknown_methods().iter().map(|u| u.method.clone()).collect::<Vec<_>>()
    );
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    if raw == 77 {
        let t = Instant::now();
        let rows = match tablewright_machine::assemble::AsmRows::new(&machine, &mut d) {
            Ok(r) => r,
            Err(_) => {
                eprintln!("rows failed {d:?}");
                return;
            }
        };
        eprintln!("rows in {:?}", t.elapsed());
        let t = Instant::now();
        match tablewright_machine::assemble::assemble(&machine, &rows, &input) {
            Ok(a) => {
                for l in &a.lines {
                    println!(
                        "{} {}",
                        l.line,
                        l.bytes.iter().map(|b| format!("{b:02x}")).collect::<String>()
                    );
                }
                for s in &a.sections {
                    for r in &s.relocations {
                        println!(
                            "R {} {:x} {} {} {}",
                            s.name, r.offset, r.number, r.symbol, r.addend
                        );
                    }
                }
                if let Ok(o) = tablewright_machine::assemble::elf::object_file(&machine, &a) {
                    std::fs::write("/tmp/mach/out.o", o).unwrap();
                }
            }
            Err(es) => {
                for e in es {
                    println!("E {} {} {}", e.line, e.column, e.message)
                }
            }
        }
        eprintln!("assembled in {:?}", t.elapsed());
        return;
    }
    let t = Instant::now();
    let mut out = String::new();
    let mut n = 0;
    for line in input.lines() {
        let bytes: Vec<u8> = line
            .split_whitespace()
            .map(|b| u8::from_str_radix(b.trim_start_matches("0x"), 16).unwrap())
            .collect();
        n += 1;
        match machine.decode(&bytes) {
            Ok(decoded) => {
                machine.print(&decoded.insn, &mut out);
                if raw > 0 && machine.encode(&decoded.insn).as_deref() != bytes.get(..decoded.size)
                {
                    out.push_str(&format!(" !!{:?}", machine.encode(&decoded.insn)));
                }
            }
            Err(_) => out.push_str("<bad>"),
        }
        out.push('\n');
    }
    eprintln!("{n} words in {:?}", t.elapsed());
    print!("{out}");
}
