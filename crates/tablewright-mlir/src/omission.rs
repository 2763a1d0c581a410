//! Printer notes: facts in a description that its printed form cannot express.

use std::fmt;

/// A fact that a printed form leaves out or weakens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Omission {
    /// The fact, and whether it is left out or weakened.
    pub what: String,
    /// The entities that it concerns, such as `arith.addi`, in the order of the output, each once.
    pub subjects: Vec<String>,
}

/// Maximum number of subjects listed in an omission.
const LISTED: usize = 5;

impl fmt::Display for Omission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = self.subjects.len().min(LISTED);
        write!(f, "{}: {}", self.what, self.subjects[..listed].join(", "))?;
        match self.subjects.len() - listed {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// Omissions in order of first occurrence.
#[derive(Default)]
pub(crate) struct Omissions {
    list: Vec<Omission>,
}

impl Omissions {
    /// Adds a subject to the omission with the text `what`.
    pub(crate) fn add(&mut self, what: &str, subject: &str) {
        let index = self.list.iter().position(|one| one.what == what).unwrap_or_else(|| {
            self.list.push(Omission { what: what.to_owned(), subjects: Vec::new() });
            self.list.len() - 1
        });
        let subjects = &mut self.list[index].subjects;
        // Repeats of a subject are adjacent.
        if subjects.last().is_none_or(|last| last != subject) {
            subjects.push(subject.to_owned());
        }
    }

    pub(crate) fn into_list(self) -> Vec<Omission> {
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_of_the_same_omission_are_listed_together() {
        let mut omissions = Omissions::default();
        omissions.add("no traits", "a.x");
        omissions.add("no successors", "a.x");
        omissions.add("no traits", "a.x");
        for subject in ["a.y", "a.z", "a.u", "a.v", "a.w", "a.t"] {
            omissions.add("no traits", subject);
        }
        let texts: Vec<String> = omissions.into_list().iter().map(Omission::to_string).collect();
        assert_eq!(texts, ["no traits: a.x, a.y, a.z, a.u, a.v and 2 more", "no successors: a.x"]);
    }
}
