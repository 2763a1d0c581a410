//! Findings from trials, one for each distinguishable cause.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use xtask_support::say;

use super::mutation::Mutation;
use super::verdict::MutantVerdict;

/// The kind of fault, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fault {
    Panic,
    Hang,
    /// The program failed without a message.
    Silent,
    /// Both programs accept, and the tokens differ.
    Different,
    OnlyReference,
    OnlyOurs,
    /// Only one program accepts, since its backend does not read the wrong part: with another
    /// action it refuses with the other program's headline.
    Unread,
    /// Both programs refuse, with different first messages.
    Message,
    /// Nothing can be compared; our program's result is shown.
    ReferenceCrash,
    /// Nothing can be compared, since the reference exceeds the time limit.
    ReferenceHang,
}

const FAULTS: [(Fault, &str); 10] = [
    (Fault::Panic, "panic"),
    (Fault::Hang, "hang"),
    (Fault::Silent, "silent failure"),
    (Fault::Different, "different output"),
    (Fault::OnlyReference, "only the reference accepts"),
    (Fault::OnlyOurs, "only ours accepts"),
    (Fault::Unread, "accepted without reading"),
    (Fault::Message, "different message"),
    (Fault::ReferenceCrash, "reference crashes"),
    (Fault::ReferenceHang, "reference takes too long"),
];

impl Fault {
    /// Returns whether it is a fault in our program.
    fn is_ours(self) -> bool {
        !matches!(self, Fault::Unread | Fault::ReferenceCrash | Fault::ReferenceHang)
    }

    pub(super) fn words(self) -> &'static str {
        FAULTS[self as usize].1
    }
}

/// A finding from an action on a mutant.
pub(super) struct MutantFinding {
    pub(super) fault: Fault,
    pub(super) action: String,
    /// The message or difference that distinguishes causes.
    pub(super) about: String,
    /// The programs' output.
    pub(super) details: String,
}

impl MutantFinding {
    /// Excuses the finding if other actions refuse the same mutant with the same headline.
    pub(super) fn excuse(&mut self, refusals: &Refusals) {
        let unread = match self.fault {
            // Documents about instructions read few patterns.
            Fault::OnlyOurs => {
                self.action == "gen-instr-docs" || refusals.ours.contains(&self.about)
            }
            Fault::OnlyReference => refusals.reference.contains(&self.about),
            Fault::Panic
            | Fault::Hang
            | Fault::Silent
            | Fault::Different
            | Fault::Unread
            | Fault::Message
            | Fault::ReferenceCrash
            | Fault::ReferenceHang => false,
        };
        if unread {
            self.fault = Fault::Unread;
        }
    }

    /// Returns the signature, which is the same for findings that probably have the same cause.
    fn signature(&self) -> (Fault, String, String) {
        (self.fault, self.action.clone(), without_names(&self.about))
    }
}

/// The headlines with which actions refuse a mutant.
#[derive(Default)]
pub(super) struct Refusals {
    ours: Vec<String>,
    reference: Vec<String>,
}

impl Refusals {
    /// Adds the results of an action.
    pub(super) fn add(&mut self, ours: &MutantVerdict, reference: &MutantVerdict) {
        self.ours.extend(ours.headline().map(str::to_owned));
        self.reference.extend(reference.headline().map(str::to_owned));
    }
}

/// The origin of a finding.
pub(super) struct MutantOrigin<'a> {
    pub(super) seed: u64,
    pub(super) index: u64,
    pub(super) subject: &'a str,
    pub(super) mutation: &'a Mutation,
}

/// All findings.
#[derive(Default)]
pub(super) struct MutantFindings {
    counts: BTreeMap<(Fault, String, String), usize>,
}

impl MutantFindings {
    /// Counts a finding. The first with its signature is shown, and kept in the directory `keep`.
    pub(super) fn add(
        &mut self,
        finding: &MutantFinding,
        origin: &MutantOrigin<'_>,
        keep: Option<&Path>,
    ) -> Result<(), String> {
        let next = self.counts.len() + 1;
        let count = self.counts.entry(finding.signature()).or_default();
        *count += 1;
        if *count > 1 {
            return Ok(());
        }
        let description = describe(finding, origin);
        say!("{description}");
        let Some(keep) = keep else { return Ok(()) };
        let name =
            format!("{next:03}-{}-{}", finding.fault.words().replace(' ', "-"), finding.action);
        let directory = keep.join(name);
        let problem = |e: std::io::Error| format!("{}: {e}", directory.display());
        fs::create_dir_all(&directory).map_err(problem)?;
        fs::write(directory.join("finding.txt"), format!("{description}\n{}\n", finding.details))
            .map_err(problem)?;
        fs::write(directory.join(&origin.mutation.file), &origin.mutation.text).map_err(problem)
    }

    /// Prints the count for each signature. Returns the number of signatures that are faults in our
    /// program.
    pub(super) fn summary(&self) -> usize {
        for ((fault, action, about), count) in &self.counts {
            say!("{count:6}  {}: {action}: {}", fault.words(), about.replace('\n', " "));
        }
        self.counts.keys().filter(|(fault, ..)| fault.is_ours()).count()
    }
}

fn describe(finding: &MutantFinding, origin: &MutantOrigin<'_>) -> String {
    let MutantOrigin { seed, index, subject, mutation } = origin;
    format!(
        "{}: {}: {}\n  --seed {seed} --start {index} --count 1, {subject}/{}:{}: {}\n  - {}\n  + {}",
        finding.fault.words(),
        finding.action,
        finding.about,
        mutation.file,
        mutation.line,
        mutation.change,
        mutation.before.replace('\n', "\n    "),
        mutation.after.replace('\n', "\n    "),
    )
}

/// Returns a message without the parts that differ between mutants: quoted names and numbers.
fn without_names(text: &str) -> String {
    let mut out = String::new();
    let mut unread = text.chars().peekable();
    while let Some(c) = unread.next() {
        match c {
            '\'' | '`' | '"' => {
                out.push('\'');
                // The reference opens some quotes with a backtick; all close like the others.
                if unread.by_ref().any(|c| matches!(c, '\'' | '`' | '"')) {
                    out.push('\'');
                }
            }
            c if c.is_ascii_digit() => {
                while unread.next_if(char::is_ascii_alphanumeric).is_some() {}
                out.push('#');
            }
            c => out.push(c),
        }
    }
    out.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_compared_without_names() {
        assert_eq!(
            without_names("Record `R12', field \"x\" has 0x7F"),
            "Record '', field '' has #"
        );
        assert_eq!(without_names("it's open"), "it'");
    }
}
