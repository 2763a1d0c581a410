//! Fragments: named patterns with parameters, predicates and a transformation.
//!
//! In: `PatFrags` records. Out: [`VocabularyFragment`]s, whose trees contain no other fragments and have all types that
//! are known without a use. The module [`inline`](super::inline) expands uses.

use std::sync::Arc;

use tablewright_records::{FieldError, Record, RecordId, RecordView, Value};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::symbol::Symbol;

use crate::patterns::forest::{ForestOperation, FragmentId, TransformId};
use crate::patterns::inference::TypeInference;
use crate::patterns::inference::draft::Draft;
use crate::patterns::inference::infer_types::InputTypes;
use crate::patterns::inference::stop::PatternError;
use crate::patterns::vocabulary::fragment::{VocabularyFragment, patterns_of};
use crate::patterns::vocabulary::record_classes::PatternClass;
use crate::record_views::selection_dag::PatFragsRecord;

/// The kind of fragment use: `PatFrags` are matched, `OutPatFrag`s are created.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FragmentUse {
    Input,
    Output,
}

/// Bits that represent a predicate.
const PREDICATE_FLAGS: [&str; 5] = ["IsLoad", "IsStore", "IsAtomic", "HasNoUse", "HasOneUse"];

/// Returns whether a bit is set. A bit that is `?`, or that older releases lack, is not set.
fn is_set(record: Record<'_>, field: &str) -> Result<bool, FieldError> {
    match record.field(field) {
        Some(_) => Ok(record.optional_bit(field)? == Some(true)),
        None => Ok(false),
    }
}

impl<'s> TypeInference<'s> {
    /// Reads the fragments for one use, expands the fragments in them and infers their types.
    pub(crate) fn read_fragments(
        &mut self,
        of: FragmentUse,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), PatternError> {
        let class =
            if self.target.store.find_class("PatFrags").is_some() { "PatFrags" } else { "PatFrag" };
        let mut ids = Vec::new();
        for record in self.target.store.derived_if_defined(class) {
            let is_output = self.target.classes.is(record.id(), PatternClass::OutPatFrag);
            if is_output == (of == FragmentUse::Output) {
                ids.push(self.declare_fragment(record)?);
            }
        }
        for &id in &ids {
            self.report_and_continue(diagnostics, |this, _| this.read_fragment(id, of))?;
        }
        for &id in &ids {
            self.report_and_continue(diagnostics, |this, _| this.close_fragment(id, of))?;
        }
        Ok(())
    }

    /// Runs a step that may find a pattern invalid; reports the error, so that other patterns can be read.
    pub(crate) fn report_and_continue(
        &mut self,
        diagnostics: &mut Diagnostics,
        work: impl FnOnce(&mut Self, &mut Diagnostics) -> Result<(), PatternError>,
    ) -> Result<(), PatternError> {
        match work(self, diagnostics) {
            Err(PatternError::Source(diagnostic) | PatternError::Pattern(diagnostic)) => {
                diagnostics.push(*diagnostic);
                Ok(())
            }
            done => done,
        }
    }

    /// Adds a fragment, so that others can refer to it.
    fn declare_fragment(&mut self, record: Record<'_>) -> Result<FragmentId, FieldError> {
        let mut has_predicate = false;
        for flag in PREDICATE_FLAGS {
            has_predicate |= is_set(record, flag)?;
        }
        let view = PatFragsRecord::new(record);
        let has_text = |text: Option<&str>| text.is_some_and(|text| !text.is_empty());
        has_predicate |= has_text(view.predicate_code()?) || has_text(view.immediate_code()?);
        let fragment = VocabularyFragment {
            record: record.id(),
            params: Vec::new(),
            trees: Vec::new(),
            is_read: false,
            has_predicate,
            predicate_uses_operands: view.predicate_code_uses_operands()? == Some(true),
            has_gisel_flags: self.target.classes.is(record.id(), PatternClass::GiSelFlags),
        };
        Ok(self.vocabulary_mut().add_fragment(fragment))
    }

    fn read_fragment(&mut self, id: FragmentId, of: FragmentUse) -> Result<(), PatternError> {
        let record = PatFragsRecord::new(self.target.record(self.vocabulary.fragments[id].record));
        self.begin(record.id(), of == FragmentUse::Input);
        for pattern in patterns_of(record)? {
            self.parse_tree(pattern)?;
        }
        let params = self.params(record)?;
        if let Some(transform) = self.transform_of(record)? {
            for &tree in &self.draft.trees {
                self.forest.change_attributes(tree, |all| all.transform = Some(transform));
            }
        }
        self.keep_fragment(id);
        self.vocabulary_mut().fragments[id].params = params;
        Ok(())
    }

    /// Returns a fragment's parameters; each must occur in its trees.
    fn params(&self, record: PatFragsRecord<'_>) -> Result<Vec<Symbol>, PatternError> {
        let error = |message: &str| Err(self.error(message));
        let operands = record.operands()?;
        let is_list = |operator: RecordId| {
            ["ops", "outs", "ins"].contains(&self.target.record(operator).name())
        };
        if !matches!(self.target.store.value(operands.operator), Value::Def(operator) if is_list(operator))
        {
            return error("Operands list should start with '(ops ... '!");
        }
        let mut used: Vec<Symbol> = Vec::new();
        for arg in self.draft.args.iter().flatten() {
            if !used.contains(arg) {
                used.push(*arg);
            }
        }
        let mut params = Vec::with_capacity(operands.args.len());
        for arg in operands.args {
            let node = self.vocabulary.special.node;
            if !matches!(self.target.store.value(arg.value), Value::Def(record) if Some(record) == node)
            {
                return error("Operands list should all be 'node' values.");
            }
            let Some(name) = arg.name else {
                return error("Operands list should have names for each operand!");
            };
            let Some(at) = used.iter().position(|&used| used == name) else {
                let name = self.target.store.str(name);
                return error(&format!(
                    "'{name}' does not occur in pattern or was multiply specified!"
                ));
            };
            used.remove(at);
            params.push(name);
        }
        match used.first() {
            Some(&name) => {
                let name = self.target.store.str(name);
                error(&format!("Operands list does not contain an entry for operand '{name}'!"))
            }
            None => Ok(params),
        }
    }

    /// Returns a fragment's transformation, if it changes anything.
    fn transform_of(
        &self,
        record: PatFragsRecord<'_>,
    ) -> Result<Option<TransformId>, PatternError> {
        let transform = record.operand_transform()?;
        let Some(ForestOperation::Transform(id)) = self.vocabulary.for_record(transform.id())
        else {
            return Err(PatternError::fatal(
                *record,
                format!("'{}' is not an SDNodeXForm", transform.name()),
            ));
        };
        let code = self.target.store.str(self.vocabulary.transforms[id].code);
        Ok(Some(id).filter(|_| !code.is_empty()))
    }

    /// Expands the fragments in a fragment, and infers the types that are known without a use. An impossible type is
    /// not an error, since the fragment may never be used.
    fn close_fragment(&mut self, id: FragmentId, of: FragmentUse) -> Result<(), PatternError> {
        let fragment = &self.vocabulary.fragments[id];
        if !fragment.is_read {
            return Ok(());
        }
        self.forest.clear();
        self.draft = Draft::new(fragment.record, of == FragmentUse::Input);
        self.draft.validates = false;
        for &tree in &fragment.trees {
            let tree = self.forest.import(&self.vocabulary.fragment_trees, tree);
            self.draft.trees.push(tree);
        }
        self.inline_fragments()?;
        self.infer_types(&InputTypes::None)?;
        self.keep_fragment(id);
        Ok(())
    }

    fn keep_fragment(&mut self, id: FragmentId) {
        let vocabulary = Arc::make_mut(&mut self.vocabulary);
        let trees = self.draft.trees.iter();
        let trees = trees.map(|&tree| vocabulary.fragment_trees.import(&self.forest, tree));
        let trees = trees.collect();
        let fragment = &mut vocabulary.fragments[id];
        fragment.trees = trees;
        fragment.is_read = true;
    }
}
