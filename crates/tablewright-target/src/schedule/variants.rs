//! Expansion of writes and reads with variants.
//!
//! A write or read of class `SchedVariant` has a list of variants, each with a predicate and the
//! writes or reads that it selects. The instruction determines the variant. Therefore one operand
//! list becomes several *paths*: on each path, every write and read with variants is replaced by
//! the selection of one variant, and the path stores the predicates that chose the variants. The
//! selected writes and reads may have variants too. Mutually exclusive predicates never occur on
//! the same path.
//!
//! In: the operands of a scheduling class and a processor model. Out: all paths, in the order of
//! the variants. [`inference`](super::inference) converts paths into transitions.

use tablewright_records::{FieldError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Code;

use super::index::{ProcModelId, ReadId, WriteId};
use super::proc_model::ProcModels;
use super::read_write::{Access, ReadWrites, Variants};

/// Maximal path count.
const MAX_PATHS: usize = 1 << 14;
/// Maximal number of writes or reads for one operand on one path.
const MAX_OPERANDS: usize = 1 << 12;
/// Maximal nesting depth of variants.
const MAX_ROUNDS: usize = 64;

/// The writes and reads of all operands for a choice of predicates.
#[doc(alias = "PredTransition")]
#[derive(Clone, Debug)]
pub(super) struct VariantPath {
    /// The processor model.
    pub(super) model: ProcModelId,
    /// The predicates that must be true, in evaluation order.
    pub(super) conditions: Vec<VariantCondition>,
    /// By operand, its writes.
    pub(super) writes: Vec<Vec<WriteId>>,
    /// By operand, its reads.
    pub(super) reads: Vec<Vec<ReadId>>,
}

/// A predicate that must be true on a path, with the write or read whose variant it chose.
#[derive(Clone, Copy, Debug)]
pub(super) struct VariantCondition {
    pub(super) predicate: RecordId,
    chosen_for: Variable,
}

/// A write or a read with variants.
#[derive(Clone, Copy, Debug)]
enum Variable {
    Write(WriteId),
    Read(ReadId),
}

impl VariantPath {
    /// Creates a path without any chosen variants.
    pub(super) fn new(
        model: ProcModelId,
        writes: Vec<Vec<WriteId>>,
        reads: Vec<Vec<ReadId>>,
    ) -> VariantPath {
        VariantPath { model, conditions: Vec::new(), writes, reads }
    }
}

/// Common interface of writes and reads on a path.
trait OnPath: Access {
    fn operands(path: &mut VariantPath) -> &mut Vec<Vec<Self>>;
    fn variable(self) -> Variable;
}

impl OnPath for WriteId {
    fn operands(path: &mut VariantPath) -> &mut Vec<Vec<WriteId>> {
        &mut path.writes
    }

    fn variable(self) -> Variable {
        Variable::Write(self)
    }
}

impl OnPath for ReadId {
    fn operands(path: &mut VariantPath) -> &mut Vec<Vec<ReadId>> {
        &mut path.reads
    }

    fn variable(self) -> Variable {
        Variable::Read(self)
    }
}

/// A possible replacement of a write or read.
struct Choice<I> {
    /// The predicate that chooses it; `None` for an alias, which always applies.
    predicate: Option<RecordId>,
    /// The write or read with this variant.
    rw: I,
    is_variadic: bool,
    selected: Vec<I>,
}

/// Repeated expansion of variants until none are left.
#[doc(alias = "PredicateTransitions")]
pub(super) struct Expander<'a> {
    pub(super) store: &'a RecordStore,
    pub(super) models: &'a ProcModels,
    pub(super) rws: &'a ReadWrites,
}

impl Expander<'_> {
    /// Expands `paths` completely.
    pub(super) fn all(&self, mut paths: Vec<VariantPath>) -> Result<Vec<VariantPath>, FieldError> {
        // Each round expands the selections of the previous round.
        for _ in 0..MAX_ROUNDS {
            let mut next = Vec::with_capacity(paths.len());
            let mut has_changed = false;
            for path in &paths {
                has_changed |= self.step(path, &mut next)?;
            }
            paths = next;
            if !has_changed {
                return Ok(paths);
            }
        }
        let last = paths.iter().find_map(|path| path.conditions.last());
        let message = format!("variants are nested more than {MAX_ROUNDS} levels deep");
        Err(match last.map(|condition| condition.chosen_for) {
            Some(Variable::Write(write)) => self.error(write, message),
            Some(Variable::Read(read)) => self.error(read, message),
            None => self.error(WriteId::NONE, message),
        })
    }

    /// Adds the continuations of `from` to `paths`, with each write and read replaced once. Returns
    /// whether any was replaced.
    fn step(&self, from: &VariantPath, paths: &mut Vec<VariantPath>) -> Result<bool, FieldError> {
        let first = paths.len();
        let (model, conditions) = (from.model, from.conditions.clone());
        paths.push(VariantPath { model, conditions, writes: Vec::new(), reads: Vec::new() });
        // Writes come first: their predicates exclude variants of reads.
        let has_changed = self.step_operands(&from.writes, paths, first)?;
        Ok(self.step_operands(&from.reads, paths, first)? || has_changed)
    }

    /// Adds operands to the paths from index `first`, with each write or read replaced once.
    fn step_operands<I: OnPath>(
        &self,
        operands: &[Vec<I>],
        paths: &mut Vec<VariantPath>,
        first: usize,
    ) -> Result<bool, FieldError> {
        let mut has_changed = false;
        for operand in operands {
            paths[first..].iter_mut().for_each(|path| I::operands(path).push(Vec::new()));
            for &rw in operand {
                // The range is fixed before the loop: paths that variants add already contain the
                // replacement.
                for index in first..paths.len() {
                    has_changed |= self.replace(rw, paths, index)?;
                }
            }
        }
        Ok(has_changed)
    }

    /// Adds the replacement of a write or read to the last operand of a path. The first choice
    /// modifies the path itself; each other choice adds a copy to `paths`.
    fn replace<I: OnPath>(
        &self,
        rw: I,
        paths: &mut Vec<VariantPath>,
        index: usize,
    ) -> Result<bool, FieldError> {
        let choices = self.choices(rw, &paths[index])?;
        let Some((first, others)) = choices.split_first() else {
            let operand = I::operands(&mut paths[index]).last_mut();
            operand.expect("an operand was begun").push(rw);
            return Ok(false);
        };
        if paths.len() + others.len() > MAX_PATHS {
            let message = format!("there are more than {MAX_PATHS} combinations of variants");
            return Err(self.error(rw, message));
        }
        // Most aliases and processor-specific variants have one choice, which needs no copy.
        let unchosen = (!others.is_empty()).then(|| paths[index].clone());
        self.choose(first, &mut paths[index])?;
        for choice in others {
            let mut path = unchosen.clone().expect("there are others");
            self.choose(choice, &mut path)?;
            paths.push(path);
        }
        Ok(true)
    }

    /// Returns the possible replacements of a write or read on a path.
    fn choices<I: OnPath>(&self, rw: I, path: &VariantPath) -> Result<Vec<Choice<I>>, FieldError> {
        let data = self.rws.get(rw);
        let mut choices = Vec::new();
        // Whether a choice is required on every processor.
        let mut is_for_all = false;
        if let Some(variants) = &data.variants {
            let model = variants.model.unwrap_or(ProcModelId::ALL);
            if model == ProcModelId::ALL || model == path.model {
                add_variants(rw, variants, &mut choices);
                is_for_all = model == ProcModelId::ALL;
            }
        }
        for alias in &data.aliases {
            let model = alias.model.unwrap_or(ProcModelId::ALL);
            if model != ProcModelId::ALL && model != path.model {
                continue;
            }
            if !choices.is_empty() {
                let name = &self.models.get(model).name;
                let message = format!(
                    "Multiple variants defined for processor {name} Ensure only one SchedAlias \
                     exists per RW."
                );
                return Err(FieldError::new(
                    Code::SchedVariants,
                    self.store.record(alias.record),
                    message,
                ));
            }
            let target = self.rws.get(alias.to);
            if let Some(variants) = &target.variants {
                add_variants(alias.to, variants, &mut choices);
            }
            // A sequence replaces the write or read for every instruction.
            if target.is_sequence() {
                let is_variadic = data.variants.as_ref().is_some_and(|v| v.is_variadic);
                let selected = vec![alias.to];
                choices.push(Choice { predicate: None, rw, is_variadic, selected });
            }
            is_for_all |= model == ProcModelId::ALL;
        }
        let predicates: Vec<RecordId> = choices.iter().filter_map(|c| c.predicate).collect();
        choices.retain(|choice| {
            choice.predicate.is_none_or(|p| !self.is_excluded(p, &predicates, &path.conditions))
        });
        if is_for_all && choices.is_empty() {
            let message = "No variant of this type has a matching predicate on any processor";
            return Err(self.error(rw, message.to_owned()));
        }
        Ok(choices)
    }

    /// Whether a predicate is false if `conditions` are true. `choices` are the predicates of all
    /// variants in the same list.
    ///
    /// In a single write or read, only the first true predicate counts, so its predicates are mutually exclusive.
    /// Predicates of two writes exclude each other only if each write has a variant with the other write's chosen
    /// predicate.
    fn is_excluded(
        &self,
        predicate: RecordId,
        choices: &[RecordId],
        conditions: &[VariantCondition],
    ) -> bool {
        for condition in conditions {
            if condition.predicate == predicate {
                return false;
            }
            let has_variant = match condition.chosen_for {
                Variable::Write(write) => self.has_variant(write, predicate),
                Variable::Read(read) => self.has_variant(read, predicate),
            };
            if has_variant && choices.contains(&condition.predicate) {
                return true;
            }
        }
        false
    }

    /// Whether a write or read has a variant with this predicate.
    fn has_variant<I: Access>(&self, rw: I, predicate: RecordId) -> bool {
        let variants = self.rws.get(rw).variants.as_ref();
        variants.is_some_and(|v| v.list.iter().any(|variant| variant.predicate == predicate))
    }

    /// Adds a selection to the last operand of a path.
    fn choose<I: OnPath>(
        &self,
        choice: &Choice<I>,
        path: &mut VariantPath,
    ) -> Result<(), FieldError> {
        if let Some(predicate) = choice.predicate {
            path.conditions.push(VariantCondition { predicate, chosen_for: choice.rw.variable() });
        }
        let mut parts = Vec::with_capacity(choice.selected.len());
        for &rw in &choice.selected {
            let mut part = Vec::new();
            self.rws.expand(self.store, rw, &mut part)?;
            parts.push(part);
        }
        let operands = I::operands(path);
        let Some(last) = operands.pop() else { return Ok(()) };
        if choice.is_variadic {
            // Each selected write belongs to a separate operand.
            operands.extend(parts.into_iter().map(|part| [&last[..], &part].concat()));
        } else {
            operands.push([&last[..], &parts.concat()].concat());
        }
        let longest = operands.last().map_or(0, Vec::len);
        if longest.max(operands.len()) > MAX_OPERANDS {
            let message = format!("a variant stands for more than {MAX_OPERANDS} writes");
            return Err(self.error(choice.rw, message));
        }
        Ok(())
    }

    fn error<I: Access>(&self, rw: I, message: String) -> FieldError {
        let def = self.rws.get(rw).def;
        let at = def.unwrap_or(self.models.get(ProcModelId::ALL).def);
        FieldError::new(Code::SchedVariants, self.store.record(at), message)
    }
}

fn add_variants<I: Access>(rw: I, variants: &Variants<I>, choices: &mut Vec<Choice<I>>) {
    choices.extend(variants.list.iter().map(|variant| Choice {
        predicate: Some(variant.predicate),
        rw,
        is_variadic: variants.is_variadic,
        selected: variant.selected.clone(),
    }));
}
