//! `InstRW` records: the writes and reads of certain instructions on certain processors.
//!
//! In: the records, and the names of all instructions. Out: [`InstRw`]s, and the instructions that
//! each record names, as a list (`instrs`) or by patterns (`instregex`). A pattern matches a prefix
//! of a name. There are thousands of names and patterns, so names are kept in byte order: the part
//! of a pattern before its first special character selects a range of names, and the remainder is
//! matched once for all names in the range with the same prefix.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::set_theory::{OrderedSet, SetExpr, SetTheory};
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView, Value};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use super::index::{InstRwId, ProcModelId};
use super::instregex::{InstRegex, State, Verdict};
use super::operands::SchedOperands;
use super::proc_model::ProcModels;
use super::read_write::ReadWrites;
use crate::instructions::Instructions;
use crate::record_views::schedule::{InstRwRecord, SchedMachineModelRecord};

/// An `InstRW` record.
#[derive(Debug)]
pub struct InstRw {
    /// The record.
    pub record: RecordId,
    /// The processor model.
    pub model: ProcModelId,
    /// The writes and reads.
    pub operands: SchedOperands,
}

/// Collects all `InstRW` records, in natural order.
pub(super) fn collect(
    store: &RecordStore,
    models: &ProcModels,
    rws: &ReadWrites,
) -> Result<IndexVec<InstRwId, InstRw>, FieldError> {
    let new = |record: InstRwRecord<'_>| {
        let operands = rws.operands(record.operand_read_writes()?);
        let model = models.find(record.sched_model()?, record)?;
        Ok(InstRw { record: record.id(), model, operands })
    };
    InstRwRecord::all_if_defined(store).into_iter().map(new).collect()
}

/// Finds the instructions of `InstRW` records.
pub(super) struct InstructionSets<'s> {
    sets: SetTheory<'s>,
}

impl<'s> InstructionSets<'s> {
    pub(super) fn new(store: &'s RecordStore, instructions: &Instructions) -> Self {
        let mut sets = SetTheory::new(store);
        if let Some(class) = store.find_class(InstRwRecord::CLASS) {
            sets.add_field_expander(class, "Instrs");
        }
        sets.add_operator("instrs", |sets, expr, set| {
            expr.dag.args.iter().try_for_each(|arg| sets.evaluate(arg.value, expr.at, set))
        });
        // Operators are shared closures, but the search caches patterns and their automaton states.
        // It does not call any operators, so it is never borrowed twice.
        let search = std::cell::RefCell::new(NameSearch::new(store, instructions));
        sets.add_operator("instregex", move |_, expr, set| {
            search.borrow_mut().add_matching(expr, set)
        });
        InstructionSets { sets }
    }

    /// Returns the instructions of an `InstRW` record.
    pub(super) fn for_inst_rw(
        &mut self,
        inst_rw: Record<'s>,
    ) -> Result<Rc<[RecordId]>, FieldError> {
        let instructions = self.sets.expand(inst_rw)?;
        Ok(instructions.expect("there is an expander for the class"))
    }
}

/// The instruction names of a target, for searches by pattern.
struct NameSearch<'s> {
    store: &'s RecordStore,
    /// The generic instructions common to all targets, in opcode order.
    generic: Vec<NamedInstruction<'s>>,
    pseudo: SortedNames<'s>,
    real: SortedNames<'s>,
    /// Whether a pattern without matches is an error.
    has_to_match: bool,
    /// By pattern, the matching instructions.
    cache: FxHashMap<Symbol, Rc<[RecordId]>>,
}

#[derive(Clone, Copy)]
struct NamedInstruction<'s> {
    name: &'s str,
    record: RecordId,
}

/// Instructions in byte order by name.
struct SortedNames<'s> {
    names: Vec<NamedInstruction<'s>>,
    /// By name, the number of bytes in its common prefix with the previous name.
    shared: Vec<usize>,
}

impl<'s> SortedNames<'s> {
    fn new(names: Vec<NamedInstruction<'s>>) -> SortedNames<'s> {
        let mut shared = vec![0];
        shared.extend(names.windows(2).map(|pair| {
            let (a, b) = (pair[0].name.as_bytes(), pair[1].name.as_bytes());
            a.iter().zip(b).take_while(|(a, b)| a == b).count()
        }));
        SortedNames { names, shared }
    }

    /// Adds the names that begin with `prefix` and whose remainder matches `rest`.
    fn add_matching(
        &self,
        prefix: &str,
        rest: Option<&mut InstRegex>,
        matching: &mut Vec<RecordId>,
    ) {
        let begin = self.names.partition_point(|instruction| instruction.name < prefix);
        let candidates = &self.names[begin..];
        let count = candidates.partition_point(|candidate| candidate.name.starts_with(prefix));
        let Some(rest) = rest else {
            matching.extend(candidates[..count].iter().map(|candidate| candidate.record));
            return;
        };
        // The states before the first byte and after each byte of the current name.
        let mut states: Vec<State> = vec![rest.start()];
        let mut at = 0;
        while at < count {
            if at > 0 {
                // All names in the range share at least the prefix. The states after the shared
                // bytes are valid for this name too; skipped names share all bytes that were read.
                let shared = self.shared[begin + at] - prefix.len();
                states.truncate(shared + 1);
            }
            let NamedInstruction { name, record } = candidates[at];
            let verdict = read_on(&name.as_bytes()[prefix.len()..], rest, &mut states);
            // The bytes read so far decide the result for all names that begin with them. There is
            // an additional state before the first byte, so there are `states.len() - 1` bytes.
            let decided = prefix.len() + states.len() - 1;
            let begins_so = |shared: &&usize| verdict != Verdict::Open && **shared >= decided;
            let alike = self.shared[begin + at + 1..begin + count].iter();
            let end = at + 1 + alike.take_while(begins_so).count();
            match verdict {
                Verdict::Match => {
                    matching.extend(candidates[at..end].iter().map(|candidate| candidate.record))
                }
                Verdict::NoMatch => {}
                Verdict::Open => {
                    let state = states.last().expect("the first state stays");
                    matching.extend(rest.matches_at_end(*state).then_some(record));
                }
            }
            at = end;
        }
    }
}

/// Continues to read a name; `states` covers the bytes read so far.
fn read_on(name: &[u8], regex: &mut InstRegex, states: &mut Vec<State>) -> Verdict {
    loop {
        let state = *states.last().expect("the first state stays");
        let verdict = state.verdict();
        let next = name.get(states.len() - 1);
        match (verdict, next) {
            (Verdict::Open, Some(&byte)) => states.push(regex.next(state, byte)),
            _ => return verdict,
        }
    }
}

impl<'s> NameSearch<'s> {
    fn new(store: &'s RecordStore, instructions: &Instructions) -> NameSearch<'s> {
        let named = |range: std::ops::Range<usize>| {
            let records = instructions.records()[range].iter();
            let named = |&record| NamedInstruction { name: store.record(record).name(), record };
            records.map(named).collect()
        };
        let pseudo = instructions.pseudo();
        NameSearch {
            store,
            generic: named(instructions.generic()),
            real: SortedNames::new(named(pseudo.end..instructions.len())),
            pseudo: SortedNames::new(named(pseudo)),
            has_to_match: has_overlap_checks(store),
            cache: FxHashMap::default(),
        }
    }

    fn add_matching(
        &mut self,
        expr: SetExpr<'_>,
        set: &mut OrderedSet<RecordId>,
    ) -> Result<(), FieldError> {
        for arg in expr.dag.args {
            let (Value::String(pattern) | Value::Code(pattern)) = self.store.value(arg.value)
            else {
                return Err(expr.error("instregex requires pattern string"));
            };
            let matching = match self.cache.get(&pattern) {
                Some(matching) => matching.clone(),
                None => {
                    let text = self.store.str(pattern);
                    let matching: Rc<[RecordId]> = self.find(text).map_err(|message| {
                        let text = text.strip_prefix('^').unwrap_or(text);
                        let message = format!("instregex has no matches: {text}{message}");
                        FieldError::new(Code::InstRws, expr.at, message)
                    })?;
                    self.cache.insert(pattern, matching.clone());
                    matching
                }
            };
            set.extend(&matching);
        }
        Ok(())
    }

    /// Returns the instructions whose names match a pattern. Returns an error with the fault in the
    /// pattern, or with an empty text if there are no matches.
    fn find(&self, pattern: &str) -> Result<Rc<[RecordId]>, String> {
        let (prefix, tail) = split(pattern);
        let mut regex = match tail {
            Some(tail_pattern) => {
                let regex = InstRegex::new(&tail_pattern);
                Some(regex.map_err(|message| format!(" ({message})"))?)
            }
            None => None,
        };
        let mut matching = Vec::new();
        for &NamedInstruction { name, record } in &self.generic {
            let Some(rest) = name.strip_prefix(prefix) else { continue };
            if regex.as_mut().is_none_or(|regex| regex.is_match(rest)) {
                matching.push(record);
            }
        }
        // The order decides the order of class splits: generic instructions first, followed by
        // pseudo-instructions and real instructions, as in the instruction numbering.
        for names in [&self.pseudo, &self.real] {
            names.add_matching(prefix, regex.as_mut(), &mut matching);
        }
        if matching.is_empty() && self.has_to_match {
            return Err(String::new());
        }
        Ok(matching.into())
    }
}

/// Whether the description belongs to a release whose models have `FullInstRWOverlapCheck`. Older
/// releases were less strict, and contain patterns without matches.
fn has_overlap_checks(store: &RecordStore) -> bool {
    let Some(class) = store.find_class(SchedMachineModelRecord::CLASS) else { return true };
    let mut fields = store.class(class).fields();
    fields.any(|field| store.str(field.name) == "FullInstRWOverlapCheck")
}

/// Returns whether a pattern has a `|` or `?` outside parentheses.
fn has_alternatives(pattern: &str) -> bool {
    let mut depth = 0usize;
    for c in pattern.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '|' | '?' if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

/// Splits a pattern into a fixed prefix and a pattern for the remainder.
///
/// A pattern matches a prefix of a name. If a pattern with an explicit `^` has further
/// alternatives, these can match any part of a name.
fn split(pattern: &str) -> (&str, Option<String>) {
    let (is_anchored, pattern) = match pattern.strip_prefix('^') {
        Some(unanchored) => (true, unanchored),
        None => (false, pattern),
    };
    let mut end = pattern.find(|c| "()^$|*+?.[]\\{}".contains(c)).unwrap_or(pattern.len());
    let is_repeated = pattern[end..].starts_with(['*', '+', '?']);
    // The last character belongs to the repetition, not to the fixed text.
    if let (true, Some((last, _))) = (is_repeated, pattern[..end].char_indices().next_back()) {
        end = last;
    }
    // Alternatives may begin differently, so there is no common prefix.
    if has_alternatives(pattern) {
        end = 0;
    }
    let (prefix, tail) = pattern.split_at(end);
    let tail_regex = match (tail, is_anchored) {
        ("", _) => None,
        (_, true) => Some(format!("^{tail}")),
        (_, false) => Some(format!("^({tail})")),
    };
    (prefix, tail_regex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_skipped_that_begin_alike() {
        let store = tablewright_test_support::store_of("def x;");
        let record = store.find_record("x").expect("defined");
        let mut names: Vec<String> = Vec::new();
        for first in ["ADD", "AND", "MOV", "MOVX", "SUB", "VADD"] {
            for ending in ["", "16", "16rr", "32", "32rm", "32rr", "64rr_alt", "8", "rr"] {
                names.push(format!("{first}{ending}"));
            }
        }
        names.sort();
        let instructions = names.iter().map(|name| NamedInstruction { name, record });
        let sorted = SortedNames::new(instructions.collect());
        for pattern in [
            "^A",
            "^ADD(16|32)",
            "^MOV.*rr$",
            "MOVX?(8|16)$",
            "^AND|32",
            "ADD",
            "S?UB*",
            "(V|)",
            "",
        ] {
            let (prefix, tail) = split(pattern);
            let Ok(mut regex) = tail.map(|rest| InstRegex::new(&rest)).transpose() else {
                continue;
            };
            let mut matched = Vec::new();
            sorted.add_matching(prefix, regex.as_mut(), &mut matched);
            let is_match = |name: &&String| match name.strip_prefix(prefix) {
                Some(suffix) => regex.as_mut().is_none_or(|regex| regex.is_match(suffix)),
                None => false,
            };
            let expected = names.iter().filter(is_match).count();
            assert_eq!(matched.len(), expected, "{pattern}");
        }
    }

    #[test]
    fn patterns_are_split_where_they_cease_to_be_text() {
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(split("ADD"), ("ADD", None));
        assert_eq!(split("^ADD(8|16)$"), ("ADD", text("^(8|16)$")));
        assert_eq!(split("ADD(8|16)"), ("ADD", text("^((8|16))")));
        assert_eq!(split("AD*"), ("A", text("^(D*)")));
        assert_eq!(split("ADD_?8"), ("", text("^(ADD_?8)")));
        assert_eq!(split("^ADD|SUB"), ("", text("^ADD|SUB")));
        assert_eq!(split(""), ("", None));
    }
}
