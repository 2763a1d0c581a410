//! The search for a smaller text on which a command still behaves the same: delta debugging.
//!
//! A pass tries to remove half of the parts, then quarters, and so on down to single parts. Removed parts stay
//! removed. Passes are repeated until no pass removes a part.

use std::collections::HashSet;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::thread::{self, ScopedJoinHandle};

use super::candidates::{PASSES, ReductionCandidates, ReductionPass, layouts};

/// Stack size of the first thread in a process on common systems, in bytes.
const STACK: usize = 8 << 20;

/// Decides whether texts are kept.
pub(super) trait Judge: Sync {
    /// Whether the command behaves the same on this text. `worker` numbers concurrent calls, from zero.
    fn keeps(&self, worker: usize, text: &str) -> io::Result<bool>;

    /// Accepts a text that is smaller than all earlier texts.
    fn accept(&self, text: &str, what: &str) -> io::Result<()>;
}

/// The search.
pub(super) struct ReduceSearch<'j> {
    judge: &'j dyn Judge,
    /// Number of texts tested at the same time.
    jobs: usize,
    /// Hashes of rejected texts.
    refused: HashSet<u64>,
    text: String,
}

impl<'j> ReduceSearch<'j> {
    pub(super) fn new(judge: &'j dyn Judge, jobs: usize, text: String) -> ReduceSearch<'j> {
        ReduceSearch { judge, jobs, refused: HashSet::new(), text }
    }

    /// Returns the smallest text found.
    pub(super) fn run(mut self) -> io::Result<String> {
        loop {
            let before = self.text.len();
            for (pass, what) in PASSES {
                self.pass(pass, what)?;
            }
            if self.text.len() == before {
                break;
            }
        }
        // The layout is last, since it may add spaces.
        for text in layouts(&self.text) {
            if text == self.text || self.judge.keeps(0, &text)? {
                self.accept(text, "layout")?;
                break;
            }
        }
        Ok(self.text)
    }

    fn accept(&mut self, text: String, what: &str) -> io::Result<()> {
        self.judge.accept(&text, what)?;
        self.text = text;
        Ok(())
    }

    /// Removes all removable parts in a pass.
    fn pass(&mut self, pass: ReductionPass, what: &str) -> io::Result<()> {
        let candidates = ReductionCandidates::new(&self.text, pass);
        let mut left: Vec<usize> = (0..candidates.len()).collect();
        let mut left_out: Vec<usize> = Vec::new();
        let mut size = left.len();
        while size > 0 {
            let mut chunks: VecDeque<Vec<usize>> =
                left.chunks(size).map(<[usize]>::to_vec).collect();
            let mut kept = Vec::new();
            while !chunks.is_empty() {
                let tried: Vec<Vec<usize>> = chunks.drain(..chunks.len().min(self.jobs)).collect();
                let gone = self.try_chunks(&candidates, &left_out, &tried)?;
                let mut union = left_out.clone();
                union.extend(gone.iter().flat_map(|&chunk| &tried[chunk]));
                let works_together =
                    gone.len() < 2 || self.judge_one(&candidates.without(&union))?;
                for (index, chunk) in tried.into_iter().enumerate() {
                    // Some chunks are removable alone, but not together with the first chunk.
                    let is_gone = gone.contains(&index) && works_together;
                    if is_gone || gone.first() == Some(&index) {
                        left_out.extend(chunk);
                    } else {
                        kept.extend(chunk);
                    }
                }
                if !gone.is_empty() {
                    self.accept(candidates.without(&left_out), what)?;
                }
            }
            left = kept;
            size = if size == 1 { 0 } else { size.min(left.len()).div_ceil(2) };
        }
        Ok(())
    }

    /// Returns the chunks that can each be removed in addition to `left_out`.
    fn try_chunks(
        &mut self,
        candidates: &ReductionCandidates,
        left_out: &[usize],
        chunks: &[Vec<usize>],
    ) -> io::Result<Vec<usize>> {
        let texts: Vec<String> =
            chunks.iter().map(|chunk| candidates.without(&[left_out, chunk].concat())).collect();
        let is_new: Vec<bool> = texts.iter().map(|text| self.is_new(text)).collect();
        let judge = self.judge;
        let verdicts: Vec<io::Result<bool>> = thread::scope(|scope| {
            let judged = texts.iter().zip(&is_new).enumerate().map(|(worker, (text, &is_new))| {
                // The judge may parse the text in this process, so its thread has as much stack as a process's first
                // thread.
                let judging = thread::Builder::new().stack_size(STACK);
                is_new.then(|| judging.spawn_scoped(scope, move || judge.keeps(worker, text)))
            });
            let judged: Vec<_> = judged.collect();
            judged.into_iter().map(join).collect()
        });
        let mut gone = Vec::new();
        for (index, verdict) in verdicts.into_iter().enumerate() {
            if verdict? {
                gone.push(index);
            } else {
                self.refused.insert(hash(&texts[index]));
            }
        }
        Ok(gone)
    }

    fn judge_one(&mut self, text: &str) -> io::Result<bool> {
        Ok(self.is_new(text) && self.judge.keeps(0, text)?)
    }

    /// Whether a text is smaller than the best text, and not rejected before.
    fn is_new(&self, text: &str) -> bool {
        text.len() < self.text.len() && !self.refused.contains(&hash(text))
    }
}

/// Waits for a verdict. Without a thread, the verdict is `false`.
fn join(judged: Option<io::Result<ScopedJoinHandle<'_, io::Result<bool>>>>) -> io::Result<bool> {
    let Some(thread) = judged else { return Ok(false) };
    thread?.join().map_err(|_| io::Error::other("a thread has ended early"))?
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Keeps texts that contain all of these words.
    struct Words(&'static [&'static str], AtomicUsize, Mutex<Vec<usize>>);

    impl Judge for Words {
        fn keeps(&self, _: usize, text: &str) -> io::Result<bool> {
            self.1.fetch_add(1, Ordering::Relaxed);
            Ok(self.0.iter().all(|word| text.contains(word)))
        }

        fn accept(&self, text: &str, _: &str) -> io::Result<()> {
            self.2.lock().unwrap().push(text.len());
            Ok(())
        }
    }

    fn check(words: &'static [&'static str], text: &str, jobs: usize, expected: &str) {
        let judge = Words(words, AtomicUsize::new(0), Mutex::default());
        let reduced_text = ReduceSearch::new(&judge, jobs, text.to_owned()).run().unwrap();
        assert_eq!(reduced_text, expected);
        let sizes = judge.2.into_inner().unwrap();
        assert!(sizes[..sizes.len() - 1].is_sorted_by(|a, b| a > b), "{sizes:?}");
        assert!(judge.1.into_inner() < 400);
    }

    #[test]
    fn only_what_is_needed_stays() {
        let many: String = (100..300).map(|i| format!("def r{i} {{ int x = {i}; }}\n")).collect();
        for jobs in [1, 2, 3] {
            check(&["r117", "r280"], &many, jobs, "def r117;\ndef r280;\n");
        }
        check(&["a"], "let x = 1 in {\n  foreach i = [1] in { def a; }\n}\n", 2, "def a;\n");
    }

    #[test]
    fn a_text_with_syntax_errors_loses_lines() {
        check(&["def ;;"], "class A;\ndef ;;\nclass B;\n", 2, "def ;;\n");
    }
}
