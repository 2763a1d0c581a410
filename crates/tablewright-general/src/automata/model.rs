//! Automata: records of class `GenericAutomaton`, made deterministic.
//!
//! In: an automaton's record and its transitions, which may lead to several states at once. Out:
//! the tables of an automaton that is in a single state at a time. `tablewright-target` makes it
//! deterministic, as for DFA packetizers.

use rustc_hash::FxHashMap;
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView, Type, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::automaton::{DeterministicAutomaton, NondeterministicAutomaton, StateMark};
use tablewright_text::{AutomatonTables, AutomatonTransition, PathTerminator};

use crate::record_views::searchable_table::GenericAutomatonRecord;

/// An automaton.
pub(super) struct Automaton<'s> {
    pub(super) name: &'s str,
    /// The C++ types of an action's symbols.
    pub(super) symbol_types: Vec<String>,
    /// The actions, each as its symbols.
    pub(super) actions: Vec<Vec<AutomatonSymbol<'s>>>,
    /// Whether actions with several symbols are lists in braces.
    pub(super) actions_in_braces: bool,
    pub(super) tables: AutomatonTables,
}

/// A part of an action.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum AutomatonSymbol<'s> {
    /// A record, written by name in C++.
    Record(RecordId, &'s str),
    Number(u32),
    Text(&'s str),
}

pub(super) fn collect(store: &RecordStore) -> Result<Vec<Automaton<'_>>, FieldError> {
    let records = GenericAutomatonRecord::all(store)?;
    records.into_iter().map(|record| automaton(store, record)).collect()
}

fn automaton<'s>(
    store: &'s RecordStore,
    record: GenericAutomatonRecord<'s>,
) -> Result<Automaton<'s>, FieldError> {
    let name = record.name();
    let error = |message: String| FieldError::new(Code::Automata, record, message);
    let fields = record.symbol_fields()?;
    if fields.is_empty() {
        return Err(error(format!("Automaton '{name}' lacks symbol fields")));
    }
    let class = record.transition_class()?;
    let mut actions = Actions::default();
    let (mut marks, mut symbol_types) = (Vec::new(), Vec::new());
    for transition in store.derived_from_name(class)? {
        let new_state = new_state(transition)?;
        // All transitions should have the same types; if not, the last transition decides.
        symbol_types.clear();
        let mut symbols = Vec::with_capacity(fields.len());
        for field in &fields {
            let (symbol, ty) = symbol(transition, field)?;
            symbols.push(symbol);
            symbol_types.push(ty);
        }
        marks.push(StateMark { action: actions.number(symbols), bits: new_state });
    }
    if marks.is_empty() {
        return Err(error(format!("Automaton '{name}' lacks transitions of class '{class}'")));
    }
    for (field, ty) in fields.iter().zip(&mut symbol_types) {
        let type_field = format!("TypeOf_{field}");
        if record.field(&type_field).is_some() {
            match record.string(&type_field)? {
                "" => {}
                explicit => *ty = explicit.to_owned(),
            }
        }
    }
    let too_large = |limit| error(format!("Automaton '{name}' has more than {limit} transitions"));
    let nfa = NondeterministicAutomaton::from_marks(&marks).map_err(|e| too_large(e.limit))?;
    let dfa = nfa.determinize().map_err(|e| too_large(e.limit))?;
    let tables = tables(store, &dfa);
    let actions_in_braces = store.release().has(Feature::AutomataHaveBracedLists);
    Ok(Automaton { name, symbol_types, actions: actions.list, actions_in_braces, tables })
}

fn tables(store: &RecordStore, dfa: &DeterministicAutomaton) -> AutomatonTables {
    let transitions = dfa.transitions.iter().map(|t| AutomatonTransition {
        from: t.from,
        action: t.action,
        to: t.to,
        path: t.path,
    });
    let terminator = if store.release().has(Feature::AutomataHaveBracedLists) {
        PathTerminator::Int
    } else {
        PathTerminator::UnsignedLongLong
    };
    AutomatonTables::new(dfa.described_size, dfa.state_count, transitions, &dfa.paths, terminator)
}

/// Returns the bits that a transition sets. An unset bit counts as zero.
fn new_state(transition: Record<'_>) -> Result<u64, FieldError> {
    let bits = transition.bits("NewState")?;
    if bits.len() > 64 {
        let message = format!("Transition '{}' has a state of over 64 bits", transition.name());
        return Err(FieldError::new(Code::Automata, transition, message));
    }
    let set = (0u32..).zip(bits.iter()).filter(|&(_, bit)| bit == ValueId::TRUE);
    Ok(set.fold(0, |state, (index, _)| state | 1 << index))
}

/// Returns the symbol in a transition's field, and its C++ type.
fn symbol<'s>(
    transition: Record<'s>,
    name: &str,
) -> Result<(AutomatonSymbol<'s>, String), FieldError> {
    transition.value(name)?;
    let store = transition.store();
    let ty = transition.field(name).map(|field| field.ty);
    Ok(match ty.map(|ty| (ty, store.ty(ty))) {
        Some((ty, Type::Record(_))) => {
            let symbol = transition.record(name)?;
            (AutomatonSymbol::Record(symbol.id(), symbol.name()), store.type_text(ty))
        }
        // Numbers have the C++ type `unsigned`.
        Some((_, Type::Int)) => {
            (AutomatonSymbol::Number(transition.int(name)? as u32), "unsigned".to_owned())
        }
        Some((_, Type::String)) => {
            (AutomatonSymbol::Text(transition.string(name)?), "std::string".to_owned())
        }
        _ => return Err(FieldError::new(Code::Automata, transition, "Unhandled symbol type!")),
    })
}

/// Actions, numbered from zero by first occurrence.
#[derive(Default)]
struct Actions<'s> {
    list: Vec<Vec<AutomatonSymbol<'s>>>,
    numbers: FxHashMap<Vec<AutomatonSymbol<'s>>, u32>,
}

impl<'s> Actions<'s> {
    fn number(&mut self, symbols: Vec<AutomatonSymbol<'s>>) -> u32 {
        // There are at most as many actions as records.
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(symbols.clone()).or_insert(next);
        if number == next {
            self.list.push(symbols);
        }
        number
    }
}
