//! A target's list: functions that differ, reasons and instructions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::targets::SelectTarget;
use super::{Difference, reasons};

/// A list's first line.
const HEAD: &str =
    "# function, step of llc that the description does not contain, instructions of llc, ours";

/// A target's list.
pub(super) struct KnownDifferences<'t> {
    target: &'t SelectTarget,
    path: PathBuf,
    /// Lines by function.
    lines: BTreeMap<String, String>,
}

impl<'t> KnownDifferences<'t> {
    pub(super) fn read(target: &'t SelectTarget) -> Result<KnownDifferences<'t>, String> {
        let lists = xtask_support::workspace().join("conformance/select");
        let path = lists.join(format!("{}.txt", target.name));
        let text = read_if_exists(&path)?.unwrap_or_default();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let lines =
            lines.filter_map(|line| Some((line.split_once('\t')?.0.to_owned(), line.to_owned())));
        Ok(KnownDifferences { target, path, lines: lines.collect() })
    }

    /// Whether the list has the same difference.
    pub(super) fn contains(&self, difference: &Difference) -> bool {
        self.lines.get(&difference.function) == Some(&self.line(difference))
    }

    /// Returns the listed functions that do not differ.
    pub(super) fn without(&self, differences: &[Difference]) -> Vec<&str> {
        let differs = |function: &str| differences.iter().any(|it| it.function == function);
        self.lines.keys().map(String::as_str).filter(|function| !differs(function)).collect()
    }

    pub(super) fn write(&self, differences: &[Difference]) -> Result<(), String> {
        let mut text = format!("{HEAD}\n");
        for difference in differences {
            text.push_str(&self.line(difference));
            text.push('\n');
        }
        let problem = |e: std::io::Error| format!("{}: {e}", self.path.display());
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder).map_err(problem)?;
        }
        std::fs::write(&self.path, text).map_err(problem)
    }

    fn line(&self, difference: &Difference) -> String {
        let Difference { function, reference, ours } = difference;
        let reason = reasons::reason(self.target, difference).text();
        format!("{function}\t{reason}\t{}\t{}", reference.join(" "), ours.join(" "))
    }
}

/// Reads a text file. `None` if it does not exist.
fn read_if_exists(path: &Path) -> Result<Option<String>, String> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}
