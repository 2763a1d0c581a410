//! The levels of lints.

use std::fmt;
use std::str::FromStr;

use rustc_hash::FxHashMap;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::similar::most_similar;

use super::{Lint, LintGroup};

/// What happens to the findings of a lint.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The lint is off.
    Allow,
    /// They are warnings.
    Warn,
    /// They are errors.
    Deny,
}

impl Level {
    /// The name in options and settings.
    pub fn name(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Deny => "deny",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of reading a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchLevel;

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(text: &str) -> Result<Level, NoSuchLevel> {
        let levels = [Level::Allow, Level::Warn, Level::Deny];
        levels.into_iter().find(|level| level.name() == text).ok_or(NoSuchLevel)
    }
}

/// A name that stands for no lint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLint {
    /// The name.
    pub name: String,
    /// A lint or group with a name like it.
    pub similar: Option<&'static str>,
}

/// The levels of all lints.
#[derive(Clone, Default, Debug)]
pub struct LintLevels {
    explicit: FxHashMap<Code, Level>,
    denies_warnings: bool,
}

impl LintLevels {
    /// Each lint at its default.
    pub fn new() -> LintLevels {
        LintLevels::default()
    }

    /// Sets the level of the lints that `name` stands for: a lint, its code, a group, or `all`. What was set last holds.
    /// `warnings` with [`Level::Deny`] makes errors of all warnings.
    ///
    /// # Errors
    /// Where the name stands for none of `lints`.
    pub fn set(&mut self, lints: &[&Lint], name: &str, level: Level) -> Result<(), UnknownLint> {
        if name == "warnings" && level != Level::Allow {
            self.denies_warnings = level == Level::Deny;
            return Ok(());
        }
        let selected = select(lints, name)?;
        self.explicit.extend(selected.into_iter().map(|lint| (lint.code, level)));
        Ok(())
    }

    /// The level of a lint.
    pub fn level(&self, lint: &Lint) -> Level {
        match self.explicit.get(&lint.code).copied().unwrap_or(lint.default) {
            Level::Warn if self.denies_warnings => Level::Deny,
            level @ (Level::Allow | Level::Warn | Level::Deny) => level,
        }
    }
}

/// The lints that `name` stands for.
pub(super) fn select<'l>(lints: &[&'l Lint], name: &str) -> Result<Vec<&'l Lint>, UnknownLint> {
    let code: Option<Code> = name.parse().ok();
    let is_selected = |lint: &Lint| {
        name == "all" || lint.name == name || lint.group.name() == name || Some(lint.code) == code
    };
    let selected: Vec<&Lint> = lints.iter().copied().filter(|lint| is_selected(lint)).collect();
    if !selected.is_empty() || LintGroup::ALL.iter().any(|group| group.name() == name) {
        return Ok(selected);
    }
    let names = lints.iter().map(|lint| lint.name);
    let names = names.chain(LintGroup::ALL.map(LintGroup::name)).chain(["all", "warnings"]);
    Err(UnknownLint { name: name.to_owned(), similar: most_similar(name, names) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::LINTS;

    #[test]
    fn a_level_is_that_of_the_last_name_that_selects_the_lint() {
        let lint = LINTS.iter().find(|lint| lint.name == "unused-class").expect("it is listed");
        let mut levels = LintLevels::new();
        assert_eq!(levels.level(lint), Level::Warn);
        levels.set(LINTS, "unused-class", Level::Allow).expect("it is a lint");
        assert_eq!(levels.level(lint), Level::Allow);
        levels.set(LINTS, "language", Level::Warn).expect("it is a group");
        levels.set(LINTS, "warnings", Level::Deny).expect("all warnings");
        assert_eq!(levels.level(lint), Level::Deny);
        let error = levels.set(LINTS, "unused-clas", Level::Deny).expect_err("no lint");
        assert_eq!(error.similar, Some("unused-class"));
    }
}
