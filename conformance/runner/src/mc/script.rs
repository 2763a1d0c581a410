//! Tests: their `RUN:` lines and their instructions.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::targets::{McTarget, OTHER_LANGUAGE};

/// A test file.
pub(super) struct McTest {
    pub(super) path: PathBuf,
    pub(super) settings: Vec<McSetting>,
    /// Instructions, or bytes.
    pub(super) lines: Vec<String>,
}

/// A run's options.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct McSetting {
    pub(super) is_disassembly: bool,
    pub(super) triple: String,
    pub(super) processor: String,
    pub(super) features: Vec<String>,
    pub(super) no_aliases: bool,
    /// The processor if the run names none.
    pub(super) default_processor: &'static str,
}

impl McSetting {
    /// Parses arguments for `llvm-mc`. Returns `None` for another target's architecture.
    fn parse(words: &[&str], target: &McTarget) -> Option<McSetting> {
        let mut setting = McSetting {
            is_disassembly: false,
            triple: String::new(),
            processor: String::new(),
            features: Vec::new(),
            no_aliases: false,
            default_processor: "",
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let option = word.trim_start_matches('-');
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let mut value = || match value {
                "" => words.next().map_or("", |word| *word).to_owned(),
                value => value.to_owned(),
            };
            match name {
                "triple" | "arch" => setting.triple = value(),
                "mcpu" => setting.processor = value(),
                "mattr" => {
                    let value = value();
                    let signed = |name: &str| {
                        if name.starts_with(['+', '-']) {
                            name.to_owned()
                        } else {
                            format!("+{name}")
                        }
                    };
                    let names = value.trim_matches(['"', '\'']).split(',');
                    let names = names.map(str::trim).filter(|name| !name.is_empty());
                    setting.features.extend(names.map(signed));
                }
                "M" => setting.no_aliases |= value() == "no-aliases",
                "riscv-no-aliases" | "loongarch-no-aliases" => setting.no_aliases = true,
                "disassemble" => setting.is_disassembly = true,
                _ => {}
            }
        }
        let mut parts = setting.triple.split('-');
        let own = parts.next().unwrap_or_default();
        if parts.any(|part| part.starts_with(OTHER_LANGUAGE)) {
            return None;
        }
        let mut architectures = target.architectures.iter();
        setting.default_processor = architectures.find(|(name, _)| *name == own)?.1;
        Some(setting)
    }

    /// Returns the arguments for `llvm-mc`.
    pub(super) fn arguments(&self) -> Vec<String> {
        let mut arguments = vec![format!("-triple={}", self.triple)];
        if !self.processor.is_empty() {
            arguments.push(format!("-mcpu={}", self.processor));
        }
        if !self.features.is_empty() {
            arguments.push(format!("-mattr={}", self.features.join(",")));
        }
        if self.no_aliases {
            arguments.extend(["-M".to_owned(), "no-aliases".to_owned()]);
        }
        arguments
    }
}

/// Reads a target's tests.
pub(super) fn tests(target: &McTarget, root: &Path) -> Result<Vec<McTest>, String> {
    let mut paths = Vec::new();
    for dir in [root.join(target.name), root.join("Disassembler").join(target.name)] {
        collect(&dir, &mut paths)?;
    }
    paths.sort();
    paths.into_iter().map(|path| test(path, target)).collect()
}

fn collect(dir: &Path, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    let Ok(entries) = fs::read_dir(dir) else { return Ok(()) };
    for entry in entries {
        let path = entry.map_err(|e| format!("{}: {e}", dir.display()))?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|it| it == "s" || it == "txt") {
            paths.push(path);
        }
    }
    Ok(())
}

fn test(path: PathBuf, target: &McTarget) -> Result<McTest, String> {
    let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut settings = BTreeSet::new();
    for command in run_lines(&text).iter().flat_map(|line| line.split('|')) {
        let words: Vec<&str> = command.split_whitespace().collect();
        if let Some(at) = words.iter().position(|word| *word == "llvm-mc") {
            settings.extend(McSetting::parse(&words[at + 1..], target));
        }
    }
    let is_bytes = path.extension().is_some_and(|it| it == "txt");
    settings.retain(|setting| setting.is_disassembly == is_bytes);
    let lines = if is_bytes { bytes_lines(&text) } else { instructions(&text, target) };
    Ok(McTest { path, settings: settings.into_iter().collect(), lines })
}

/// Returns the commands, with continued lines joined.
fn run_lines(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut is_continued = false;
    for line in text.lines() {
        let Some((_, command)) = line.split_once("RUN:") else { continue };
        let command = command.trim();
        let end = command.trim_end_matches('\\').trim();
        match commands.last_mut().filter(|_| is_continued) {
            Some(last) => *last = format!("{last} {end}"),
            None => commands.push(end.to_owned()),
        }
        is_continued = command.ends_with('\\');
    }
    commands
}

/// Returns the lines with bytes, each with an instruction.
fn bytes_lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let is_bytes = |line: &&str| {
        let mut words = line.split([' ', ',']).filter(|word| !word.is_empty()).peekable();
        words.peek().is_some()
            && words.all(|word| {
                let digits = word.strip_prefix("0x").unwrap_or("");
                !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit())
            })
    };
    lines.filter(is_bytes).map(|line| line.replace(',', " ")).collect()
}

/// Returns the instructions outside macros, without labels and comments.
fn instructions(text: &str, target: &McTarget) -> Vec<String> {
    let mut lines = Vec::new();
    let mut is_macro = false;
    let mut is_comment = false;
    for line in text.lines() {
        let line = uncommented(line, target, &mut is_comment);
        let line = without_label(line.trim(), target);
        if line.starts_with(".macro") || line.starts_with(".rept") {
            is_macro = true;
        } else if line.starts_with(".endm") || line.starts_with(".endr") {
            is_macro = false;
        } else if !is_macro
            && line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '*')
            && !is_several(line, target)
        {
            lines.push(line.to_owned());
        }
    }
    lines.sort();
    lines.dedup();
    lines
}

/// Whether a line has several instructions, or needs other lines for a local label.
fn is_several(line: &str, target: &McTarget) -> bool {
    let separators: &[&str] = match target.name {
        "AVR" => &[" $ "],
        "MSP430" => &[" { "],
        "BPF" => &[" : "],
        _ => &[";"],
    };
    let is_local = |word: &str| {
        let digits = word.strip_suffix(['b', 'f']).unwrap_or("");
        !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
    };
    separators.iter().any(|it| line.contains(it))
        || line.split(|c: char| !c.is_ascii_alphanumeric()).any(is_local)
}

/// Returns the line without comments. A comment between `/*` and `*/` may have several lines.
fn uncommented<'a>(line: &'a str, target: &McTarget, is_comment: &mut bool) -> &'a str {
    let mut line = line;
    if *is_comment {
        let Some((_, rest)) = line.split_once("*/") else { return "" };
        (line, *is_comment) = (rest, false);
    }
    if let Some((before, rest)) = line.split_once("/*") {
        *is_comment = !rest.contains("*/");
        line = before;
    }
    for mark in [target.comment, "//"] {
        let mut starts = line.match_indices(mark).map(|(at, _)| at);
        let is_start = |at: &usize| line[..*at].is_empty() || line[..*at].ends_with([' ', '\t']);
        // An MSP430 number begins with another target's mark.
        if let Some(at) = starts.find(is_start) {
            line = &line[..at];
        }
    }
    line
}

/// Returns the text after labels.
fn without_label<'a>(line: &'a str, target: &McTarget) -> &'a str {
    let Some((label, rest)) = line.split_once(':') else { return line };
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    let is_label = !label.is_empty() && label.chars().all(is_name);
    if is_label && !(target.name == "AVR" && rest.starts_with(['r', 'R'])) {
        return rest.trim();
    }
    line
}
