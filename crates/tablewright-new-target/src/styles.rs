//! Styles: descriptions of CPUs to begin with.
//!
//! A style is three files with the name Quill: the common begin and end, and the style's own part. Their words `wordvt`,
//! `wordbits`, `wordbytes`, `shiftbits` and `narrowvts` depend on the width. Lines that end in a mark such as `//@64`,
//! `//@carry` or `//@22` belong to one width, to one way to join the halves of an address or to one release of LLVM.

use crate::answers::AnswerFile;
use crate::templates::{LlvmRelease, TargetFile, rename};

/// The way in which a CPU compares and builds addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Comparisons set flags; the halves of an address are joined with `or`.
    Flags,
    /// Branches compare two registers, one of which is always zero; the halves of an address are added.
    Compare,
    /// Comparisons set flags; the halves of an address are added, so that the upper half carries.
    Carry,
}

/// Width of a CPU's registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordWidth {
    /// 32 bits.
    Bits32,
    /// 64 bits.
    Bits64,
}

/// Order of bytes in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteOrder {
    /// Lowest byte first.
    Little,
    /// Highest byte first.
    Big,
}

/// A CPU to begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StyledTarget {
    /// The way in which it compares.
    pub style: Style,
    /// Width of its registers.
    pub width: WordWidth,
    /// Order of bytes.
    pub order: ByteOrder,
    /// LLVM release.
    pub llvm: LlvmRelease,
}

const BEGIN: &str = include_str!("../templates/styles/begin.td");
const END: &str = include_str!("../templates/styles/end.td");
const FLAGS: &str = include_str!("../templates/styles/flags.td");
const COMPARE: &str = include_str!("../templates/styles/compare.td");

impl Style {
    /// All styles.
    pub const ALL: [Style; 3] = [Style::Flags, Style::Compare, Style::Carry];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Style::Flags => "flags",
            Style::Compare => "compare",
            Style::Carry => "carry",
        }
    }

    /// Finds a style by name.
    pub fn from_name(name: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.name() == name)
    }
}

impl StyledTarget {
    /// Returns the description of a CPU with this name.
    pub fn description(self, name: &str) -> TargetFile {
        let own = match self.style {
            Style::Flags | Style::Carry => FLAGS,
            Style::Compare => COMPARE,
        };
        let lines = [BEGIN, own, END].into_iter().flat_map(str::lines);
        let mut text = String::new();
        for line in lines.filter_map(|line| self.line(line)) {
            text.push_str(&line);
            text.push('\n');
        }
        TargetFile { path: format!("{name}.td"), text: rename(&text, name), is_executable: false }
    }

    /// Returns a line for this target; `None` if it has a mark of another one.
    fn line(self, line: &str) -> Option<String> {
        let width = match self.width {
            WordWidth::Bits32 => "32",
            WordWidth::Bits64 => "64",
        };
        let join = match self.style {
            Style::Flags => "or",
            Style::Compare | Style::Carry => "carry",
        };
        let mut line = line;
        while let Some((before, mark)) = line.rsplit_once("//@") {
            if ![width, join, self.llvm.name()].contains(&mark.trim_end()) {
                return None;
            }
            line = before.trim_end();
        }
        let words = match self.width {
            WordWidth::Bits32 => ["i32", "32", "4", "5", "i1, i8, i16"],
            WordWidth::Bits64 => ["i64", "64", "8", "6", "i1, i8, i16, i32"],
        };
        let names = ["wordvt", "wordbits", "wordbytes", "shiftbits", "narrowvts"];
        let replaced = names.into_iter().zip(words);
        Some(replaced.fold(line.to_owned(), |line, (name, word)| line.replace(name, word)))
    }

    /// Returns the answers that do not follow from the description.
    pub fn answers(self) -> AnswerFile {
        let order = match self.order {
            ByteOrder::Little => "false",
            ByteOrder::Big => "true",
        };
        let conditions = match self.style {
            Style::Flags | Style::Carry => {
                "[conditions]\n\
                 names = [\"eq\", \"ne\", \"lt\", \"ge\", \"ltu\", \"geu\", \"gt\", \"le\", \"gtu\", \"leu\"]\n"
            }
            Style::Compare => "",
        };
        // The number is in the range that no CPU has been given.
        let llvm = self.llvm.name();
        let text =
            format!("llvm = {llvm}\nelf_machine = 0xfe00\nbig_endian = {order}\n{conditions}");
        AnswerFile::parse(&text).expect("the answers of styles are valid")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = StyledTarget> {
        let widths = [WordWidth::Bits32, WordWidth::Bits64];
        Style::ALL.into_iter().flat_map(move |style| {
            widths.map(|width| StyledTarget {
                style,
                width,
                order: ByteOrder::Little,
                llvm: LlvmRelease::V22,
            })
        })
    }

    #[test]
    fn no_placeholder_is_left() {
        for target in all() {
            let text = target.description("Wren").text;
            for word in ["wordvt", "wordb", "shiftbits", "narrowvts", "//@", "Quill"] {
                assert!(!text.contains(word), "{target:?}: {word}");
            }
        }
    }

    #[test]
    fn a_description_is_short() {
        for target in all() {
            let lines = target.description("Wren").text.lines().count();
            assert!((250..500).contains(&lines), "{target:?}: {lines}");
        }
    }
}
