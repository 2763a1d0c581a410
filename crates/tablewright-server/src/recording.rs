//! A loaded description whose reads are recorded, and its jobs' answers.
//!
//! A description is recorded from its second load on, since an edit is likely to be followed by another edit. Its jobs run
//! one after the other, so that each read belongs to one job. After the next edit, an answer whose job read nothing that
//! has changed is used again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tablewright_driver::kept_answer::KeptAnswer;
use tablewright_driver::served_run::ClientSettings;
use tablewright_records::{RecordStore, StoreFingerprint};

/// A job's identity in its description.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct JobKey {
    args: Vec<String>,
    settings: ClientSettings,
}

/// A version of a description whose reads are recorded.
pub(crate) struct Recording {
    fingerprint: StoreFingerprint,
    /// Locked while a job reads the records.
    turn: Mutex<()>,
    answers: Mutex<HashMap<JobKey, Arc<KeptAnswer>>>,
}

/// Permission to read recorded records until it is dropped.
pub(crate) struct Turn<'r>(
    #[expect(dead_code, reason = "dropping it ends the turn")] MutexGuard<'r, ()>,
);

impl JobKey {
    /// Creates a job's key. Returns `None` if the arguments name a file with further arguments, which may change.
    pub(crate) fn new(args: &[String], settings: &ClientSettings) -> Option<JobKey> {
        let names_file = args.iter().any(|arg| arg.starts_with('@'));
        (!names_file).then(|| JobKey { args: args.to_vec(), settings: settings.clone() })
    }
}

impl Recording {
    /// Starts recording reads from records that nobody has read yet. Keeps the answers of the version before that are
    /// still right. Returns `None` if the records cannot be recorded or compared.
    pub(crate) fn new(store: &RecordStore, before: Option<&Recording>) -> Option<Recording> {
        let fingerprint = StoreFingerprint::new(store)?;
        if !store.record_first_reads() {
            return None;
        }
        let answers = before.map(|before| before.answers_after(&fingerprint)).unwrap_or_default();
        Some(Recording { fingerprint, turn: Mutex::default(), answers: Mutex::new(answers) })
    }

    /// Removes all answers, and returns the answers that are right for a new version.
    fn answers_after(&self, new: &StoreFingerprint) -> HashMap<JobKey, Arc<KeptAnswer>> {
        let answers = std::mem::take(&mut *self.answers());
        if answers.is_empty() {
            return answers;
        }
        let changes = self.fingerprint.changes_to(new);
        let kept = answers.into_iter().filter_map(|(key, answer)| {
            // A job that writes the answer right now finds the next one only if it runs again.
            Some((key, Arc::new(Arc::into_inner(answer)?.after(&changes)?)))
        });
        kept.collect()
    }

    fn answers(&self) -> MutexGuard<'_, HashMap<JobKey, Arc<KeptAnswer>>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a job's answer, if a run would have the same answer.
    pub(crate) fn answer(&self, job: &JobKey) -> Option<Arc<KeptAnswer>> {
        self.answers().get(job).cloned()
    }

    /// Keeps a job's answer.
    pub(crate) fn keep(&self, job: JobKey, answer: KeptAnswer) {
        self.answers().insert(job, Arc::new(answer));
    }

    /// Drops all answers. Returns whether there were any.
    pub(crate) fn drop_answers(&self) -> bool {
        let answers = std::mem::take(&mut *self.answers());
        !answers.is_empty()
    }

    /// Waits until no other job reads these records.
    fn wait(&self) -> Turn<'_> {
        Turn(self.turn.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Waits until no other job reads these recordings. All jobs lock them once and in the same order.
pub(crate) fn wait_for_turns<'r>(
    recordings: impl IntoIterator<Item = &'r Recording>,
) -> Vec<Turn<'r>> {
    let mut recordings: Vec<&Recording> = recordings.into_iter().collect();
    recordings.sort_by_key(|&recording| std::ptr::from_ref(recording) as usize);
    recordings.dedup_by(|a, b| std::ptr::eq(*a, *b));
    recordings.into_iter().map(Recording::wait).collect()
}
