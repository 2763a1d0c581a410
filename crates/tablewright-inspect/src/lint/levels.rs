//! Lint levels.

use std::fmt;
use std::str::FromStr;

use rustc_hash::FxHashMap;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::similar::most_similar;

use super::{Lint, LintGroup};

/// The treatment of a lint's findings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The lint is off.
    Allow,
    /// Findings are warnings.
    Warn,
    /// Findings are errors.
    Deny,
}

impl Level {
    /// Returns the name in options and settings.
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

/// The error for an unknown level name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchLevel;

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(text: &str) -> Result<Level, NoSuchLevel> {
        let levels = [Level::Allow, Level::Warn, Level::Deny];
        levels.into_iter().find(|level| level.name() == text).ok_or(NoSuchLevel)
    }
}

/// The error for an unknown lint name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLint {
    /// The name.
    pub name: String,
    /// A similar lint or group name.
    pub similar: Option<&'static str>,
}

/// The levels of all lints.
#[derive(Clone, Default, Debug)]
pub struct LintLevels {
    explicit: FxHashMap<Code, Level>,
    denies_warnings: bool,
}

impl LintLevels {
    /// Sets each lint to its default level.
    pub fn new() -> LintLevels {
        LintLevels::default()
    }

    /// Sets the level for all lints that `name` refers to: a lint, its code, a group, or `all`. The
    /// last call for a lint wins. `warnings` with [`Level::Deny`] turns all warnings into errors.
    ///
    /// # Errors
    /// If no lint in `lints` has this name.
    pub fn set(&mut self, lints: &[&Lint], name: &str, level: Level) -> Result<(), UnknownLint> {
        if name == "warnings" && level != Level::Allow {
            self.denies_warnings = level == Level::Deny;
            return Ok(());
        }
        let selected = select(lints, name)?;
        self.explicit.extend(selected.into_iter().map(|lint| (lint.code, level)));
        Ok(())
    }

    /// Returns a lint's level.
    pub fn level(&self, lint: &Lint) -> Level {
        match self.explicit.get(&lint.code).copied().unwrap_or(lint.default) {
            Level::Warn if self.denies_warnings => Level::Deny,
            level @ (Level::Allow | Level::Warn | Level::Deny) => level,
        }
    }
}

/// Returns the lints that `name` refers to.
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
