//! Repeated branches in the table.
//!
//! In: the steps. Out: the size in bytes of the later copies.

use std::hash::{BuildHasher, Hasher};

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::MatcherTable;

/// Smaller branches are not counted: a reference to an equal branch also needs some bytes.
const SMALLEST: u32 = 8;

impl MatcherTable<'_> {
    /// Returns the size in bytes of branches that equal an earlier branch, apart from comments.
    pub fn repeated_bytes(&self) -> u32 {
        let steps: Vec<u64> = self
            .steps
            .indices()
            .map(|step| {
                let text = self.step_text(step);
                FxBuildHasher.hash_one(text.split("//").next().unwrap_or_default())
            })
            .collect();
        let mut seen: FxHashSet<(u64, u32)> = FxHashSet::default();
        let (mut bytes, mut counted_to) = (0, 0);
        for branch in self.branches.iter() {
            let size = branch.end - branch.start;
            // The contents of a repeated branch are counted with it.
            if size < SMALLEST || branch.start < counted_to {
                continue;
            }
            let first = branch.first.index();
            let count = self.steps.raw()[first..].partition_point(|step| step.offset < branch.end);
            let mut hasher = FxBuildHasher.build_hasher();
            steps[first..first + count].iter().for_each(|&step| hasher.write_u64(step));
            if !seen.insert((hasher.finish(), size)) {
                bytes += size;
                counted_to = branch.end;
            }
        }
        bytes
    }
}
