//! The `--gen-global-isel` rules, executed on a graph.
//!
//! In: a target's patterns, and the node that a [`Selector`](crate::dag_isel::selector::Selector) asks about. Out: the
//! first matching rule's instructions. `operand` reads a node as a generic instruction, `check` matches a
//! rule, `act` executes the actions.

mod act;
mod check;
mod operand;

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, FieldError, RecordId, RecordStore, RecordView};
use tablewright_selection::global_isel::import::{GenericInstructions, Import};
use tablewright_selection::global_isel::low_level_type::TypeDetail;
use tablewright_selection::global_isel::priority::Priority;
use tablewright_selection::global_isel::rule::Rule;
use tablewright_selection::patterns::{ComplexPatternId, PatternsToMatch};
use tablewright_selection::record_views::global_isel::{
    GiComplexPatternEquivRecord, GiCustomOperandRendererRecord, GiSdNodeXFormEquivRecord,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_target::enabled_features::EnabledFeatures;
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::registers::{RegisterClasses, Registers, SubRegIndices, SubRegisters};
use tablewright_target::target::target;

use crate::dag_isel::selector::{
    NodeAttempt, PatternSource, RuleSource, Selector, SelectorOptions, TableMatch, TriedPatterns,
};
use check::RuleMatch;

/// A target's rules for a [`Selector`].
pub struct SelectionRules<'s> {
    store: &'s RecordStore,
    patterns: &'s PatternsToMatch,
    import: Import,
    generic: GenericInstructions<'s>,
    analyses: RuleAnalyses<'s>,
    /// By root opcode, the rule indices in the order in which they are tried.
    by_opcode: FxHashMap<InstructionId, Vec<usize>>,
    /// By `GIComplexOperandMatcher` record, the complex pattern.
    matchers: FxHashMap<RecordId, ComplexPatternId>,
    /// By `GICustomOperandRenderer` function, the transformation.
    renderers: FxHashMap<&'s str, RecordId>,
}

/// The analyses to which rules refer.
struct RuleAnalyses<'s> {
    registers: &'s Registers,
    classes: &'s RegisterClasses,
    sub_reg_indices: &'s SubRegIndices,
    /// `EXTRACT_SUBREG`
    extract: Option<InstructionId>,
}

impl<'s> SelectionRules<'s> {
    /// Imports a target's patterns.
    ///
    /// # Errors
    /// The `--gen-global-isel` errors, and a target without a rule.
    pub fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<SelectionRules<'s>, AnalysisError> {
        let mut import = Import::new(store, TypeDetail::Size, diagnostics)?;
        if import.rules.rules.is_empty() {
            return Err(without_rules(target(store)?.name(), &import).into());
        }
        let instructions: &Instructions = store.analysis(diagnostics)?;
        Priority { store, instructions }.sort(&mut import.rules);
        let mut by_opcode: FxHashMap<InstructionId, Vec<usize>> = FxHashMap::default();
        for (index, rule) in import.rules.rules.iter().enumerate() {
            let Some(opcode) = rule.root_opcode() else { continue };
            for opcode in std::iter::once(opcode.first).chain(opcode.second) {
                by_opcode.entry(opcode).or_default().push(index);
            }
        }
        let patterns: &PatternsToMatch = store.analysis(diagnostics)?;
        let sub_registers: &SubRegisters = store.analysis(diagnostics)?;
        let extract = store.find_record("EXTRACT_SUBREG");
        Ok(SelectionRules {
            store,
            patterns,
            import,
            generic: GenericInstructions::new(store, instructions)?,
            analyses: RuleAnalyses {
                registers: store.analysis(diagnostics)?,
                classes: store.analysis(diagnostics)?,
                sub_reg_indices: &sub_registers.indices,
                extract: extract.and_then(|record| instructions.id(record)),
            },
            by_opcode,
            matchers: matchers(store, patterns)?,
            renderers: renderers(store)?,
        })
    }

    /// Returns a selector with these rules. `features` is `None` for a subtarget without features.
    ///
    /// # Errors
    /// Errors from the analyses.
    pub fn selector(
        &self,
        features: Option<EnabledFeatures<'s>>,
        mode: HwModeId,
        options: SelectorOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Selector<'_, 's>, AnalysisError> {
        let source = PatternSource::Rules(self);
        Selector::with_source(source, features, mode, options, diagnostics)
    }

    /// Returns the pattern's index in [`PatternsToMatch::list`].
    fn pattern_of(&self, rule: &Rule) -> usize {
        self.import.patterns[rule.number as usize] as usize
    }
}

/// Returns the error for a target without rules.
fn without_rules(target: &str, import: &Import) -> Diagnostic {
    let message = format!("GlobalISel has no rule for {target}: no pattern can be imported");
    let mut diagnostic = Diagnostic::error_anywhere(Code::PatternUse, message);
    let note = if import.skipped.is_empty() {
        "the target has no patterns"
    } else {
        "GINodeEquiv records map nodes to generic instructions; --global-isel --skipped lists the reasons"
    };
    diagnostic.note(None, note.to_owned());
    diagnostic
}

fn matchers(
    store: &RecordStore,
    patterns: &PatternsToMatch,
) -> Result<FxHashMap<RecordId, ComplexPatternId>, FieldError> {
    let mut matchers = FxHashMap::default();
    for record in GiComplexPatternEquivRecord::all_if_defined(store) {
        if let Some(pattern) = patterns.complex_pattern_with(record.sel_dag_equivalent()?) {
            matchers.insert(record.id(), pattern);
        }
    }
    Ok(matchers)
}

fn renderers(store: &RecordStore) -> Result<FxHashMap<&str, RecordId>, FieldError> {
    let mut renderers = FxHashMap::default();
    for record in GiSdNodeXFormEquivRecord::all_if_defined(store) {
        let renderer = GiCustomOperandRendererRecord::new(store.record(record.id()));
        renderers.insert(store.str(renderer.renderer_fn()?), record.sel_dag_equivalent()?);
    }
    Ok(renderers)
}

impl<'s> RuleSource<'s> for SelectionRules<'s> {
    fn store(&self) -> &'s RecordStore {
        self.store
    }

    fn patterns(&self) -> &'s PatternsToMatch {
        self.patterns
    }

    fn run(
        &self,
        selector: &Selector<'_, 's>,
        attempt: NodeAttempt<'_>,
        tried: &mut Vec<TriedPatterns>,
    ) -> Option<TableMatch> {
        let node = attempt.input.graph.get(attempt.root.node);
        let opcodes = self.generic.for_node(node);
        let mut candidates: Vec<usize> = opcodes
            .iter()
            .filter_map(|opcode| self.by_opcode.get(opcode))
            .flatten()
            .copied()
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        for index in candidates {
            let rule = &self.import.rules.rules[index];
            let mut matching = RuleMatch::new(self, selector, attempt, rule);
            let pattern = self.pattern_of(rule);
            let outcome = matching.check_rule().and_then(|()| matching.act());
            match outcome {
                Ok(selected) => return Some(selected),
                Err(reason) if attempt.input.has_trace => {
                    tried.push(TriedPatterns { step: None, patterns: vec![pattern], reason });
                }
                Err(_) => {}
            }
        }
        None
    }
}
