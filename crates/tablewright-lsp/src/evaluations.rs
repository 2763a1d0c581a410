//! Which roots are evaluated when: a while after the last edit, one at a time, and from the start where a newer edit
//! came in between.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tablewright::LoadMonitor;
use tablewright::inspect::lint::Finding;

use crate::analysis::{Analysis, KeptRoot};
use crate::clock::Clock;
use crate::roots::RootId;

/// What is there of a root.
#[derive(Default)]
pub(crate) struct RootState {
    /// The last evaluation, which may have errors of syntax and so no records.
    pub(crate) latest: Option<Arc<Analysis>>,
    /// The last evaluation with records.
    pub(crate) with_records: Option<Arc<Analysis>>,
    /// What the next evaluation goes on from.
    pub(crate) kept: Arc<Mutex<KeptRoot>>,
    /// What lints found in `latest`, once they ran.
    pub(crate) findings: Option<Arc<Vec<Finding>>>,
}

impl RootState {
    /// What requests about names and values read.
    pub(crate) fn analysis(&self) -> Option<&Arc<Analysis>> {
        self.with_records.as_ref().or(self.latest.as_ref())
    }
}

/// An evaluation on its thread.
pub(crate) struct Running {
    pub(crate) root: RootId,
    pub(crate) monitor: LoadMonitor,
}

/// The roots in use, and what is to be done for them.
pub(crate) struct Evaluations {
    clock: Clock,
    pub(crate) states: BTreeMap<RootId, RootState>,
    /// When roots are to be evaluated, by the clock.
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

    /// Lets a root be evaluated after a delay. An evaluation of it that runs is stopped.
    pub(crate) fn request(&mut self, root: RootId, delay: Duration) {
        self.states.entry(root).or_default();
        self.due.insert(root, self.clock.now() + delay);
        if let Some(running) = self.running.as_ref().filter(|running| running.root == root) {
            running.monitor.stop();
        }
    }

    /// How long until a root is due; `None` where none is, or an evaluation runs.
    pub(crate) fn wait(&self) -> Option<Duration> {
        if self.running.is_some() {
            return None;
        }
        let first = self.due.values().min()?;
        Some(first.saturating_sub(self.clock.now()))
    }

    /// Takes a root that is due.
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

    /// Whether a root was never evaluated, but will be.
    pub(crate) fn is_awaited(&self, root: RootId) -> bool {
        let is_planned = self.due.contains_key(&root)
            || self.running.as_ref().is_some_and(|running| running.root == root);
        is_planned && self.states.get(&root).is_none_or(|state| state.latest.is_none())
    }

    /// Whether anything is planned or runs.
    pub(crate) fn is_busy(&self) -> bool {
        self.running.is_some() || !self.due.is_empty()
    }

    /// Frees what belongs to roots that are not in use any more.
    pub(crate) fn keep(&mut self, is_used: impl Fn(RootId) -> bool) {
        self.states.retain(|&root, _| is_used(root));
        self.due.retain(|&root, _| is_used(root));
        if let Some(running) = self.running.as_ref().filter(|running| !is_used(running.root)) {
            running.monitor.stop();
        }
    }
}
