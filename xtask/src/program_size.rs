//! `cargo xtask program-size`: prints the largest crates and functions in the program, and compares its size with a limit.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, SymbolKind, elf};
use xtask_support::arguments::{flag, path};
use xtask_support::{CommandOutcome, say, summary, workspace};

/// Maximum bytes without symbols, for the profile `release` and 64-bit Linux: the current size plus one percent.
const MAX_BYTES: u64 = 30_830_000;

/// Rows in each table.
const ROWS: usize = 30;

/// Bytes in each part, without symbols and debug information.
#[derive(Default)]
struct ProgramSize {
    /// Loaded sections, by name.
    sections: Vec<(String, u64)>,
    /// Functions by crate. A generic function counts for the crate with its definition.
    crates: HashMap<String, FunctionSum>,
    /// Functions by name. A generic function has several instances.
    functions: HashMap<String, FunctionSum>,
}

#[derive(Clone, Copy, Default)]
struct FunctionSum {
    bytes: u64,
    instances: u32,
}

impl FunctionSum {
    fn add(&mut self, bytes: u64) {
        self.bytes += bytes;
        self.instances += 1;
    }
}

pub(crate) fn command() -> Command {
    Command::new("program-size")
        .about("Print the largest crates and functions in the program")
        .arg(path("program", "The program, with symbols [default: target/release/tablewright]"))
        .arg(flag("check", "Also hold the size to its limit"))
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let program = args.get_one::<PathBuf>("program").cloned();
    let program = program.unwrap_or_else(|| workspace().join("target/release/tablewright"));
    let problem = |e: String| format!("{}: {e}", program.display());
    let bytes = fs::read(&program).map_err(|e| problem(e.to_string()))?;
    let file = object::File::parse(&*bytes).map_err(|e| problem(e.to_string()))?;
    let size = ProgramSize::measure(&file);
    let total: u64 = size.sections.iter().map(|(_, bytes)| bytes).sum();
    print(&size, total);
    if !args.get_flag("check") {
        return Ok(ExitCode::SUCCESS);
    }
    say!("{MAX_BYTES:>9} bytes at most");
    let is_small = total <= MAX_BYTES;
    Ok(summary(usize::from(is_small), usize::from(!is_small)))
}

impl ProgramSize {
    fn measure(file: &object::File<'_>) -> ProgramSize {
        let mut size = ProgramSize::default();
        for section in file.sections() {
            let SectionFlags::Elf { sh_flags } = section.flags() else { continue };
            let is_loaded = sh_flags & u64::from(elf::SHF_ALLOC) != 0;
            // Zeroed data is not in the file.
            let Some((_, bytes)) = section.file_range().filter(|_| is_loaded) else { continue };
            size.sections.push((section.name().unwrap_or_default().to_owned(), bytes));
        }
        for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
            let name = symbol.name().unwrap_or_default();
            // The alternate form leaves the hash out.
            let name = format!("{:#}", rustc_demangle::demangle(name));
            size.crates.entry(crate_of(&name).to_owned()).or_default().add(symbol.size());
            size.functions.entry(name).or_default().add(symbol.size());
        }
        size
    }
}

/// Returns the first crate in a function's name. If the name has a crate of this workspace, returns that crate.
fn crate_of(name: &str) -> &str {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut crates = name.match_indices("::").filter_map(|(end, _)| {
        let start = name[..end].rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
        let is_first = !name[..start].ends_with("::");
        (is_first && start < end).then_some(&name[start..end])
    });
    let own = crates.clone().find(|name| name.starts_with("tablewright"));
    own.or_else(|| crates.next()).unwrap_or("(not Rust)")
}

fn print(size: &ProgramSize, total: u64) {
    let mut sections: Vec<_> = size.sections.iter().collect();
    sections.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    say!("    bytes  section");
    for (name, bytes) in sections.into_iter().filter(|(_, bytes)| bytes * 1000 > total) {
        say!("{bytes:>9}  {name}");
    }
    for (title, sums) in [("crate", &size.crates), ("function", &size.functions)] {
        say!("\n    bytes functions  {title}");
        let mut sums: Vec<_> = sums.iter().collect();
        sums.sort_by_key(|(name, sum)| (std::cmp::Reverse(sum.bytes), *name));
        for (name, FunctionSum { bytes, instances }) in sums.into_iter().take(ROWS) {
            say!("{bytes:>9} {instances:>9}  {name}");
        }
    }
    say!("\n{total:>9} bytes without symbols");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_of_this_workspace_come_first() {
        assert_eq!(crate_of("tablewright_text::append::Append::append_to"), "tablewright_text");
        let method = "<tablewright_mlir::Op as core::fmt::Display>::fmt";
        assert_eq!(crate_of(method), "tablewright_mlir");
        let drop = "core::ptr::drop_in_place<alloc::vec::Vec<tablewright_syntax::Token>>";
        assert_eq!(crate_of(drop), "tablewright_syntax");
        assert_eq!(crate_of("core::slice::sort::quicksort"), "core");
        assert_eq!(crate_of("memcpy"), "(not Rust)");
    }
}
