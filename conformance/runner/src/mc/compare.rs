//! Answers, and differences between them.

use std::fmt;

use super::script::McSetting;

/// An answer for a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum McAnswer {
    Accepted {
        texts: Vec<String>,
        /// The bytes; `None` if a symbol decides one.
        bytes: Vec<Option<u8>>,
    },
    Refused,
    /// The program ended by a signal.
    Crash,
}

impl Default for McAnswer {
    fn default() -> McAnswer {
        McAnswer::Accepted { texts: Vec::new(), bytes: Vec::new() }
    }
}

/// A difference kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DifferenceKind {
    OnlyReference,
    OnlyOurs,
    Bytes,
    Text,
}

impl DifferenceKind {
    pub(super) fn name(self) -> &'static str {
        match self {
            DifferenceKind::OnlyReference => "accepted by LLVM only",
            DifferenceKind::OnlyOurs => "accepted by Tablewright only",
            DifferenceKind::Bytes => "other bytes",
            DifferenceKind::Text => "other text",
        }
    }
}

/// A line with different answers.
pub(super) struct Difference {
    pub(super) kind: DifferenceKind,
    file: String,
    setting: String,
    line: String,
    theirs: McAnswer,
    ours: McAnswer,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { file, setting, line, theirs, ours, .. } = self;
        let answer = |answer: &McAnswer| match answer {
            McAnswer::Accepted { texts, bytes } => {
                let byte =
                    |byte: &Option<u8>| byte.map_or("??".to_owned(), |it| format!("{it:02x}"));
                let bytes: String = bytes.iter().map(byte).collect();
                format!("{bytes} {}", texts.join("; ")).replace('\t', " ")
            }
            McAnswer::Refused => "refused".to_owned(),
            McAnswer::Crash => "crash".to_owned(),
        };
        write!(f, "{file} [{setting}]: {line} => {} / {}", answer(theirs), answer(ours))
    }
}

/// The equal answer count, and the differences. Lines with symbols are counted apart: their acceptance and size are
/// compared.
#[derive(Default)]
pub(super) struct Comparison {
    pub(super) same: usize,
    pub(super) differences: Vec<Difference>,
    pub(super) symbols: usize,
    /// Lines with symbols that only the reference accepts, or that have another size.
    pub(super) other_symbols: Vec<Difference>,
}

impl Comparison {
    /// Adds the answers for a line.
    pub(super) fn add(&mut self, difference: Difference, kind: Option<DifferenceKind>) {
        let has_symbols = match &difference.theirs {
            McAnswer::Accepted { bytes, .. } => bytes.iter().any(Option::is_none),
            McAnswer::Refused | McAnswer::Crash => false,
        };
        let (same, differences) = if has_symbols {
            (&mut self.symbols, &mut self.other_symbols)
        } else {
            (&mut self.same, &mut self.differences)
        };
        match kind {
            None => *same += 1,
            Some(kind) => differences.push(Difference { kind, ..difference }),
        }
    }
}

impl Difference {
    /// Builds the answers for a line, before they are compared.
    pub(super) fn new(
        (file, line): (&str, &str),
        setting: &McSetting,
        theirs: McAnswer,
        ours: McAnswer,
    ) -> Difference {
        Difference {
            kind: DifferenceKind::Text,
            file: file.to_owned(),
            setting: setting.arguments().join(" "),
            line: line.to_owned(),
            theirs,
            ours,
        }
    }

    /// Returns the difference kind; `None` without a difference. `text` disassembles bytes with the reference, as
    /// an instruction may be printed in another way before it is encoded.
    pub(super) fn find(
        &self,
        text: impl FnOnce(&[u8]) -> Result<Vec<String>, String>,
    ) -> Result<Option<DifferenceKind>, String> {
        let kind = difference(&self.theirs, &self.ours);
        if kind == Some(DifferenceKind::Text)
            && let McAnswer::Accepted { texts, bytes } = &self.ours
            && let Some(bytes) = bytes.iter().copied().collect::<Option<Vec<u8>>>()
            && !bytes.is_empty()
            && words(&text(&bytes)?) == words(texts)
        {
            return Ok(None);
        }
        Ok(kind)
    }
}

fn words(texts: &[String]) -> Vec<&str> {
    texts.iter().flat_map(|text| text.split_whitespace()).collect()
}

fn difference(theirs: &McAnswer, ours: &McAnswer) -> Option<DifferenceKind> {
    match (theirs, ours) {
        (McAnswer::Crash, _) | (McAnswer::Refused, McAnswer::Refused | McAnswer::Crash) => None,
        (McAnswer::Refused, McAnswer::Accepted { .. }) => Some(DifferenceKind::OnlyOurs),
        (McAnswer::Accepted { .. }, McAnswer::Refused | McAnswer::Crash) => {
            Some(DifferenceKind::OnlyReference)
        }
        (
            McAnswer::Accepted { texts, bytes },
            McAnswer::Accepted { texts: our_texts, bytes: our_bytes },
        ) => {
            let is_known = bytes.iter().chain(our_bytes).all(Option::is_some);
            if bytes.len() != our_bytes.len() || (is_known && bytes != our_bytes) {
                return Some(DifferenceKind::Bytes);
            }
            (is_known && words(texts) != words(our_texts)).then_some(DifferenceKind::Text)
        }
    }
}
