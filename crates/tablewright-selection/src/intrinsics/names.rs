//! Name checks for all intrinsics (LLVM 22 and later).
//!
//! In: the intrinsics by target and name. Out: errors about duplicate names, names that belong to a target, and names
//! that an overloaded intrinsic has for one of its types.

use tablewright_records::{AnalysisError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::{Intrinsic, Intrinsics};

/// Types without a number that occur in overloaded function names.
const TYPES: [&str; 10] =
    ["Metadata", "bf16", "f128", "f16", "f32", "f64", "f80", "isVoid", "ppcf128", "x86amx"];

impl Intrinsics {
    /// Reports names that are in conflict.
    pub(super) fn check_names(
        &self,
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), AnalysisError> {
        let errors = diagnostics.error_count();
        self.check_duplicates(store, diagnostics);
        // Errors in a check suppress the next check.
        if diagnostics.error_count() == errors {
            self.check_target_prefixes(store, diagnostics);
        }
        if diagnostics.error_count() > errors {
            return Err(AnalysisError::Reported);
        }
        // These errors do not stop a backend: its own errors come after them.
        self.check_overloads(store, diagnostics);
        Ok(())
    }

    /// Reports the first name that two intrinsics have.
    fn check_duplicates(&self, store: &RecordStore, diagnostics: &mut Diagnostics) {
        let mut pairs = self.list.windows(2);
        let same = pairs.find(|pair| self.name(&pair[0]) == self.name(&pair[1]));
        if let Some([first, second]) = same {
            let message = format!("Intrinsic `{}` is already defined", self.name(second));
            let mut error = error_about(store.record(second.record), message);
            error.note(Some(store.record(first.record).pos()), "Previous definition here");
            diagnostics.push(error);
        }
    }

    /// Reports the first intrinsic without a target whose name begins like a target's names.
    fn check_target_prefixes(&self, store: &RecordStore, diagnostics: &mut Diagnostics) {
        let (Some(independent), targets) = (self.targets.first(), &self.targets[1..]) else {
            return;
        };
        for intrinsic in self.for_target(independent) {
            let name = self.name(intrinsic);
            let Some(prefix) = name.split('.').nth(1) else { continue };
            if targets.iter().any(|target| target.prefix_text(store) == prefix) {
                let message = format!(
                    "target independent intrinsic `{name}' has prefix `llvm.{prefix}` that conflicts with \
                     intrinsics for target `{prefix}`"
                );
                diagnostics.push(error_about(store.record(intrinsic.record), message));
                return;
            }
        }
    }

    /// Reports intrinsics that are called as a function of an overloaded intrinsic may be.
    fn check_overloads(&self, store: &RecordStore, diagnostics: &mut Diagnostics) {
        for target in &self.targets {
            let intrinsics = self.for_target(target);
            let mut start = 0;
            while let Some(overloaded) = intrinsics.get(start) {
                start += 1;
                if !overloaded.is_overloaded {
                    continue;
                }
                // Intrinsics with the prefix follow it; each is compared only with the prefix.
                while let Some(intrinsic) = intrinsics.get(start) {
                    let suffix = self.name(intrinsic).strip_prefix(self.name(overloaded));
                    let Some(rest) = suffix.and_then(|rest| rest.strip_prefix('.')) else { break };
                    start += 1;
                    let part = rest.split('.').next().unwrap_or_default();
                    if is_mangled_type(part) {
                        let error = self.overload_error(store, overloaded, intrinsic, part);
                        diagnostics.push(error);
                    }
                }
            }
        }
    }

    fn overload_error(
        &self,
        store: &RecordStore,
        overloaded: &Intrinsic,
        intrinsic: &Intrinsic,
        part: &str,
    ) -> Diagnostic {
        let (name, other) = (self.name(intrinsic), self.name(overloaded));
        let message = format!(
            "intrinsic `{name}` cannot share prefix `{other}.{part}` with another overloaded intrinsic `{other}`"
        );
        let mut error = error_about(store.record(intrinsic.record), message);
        let note = format!("Overloaded intrinsic `{other}` defined here");
        error.note(Some(store.record(overloaded.record).pos()), note);
        error
    }
}

fn error_about(record: Record<'_>, message: String) -> Diagnostic {
    Diagnostic::error_at(Code::Intrinsics, record.positions().iter().copied(), message)
}

/// Returns whether a name part may be a type in an overloaded function name: `i32`, `v4f32`, `p0`, or a part with an
/// underscore, such as `s_struct`.
fn is_mangled_type(part: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let is_number = |text: &str| !text.is_empty() && text.chars().all(is_digit);
    part.contains('_')
        || TYPES.contains(&part)
        || ["a", "v", "nxv"]
            .iter()
            .any(|kind| part.strip_prefix(kind).is_some_and(|rest| rest.starts_with(is_digit)))
        || ["i", "p"].iter().any(|kind| part.strip_prefix(kind).is_some_and(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_names_that_may_be_types() {
        let types = ["i65", "p0", "v4x", "nxv4i32", "a3", "f_3", "sl_", "bf16", "isVoid", "_x"];
        assert!(types.into_iter().all(is_mangled_type));
        let others = ["bar", "i", "i1x", "p0i8", "f17", "t3", "nxv", "s", "token", "", "c64"];
        assert!(!others.into_iter().any(is_mangled_type));
    }
}
