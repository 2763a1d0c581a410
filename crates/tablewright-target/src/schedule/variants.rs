//! The ways in which operands can turn out where writes and reads have variants.
//!
//! Each variant is a way of its own, which holds if the predicates do that chose it; predicates
//! that exclude one another never meet on one way.

use tablewright_records::{FieldError, RecordId, RecordStore};

use super::index::{ProcModelId, RwId};
use super::proc_model::ProcModels;
use super::read_write::{Access, ReadWrites};

/// How many ways there are at most.
const MAX_WAYS: usize = 1 << 14;
/// How many writes or reads of one operand there are at most, on one way.
const MAX_OPERANDS: usize = 1 << 12;
/// How often variants are put in the place of variants.
const MAX_ROUNDS: usize = 64;

/// A way in which operands turn out.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The processors.
    pub(super) model: ProcModelId,
    /// What has to hold, in order.
    pub(super) checks: Vec<Check>,
    /// By operand, its writes.
    pub(super) writes: Vec<Vec<RwId>>,
    /// By operand, its reads.
    pub(super) reads: Vec<Vec<RwId>>,
}

/// A predicate that has to hold, and the write or read whose variant it chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Check {
    pub(super) predicate: RecordId,
    access: Access,
    rw: RwId,
}

impl Way {
    /// Where nothing was chosen yet.
    pub(super) fn new(model: ProcModelId, writes: Vec<Vec<RwId>>, reads: Vec<Vec<RwId>>) -> Way {
        Way { model, checks: Vec::new(), writes, reads }
    }

    fn operands(&mut self, access: Access) -> &mut Vec<Vec<RwId>> {
        match access {
            Access::Write => &mut self.writes,
            Access::Read => &mut self.reads,
        }
    }
}

/// What a write or read can turn into.
struct Choice {
    /// When; always, where it is merely another name.
    predicate: Option<RecordId>,
    /// The write or read that has this variant.
    rw: RwId,
    is_variadic: bool,
    selected: Vec<RwId>,
}

/// Follows variants until there are none left.
pub(super) struct Expander<'a> {
    pub(super) store: &'a RecordStore,
    pub(super) models: &'a ProcModels,
    pub(super) rws: &'a ReadWrites,
}

impl Expander<'_> {
    /// All the ways that begin as `ways` do.
    pub(super) fn all(&self, mut ways: Vec<Way>) -> Result<Vec<Way>, FieldError> {
        for _ in 0..MAX_ROUNDS {
            let mut next = Vec::with_capacity(ways.len());
            let mut has_changed = false;
            for way in &ways {
                has_changed |= self.step(way, &mut next)?;
            }
            ways = next;
            if !has_changed {
                return Ok(ways);
            }
        }
        let last = ways.iter().find_map(|way| way.checks.last());
        let fault = format!("variants are nested more than {MAX_ROUNDS} levels deep");
        Err(self.fault(last.map_or(RwId::NONE, |c| c.rw), Access::Write, fault))
    }

    /// Adds to `ways` those that go on from `from`, each write and read replaced once. Tells
    /// whether any was.
    fn step(&self, from: &Way, ways: &mut Vec<Way>) -> Result<bool, FieldError> {
        let first = ways.len();
        let (model, checks) = (from.model, from.checks.clone());
        ways.push(Way { model, checks, writes: Vec::new(), reads: Vec::new() });
        let mut has_changed = false;
        for (access, operands) in [(Access::Write, &from.writes), (Access::Read, &from.reads)] {
            for operand in operands {
                ways[first..].iter_mut().for_each(|way| way.operands(access).push(Vec::new()));
                for &rw in operand {
                    // Those added meanwhile have the write or read in place already.
                    for place in first..ways.len() {
                        has_changed |= self.replace(rw, access, ways, place)?;
                    }
                }
            }
        }
        Ok(has_changed)
    }

    /// Adds to the last operand of a way what a write or read is on it: the first choice to the
    /// way itself, each other one to a copy at the end of `ways`.
    fn replace(
        &self,
        rw: RwId,
        access: Access,
        ways: &mut Vec<Way>,
        place: usize,
    ) -> Result<bool, FieldError> {
        let choices = self.choices(rw, access, &ways[place])?;
        let Some((first, others)) = choices.split_first() else {
            let operand = ways[place].operands(access).last_mut();
            operand.expect("an operand was begun").push(rw);
            return Ok(false);
        };
        if ways.len() + others.len() > MAX_WAYS {
            let fault = format!("there are more than {MAX_WAYS} combinations of variants");
            return Err(self.fault(rw, access, fault));
        }
        let unchosen = (!others.is_empty()).then(|| ways[place].clone());
        self.choose(first, access, &mut ways[place])?;
        for choice in others {
            let mut way = unchosen.clone().expect("there are others");
            self.choose(choice, access, &mut way)?;
            ways.push(way);
        }
        Ok(true)
    }

    /// What a write or read can turn into on a way.
    fn choices(&self, rw: RwId, access: Access, way: &Way) -> Result<Vec<Choice>, FieldError> {
        let data = self.rws.get(rw, access);
        let mut choices = Vec::new();
        // Whether something has to be chosen, whatever the processor.
        let mut is_for_all = false;
        if let Some(variants) = &data.variants {
            let model = variants.model.unwrap_or(ProcModelId::ALL);
            if model == ProcModelId::ALL || model == way.model {
                self.add_variants(rw, access, &mut choices);
                is_for_all = model == ProcModelId::ALL;
            }
        }
        for alias in &data.aliases {
            let model = alias.model.unwrap_or(ProcModelId::ALL);
            if model != ProcModelId::ALL && model != way.model {
                continue;
            }
            if !choices.is_empty() {
                let name = &self.models.get(model).name;
                let fault = format!(
                    "Multiple variants defined for processor {name} Ensure only one SchedAlias \
                     exists per RW."
                );
                return Err(FieldError::new(self.store.record(alias.record), fault));
            }
            self.add_variants(alias.to, access, &mut choices);
            if self.rws.get(alias.to, access).is_sequence() {
                let is_variadic = data.variants.as_ref().is_some_and(|v| v.is_variadic);
                let selected = vec![alias.to];
                choices.push(Choice { predicate: None, rw, is_variadic, selected });
            }
            is_for_all |= model == ProcModelId::ALL;
        }
        let predicates: Vec<RecordId> = choices.iter().filter_map(|c| c.predicate).collect();
        choices.retain(|choice| {
            choice.predicate.is_none_or(|p| !self.is_excluded(p, &predicates, &way.checks))
        });
        if is_for_all && choices.is_empty() {
            let fault = "No variant of this type has a matching predicate on any processor";
            return Err(self.fault(rw, access, fault.to_owned()));
        }
        Ok(choices)
    }

    fn add_variants(&self, rw: RwId, access: Access, choices: &mut Vec<Choice>) {
        let Some(variants) = &self.rws.get(rw, access).variants else { return };
        choices.extend(variants.list.iter().map(|variant| Choice {
            predicate: Some(variant.predicate),
            rw,
            is_variadic: variants.is_variadic,
            selected: variant.selected.clone(),
        }));
    }

    /// Whether a predicate cannot hold where those of a way do.
    ///
    /// The predicates of one write or read exclude one another: the first that holds counts. Of
    /// two writes this can be said only where each could have been chosen by the predicate that
    /// chose the other.
    fn is_excluded(&self, predicate: RecordId, choices: &[RecordId], checks: &[Check]) -> bool {
        for check in checks {
            if check.predicate == predicate {
                return false;
            }
            let variants = self.rws.get(check.rw, check.access).variants.as_ref();
            let mut of_check = variants.into_iter().flat_map(|variants| &variants.list);
            if of_check.any(|variant| variant.predicate == predicate)
                && choices.contains(&check.predicate)
            {
                return true;
            }
        }
        false
    }

    /// Has the last operand of a way be what was chosen.
    fn choose(&self, choice: &Choice, access: Access, way: &mut Way) -> Result<(), FieldError> {
        if let Some(predicate) = choice.predicate {
            way.checks.push(Check { predicate, access, rw: choice.rw });
        }
        let mut parts = Vec::with_capacity(choice.selected.len());
        for &rw in &choice.selected {
            let mut part = Vec::new();
            match access {
                Access::Write => self.rws.expand(self.store, rw, access, &mut part)?,
                Access::Read => part.push(rw),
            }
            parts.push(part);
        }
        let operands = way.operands(access);
        let Some(last) = operands.pop() else { return Ok(()) };
        if choice.is_variadic {
            operands.extend(parts.into_iter().map(|part| [&last[..], &part].concat()));
        } else {
            operands.push([&last[..], &parts.concat()].concat());
        }
        let longest = operands.last().map_or(0, Vec::len);
        if longest.max(operands.len()) > MAX_OPERANDS {
            let fault = format!("a variant stands for more than {MAX_OPERANDS} writes");
            return Err(self.fault(choice.rw, access, fault));
        }
        Ok(())
    }

    fn fault(&self, rw: RwId, access: Access, fault: String) -> FieldError {
        let def = self.rws.get(rw, access).def;
        let at = def.unwrap_or(self.models.get(ProcModelId::ALL).def);
        FieldError::new(self.store.record(at), fault)
    }
}
