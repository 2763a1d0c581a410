//! Fragments in trees: `(setlt $a, $b)` becomes `(setcc $a, $b, SETLT)`.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordId, RecordView, Value, ValueId};
use tablewright_syntax::symbol::Symbol;

use super::draft::{DraftValue, MemoryFacts, TreeError};
use super::reader::TreeReader;
use super::{GraphPayload, LoadExtension};
use crate::patterns::vocabulary::fragment::patterns_of;
use crate::record_views::selection_dag::PatFragsRecord;

/// Fragments may use each other to this depth.
const MAX_DEPTH: usize = 64;

/// A fragment's parameters.
type Arguments = FxHashMap<Symbol, DraftValue>;

impl TreeReader<'_, '_> {
    /// Expands a fragment. If the fragment has alternatives, expands the first.
    pub(super) fn fragment(
        &mut self,
        record: RecordId,
        operands: &[DraftValue],
        offset: usize,
    ) -> Result<DraftValue, TreeError> {
        self.expand(record, operands, MemoryFacts::default(), offset, 0)
    }

    fn expand(
        &mut self,
        record: RecordId,
        operands: &[DraftValue],
        facts: MemoryFacts,
        offset: usize,
        depth: usize,
    ) -> Result<DraftValue, TreeError> {
        let store = self.types.store();
        let described = store.record(record);
        let name = described.name();
        if depth > MAX_DEPTH {
            return Err(TreeError::new(offset, format!("fragment '{name}' uses itself")));
        }
        let fragment = PatFragsRecord::new(described);
        let wrap = |error: FieldError| TreeError::in_record(offset, &error);
        let parameters = fragment.operands().map_err(wrap)?;
        if parameters.args.len() != operands.len() {
            let (expected, found) = (parameters.args.len(), operands.len());
            let message = format!("'{name}' has {expected} operands, not {found}");
            return Err(TreeError::new(offset, message));
        }
        let names = parameters.args.iter().filter_map(|arg| arg.name);
        let arguments: Arguments = names.zip(operands.iter().copied()).collect();
        let facts = self.facts(fragment, facts).map_err(wrap)?;
        let alternatives = patterns_of(fragment).map_err(wrap)?;
        let Some(&tree) = alternatives.first() else {
            return Err(TreeError::new(offset, format!("fragment '{name}' has no tree")));
        };
        let expansion = Expansion { arguments: &arguments, offset, depth };
        self.expanded(tree, None, facts, expansion)
    }

    /// Returns the facts about a memory access that a fragment adds.
    fn facts(
        &self,
        fragment: PatFragsRecord<'_>,
        facts: MemoryFacts,
    ) -> Result<MemoryFacts, FieldError> {
        let is = |bit: Option<bool>| bit == Some(true);
        let mut facts = facts;
        if is(fragment.is_sign_ext_load()?) {
            facts.extension = LoadExtension::Sign;
        } else if is(fragment.is_zero_ext_load()?) {
            facts.extension = LoadExtension::Zero;
        } else if is(fragment.is_any_ext_load()?) {
            facts.extension = LoadExtension::Any;
        }
        facts.is_truncating |= is(fragment.is_trunc_store()?);
        if let Some(ty) = fragment.memory_vt()? {
            facts.ty = self.types.for_record(ty)?;
        }
        Ok(facts)
    }

    fn expanded(
        &mut self,
        tree: ValueId,
        name: Option<Symbol>,
        facts: MemoryFacts,
        expansion: Expansion<'_>,
    ) -> Result<DraftValue, TreeError> {
        if let Some(&value) = name.and_then(|name| expansion.arguments.get(&name)) {
            return Ok(value);
        }
        let (store, offset) = (self.types.store(), expansion.offset);
        let unknown = |what: &str| {
            TreeError::new(offset, format!("a fragment contains {what}, which has no value"))
        };
        let value = store.value(tree);
        if let Some(number) = value.as_int() {
            return Ok(self.number(number, offset));
        }
        if let Some(record) = value.as_def() {
            return self.expanded_leaf(record, facts, expansion);
        }
        let Some(dag) = value.as_dag() else { return Err(unknown("a leaf")) };
        let Value::Def(operator) = store.value(dag.operator) else {
            return Err(unknown("an operator"));
        };
        let described = store.record(operator);
        let is_type = described.inherits("ValueType");
        // A type does not change the access.
        let operand_facts = if is_type { facts } else { MemoryFacts::default() };
        let mut operands = Vec::new();
        for arg in dag.args {
            operands.push(self.expanded(arg.value, arg.name, operand_facts, expansion)?);
        }
        if is_type {
            let ty = self.types.for_record(operator);
            let ty = ty.map_err(|error| TreeError::in_record(offset, &error))?;
            let (Some(ty), [value]) = (ty, &operands[..]) else {
                return Err(unknown(described.name()));
            };
            self.state(*value, ty, offset)?;
            return Ok(*value);
        }
        if let Some(id) = self.patterns.sd_node_of(operator) {
            return self.node(id, &operands, facts, offset);
        }
        if described.inherits("PatFrags") {
            return self.expand(operator, &operands, facts, offset, expansion.depth + 1);
        }
        Err(unknown(&format!("'{}'", described.name())))
    }

    fn expanded_leaf(
        &mut self,
        record: RecordId,
        facts: MemoryFacts,
        expansion: Expansion<'_>,
    ) -> Result<DraftValue, TreeError> {
        let described = self.types.store().record(record);
        let Expansion { offset, depth, .. } = expansion;
        let name = described.name();
        if described.inherits("CondCode") {
            let payload = GraphPayload::Condition(name.to_owned());
            let other = Some(self.types.other);
            return Ok(self.payload("ISD::CONDCODE".to_owned(), payload, other, offset, name));
        }
        if described.inherits("PatFrags") {
            return self.expand(record, &[], facts, offset, depth + 1);
        }
        if let Some(id) = self.patterns.sd_node_of(record) {
            return self.node(id, &[], facts, offset);
        }
        let ty = self.types.for_record(record);
        match ty.map_err(|error| TreeError::in_record(offset, &error))? {
            Some(ty) if described.inherits("ValueType") => Ok(self.type_leaf(ty, offset)),
            _ => {
                let message = format!("a fragment contains '{name}', which has no value");
                Err(TreeError::new(offset, message))
            }
        }
    }
}

/// A fragment in expansion.
#[derive(Clone, Copy)]
struct Expansion<'a> {
    arguments: &'a Arguments,
    offset: usize,
    depth: usize,
}
