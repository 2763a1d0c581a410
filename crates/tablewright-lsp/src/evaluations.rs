//! Evaluation scheduler. A root is evaluated a while after the last edit. Only a single evaluation
//! runs at a time, and a newer edit restarts it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tablewright_inspect::lint::Finding;
use tablewright_records::LoadMonitor;

use crate::analysis::{DocumentAnalysis, KeptRoot};
use crate::clock::Clock;
use crate::roots::RootId;

/// A root's evaluation results.
#[derive(Default)]
pub(crate) struct RootState {
    /// The last evaluation. After a syntax error it is without records.
    pub(crate) latest: Option<Arc<DocumentAnalysis>>,
    /// The last evaluation with records. Before there is one, open texts are evaluated without the statements that
    /// have syntax errors.
    pub(crate) with_records: Option<Arc<DocumentAnalysis>>,
    /// State from which the next evaluation resumes.
    pub(crate) kept: Arc<Mutex<KeptRoot>>,
    /// Lint findings for `latest`; `None` until the lints have run.
    pub(crate) findings: Option<Arc<Vec<Finding>>>,
}

impl RootState {
    /// Returns the analysis for requests about names and values.
    pub(crate) fn analysis(&self) -> Option<&Arc<DocumentAnalysis>> {
        self.with_records.as_ref().or(self.latest.as_ref())
    }
}

/// A running evaluation.
pub(crate) struct Running {
    pub(crate) root: RootId,
    pub(crate) monitor: LoadMonitor,
}

/// The roots in use, and their pending evaluations.
pub(crate) struct Evaluations {
    clock: Clock,
    pub(crate) states: BTreeMap<RootId, RootState>,
    /// The time at which each pending evaluation is due.
    due: BTreeMap<RootId, Duration>,
    pub(crate) running: Option<Running>,
}

impl Evaluations {
    pub(crate) fn new(clock: Clock) -> Evaluations {
        Evaluations { clock, states: BTreeMap::new(), due: BTreeMap::new(), running: None }
    }

    pub(crate) fn clock(&self) -> Clock {
        self.clock
    }

    /// Schedules an evaluation after a delay. Stops a running evaluation of the same root.
    pub(crate) fn request(&mut self, root: RootId, delay: Duration) {
        self.states.entry(root).or_default();
        self.due.insert(root, self.clock.now() + delay);
        if let Some(running) = self.running.as_ref().filter(|running| running.root == root) {
            running.monitor.stop();
        }
    }

    /// Returns the time until the next evaluation is due; `None` if none is pending or an
    /// evaluation runs.
    pub(crate) fn wait(&self) -> Option<Duration> {
        if self.running.is_some() {
            return None;
        }
        let first = self.due.values().min()?;
        Some(first.saturating_sub(self.clock.now()))
    }

    /// Removes and returns a root that is due.
    pub(crate) fn take_due(&mut self) -> Option<RootId> {
        if self.running.is_some() {
            return None;
        }
        let now = self.clock.now();
        let (&root, _) =
            self.due.iter().filter(|(_, due)| **due <= now).min_by_key(|(_, due)| **due)?;
        self.due.remove(&root);
        Some(root)
    }

    /// Whether a root's first evaluation is pending or running.
    pub(crate) fn is_awaited(&self, root: RootId) -> bool {
        let is_planned = self.due.contains_key(&root)
            || self.running.as_ref().is_some_and(|running| running.root == root);
        is_planned && self.states.get(&root).is_none_or(|state| state.latest.is_none())
    }

    /// Whether an evaluation is pending or running.
    pub(crate) fn is_busy(&self) -> bool {
        self.running.is_some() || !self.due.is_empty()
    }

    /// Frees unused roots' state.
    pub(crate) fn keep(&mut self, is_used: impl Fn(RootId) -> bool) {
        self.states.retain(|&root, _| is_used(root));
        self.due.retain(|&root, _| is_used(root));
        if let Some(running) = self.running.as_ref().filter(|running| !is_used(running.root)) {
            running.monitor.stop();
        }
    }
}
