//! The selector's rules and the members of its class.
//!
//! In: a target's records. Out: a [`Selector`]: rules in trial order, and the data for the class's functions.

use std::cell::RefCell;

use rustc_hash::FxHashSet;
use tablewright_backend::Failure;
use tablewright_records::{AnalysisError, FieldError, Record, RecordStore, RecordView};
use tablewright_selection::global_isel::import::{Import, SkipTexts, immediate_value};
use tablewright_selection::global_isel::low_level_type::{LowLevelType, TypeDetail};
use tablewright_selection::global_isel::priority::Priority;
use tablewright_selection::global_isel::rule::Rule;
use tablewright_selection::intrinsics::Intrinsics;
use tablewright_selection::patterns::{PatternsToMatch, TreeWriter};
use tablewright_selection::record_views::global_isel::GiCustomOperandRendererRecord;
use tablewright_selection::record_views::selection_dag::PatFragsRecord;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use tablewright_target::instructions::Instructions;
use tablewright_target::registers::{RegisterClasses, SubRegIndices, SubRegisters};
use tablewright_text::CppWriter;

use super::coverage::GlobalIselCoverage;
use crate::record_views::global_isel::GiComplexOperandMatcherRecord;
use crate::support::condition::condition_text;
use crate::support::match_table::{
    Executor, ExecutorFeatureBit, ExecutorPredicate, HwModeBit, MatchTable,
    MatchTableRegisterNames, PredicateFunction, Sharing, TableKind, TableNames, Tested, layout,
};

/// First lines in the functions that test predicates: variables for the C++ in fragments.
const INSTRUCTION_DECLARATIONS: &str = "  const MachineFunction &MF = *MI.getParent()->getParent();
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const auto &Operands = State.RecordedOperands;
  (void)Operands;
  (void)MRI;
";

/// First lines in the function that tests leaf predicates.
const LEAF_DECLARATIONS: &str = "  const auto &Operands = State.RecordedOperands;
  Register Reg = MO.getReg();
  (void)Operands;
  (void)Reg;
";

/// Names for the selector and its target.
pub(super) struct SelectorNames<'s> {
    /// Target name.
    pub(super) target: &'s str,
    /// Class name.
    pub(super) class: String,
}

impl<'s> SelectorNames<'s> {
    pub(super) fn new(store: &'s RecordStore) -> Result<SelectorNames<'s>, Failure> {
        let target = tablewright_target::target::target(store)?.name();
        Ok(SelectorNames { target, class: format!("{target}InstructionSelector") })
    }
}

/// A pattern without a rule.
#[derive(Clone, Debug)]
pub struct SkippedRule {
    /// The index of the pattern in `PatternsToMatch::list`.
    pub pattern: usize,
    /// Reason for the missing rule, as in `--warn-on-skipped-patterns`.
    pub reason: String,
    /// Line of a description that would map the part in question, for example `def : GINodeEquiv<G_SDIV, sdiv>;`.
    /// `None` if no record maps it.
    pub missing_record: Option<String>,
}

/// An instruction selector.
#[doc(alias = "GlobalISelEmitter")]
pub(super) struct Selector<'s> {
    store: &'s RecordStore,
    patterns: &'s PatternsToMatch,
    instructions: &'s Instructions,
    classes: &'s RegisterClasses,
    sub_reg_indices: &'s SubRegIndices,
    pub(super) names: &'s SelectorNames<'s>,
    import: Import,
    pub(super) executor: Executor<'s>,
    /// Intrinsic numbers in comments.
    intrinsic_numbers: Vec<i64>,
}

impl<'s> Selector<'s> {
    /// Imports a target's patterns. With `warns`, reports why patterns are skipped.
    pub(super) fn collect(
        store: &'s RecordStore,
        names: &'s SelectorNames<'s>,
        warns: bool,
        detail: TypeDetail,
        coverage: Option<&GlobalIselCoverage>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Selector<'s>, Failure> {
        let mut import = Import::new(store, detail, diagnostics)?;
        let patterns: &PatternsToMatch = store.analysis(diagnostics)?;
        let intrinsic_numbers = if patterns.has_intrinsics() {
            patterns.intrinsic_numbers(store.analysis::<Intrinsics>(diagnostics)?)
        } else {
            Vec::new()
        };
        if warns || coverage.is_some() {
            let texts = SkipTexts::new(store, patterns, &import, &intrinsic_numbers, diagnostics)?;
            let mut skipped = import.skipped.iter().peekable();
            let mut advised = FxHashSet::default();
            for (number, &at) in import.patterns.iter().enumerate() {
                let record = store.record(patterns.list[at as usize].record);
                match skipped.next_if(|skipped| skipped.number as usize == number) {
                    Some(skipped) if warns => {
                        let reason = texts.text(&skipped.reason)?;
                        let mut warning = warning(record, format!("Skipped pattern: {reason}"));
                        // Hundreds of patterns may lack the same record.
                        let missing = texts.missing_record(&skipped.reason);
                        if let Some(missing) = missing.filter(|line| advised.insert(line.clone())) {
                            warning.note(None, format!("a record such as `{missing}` maps it"));
                        }
                        diagnostics.push(warning);
                    }
                    None if coverage.is_some_and(|coverage| !coverage.has(number as u64)) => {
                        diagnostics
                            .push(warning(record, "Pattern is not covered by a test".to_owned()));
                    }
                    _ => {}
                }
            }
        }
        let instructions: &Instructions = store.analysis(diagnostics)?;
        Priority { store, instructions }.sort(&mut import.rules);
        let executor = executor(store, names, &import)?;
        let sub_registers: &SubRegisters = store.analysis(diagnostics)?;
        Ok(Selector {
            store,
            patterns,
            instructions,
            classes: store.analysis(diagnostics)?,
            sub_reg_indices: &sub_registers.indices,
            names,
            import,
            executor,
            intrinsic_numbers,
        })
    }

    /// Returns the rules in the order in which they are tried.
    pub(super) fn rules(&self) -> &[Rule] {
        &self.import.rules.rules
    }

    /// Returns the trial index of a rule's pattern.
    pub(super) fn pattern_of(&self, number: u32) -> usize {
        self.import.patterns[number as usize] as usize
    }

    /// Returns the patterns that are skipped, with the reasons.
    pub(super) fn skipped(
        &self,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<SkippedRule>, Failure> {
        let (patterns, numbers) = (self.patterns, &self.intrinsic_numbers);
        let texts = SkipTexts::new(self.store, patterns, &self.import, numbers, diagnostics)?;
        let mut skipped = Vec::with_capacity(self.import.skipped.len());
        for each in &self.import.skipped {
            skipped.push(SkippedRule {
                pattern: self.pattern_of(each.number),
                reason: texts.text(&each.reason)?,
                missing_record: texts.missing_record(&each.reason),
            });
        }
        Ok(skipped)
    }

    /// Builds the rule table and removes the rules from the selector. With `shares`, common checks are done once.
    pub(super) fn take_table(
        &mut self,
        shares: bool,
        counts_coverage: bool,
    ) -> Result<MatchTable, AnalysisError> {
        let rules = std::mem::take(&mut self.import.rules.rules);
        self.table_of(rules, shares, TableKind::Selection { counts_coverage })
    }

    /// Builds a table with a single rule, and removes the rule from the selector.
    pub(super) fn take_table_of_rule(&mut self, number: u32) -> Result<MatchTable, AnalysisError> {
        let rules = &mut self.import.rules.rules;
        let index = rules.iter().position(|rule| rule.number == number);
        let rules = index.map(|index| rules.remove(index)).into_iter().collect();
        self.table_of(rules, false, TableKind::Selection { counts_coverage: false })
    }

    fn table_of(
        &self,
        rules: Vec<Rule>,
        shares: bool,
        kind: TableKind,
    ) -> Result<MatchTable, AnalysisError> {
        let namespace = self.classes.iter().next().map(|(_, class)| class.properties.namespace);
        let names = TableNames {
            store: self.store,
            instructions: self.instructions,
            names: &self.import.rules.names,
            registers: Some(MatchTableRegisterNames {
                classes: self.classes,
                sub_reg_indices: self.sub_reg_indices,
                namespace: namespace.map_or("", |namespace| self.store.str(namespace)),
            }),
        };
        let sharing =
            if shares { Sharing::for_release(self.store.release()) } else { Sharing::Nothing };
        let nodes = layout(rules, &self.executor.types, sharing);
        MatchTable::new(&nodes, kind, &names)
    }

    /// Writes the patterns for rules.
    pub(super) fn comments(
        &self,
        diagnostics: &mut Diagnostics,
    ) -> Result<GlobalIselPatternComments<'_>, Failure> {
        let trees = self.patterns.tree_writer(self.store, &self.intrinsic_numbers, diagnostics)?;
        let numbers = &self.import.patterns;
        Ok(GlobalIselPatternComments {
            patterns: self.patterns,
            numbers,
            trees,
            text: RefCell::default(),
        })
    }
}

/// Rule patterns as text.
pub(super) struct GlobalIselPatternComments<'a> {
    patterns: &'a PatternsToMatch,
    numbers: &'a [u32],
    trees: TreeWriter<'a>,
    /// Buffer that is reused between calls.
    text: RefCell<String>,
}

impl GlobalIselPatternComments<'_> {
    /// Writes the pattern of the rule with a number.
    pub(super) fn write(&self, number: u32, w: &mut CppWriter<'_>) {
        let Some(&at) = self.numbers.get(number as usize) else { return };
        let pattern = &self.patterns.list[at as usize];
        let mut text = self.text.borrow_mut();
        text.clear();
        self.trees.write(pattern.source, &mut text);
        text.push_str("  =>  ");
        self.trees.write(pattern.result, &mut text);
        w.raw(&text);
    }
}

fn warning(record: Record<'_>, message: String) -> Diagnostic {
    let mut warning = Diagnostic::from(FieldError::new(Code::PatternUse, record, message));
    warning.severity = Severity::Warning;
    warning
}

fn executor<'s>(
    store: &'s RecordStore,
    names: &'s SelectorNames<'s>,
    import: &Import,
) -> Result<Executor<'s>, FieldError> {
    let rules = &import.rules;
    let mut executor = Executor::new(
        store,
        (names.class.as_str(), names.target),
        LowLevelType::in_order(&rules.types, store.release()),
        &rules.rules,
    );
    let mut features: Vec<_> = import.features.iter().copied().enumerate().collect();
    features.sort_unstable_by_key(|&(_, feature)| store.record(feature).sequence());
    for (number, feature) in features {
        executor.features.push(ExecutorFeatureBit::new(store, feature, number)?);
    }
    let conditions = import.hw_mode_conditions.iter().zip(0..);
    executor.hw_modes = conditions
        .map(|(condition, number)| HwModeBit {
            condition: condition_text(store, condition),
            number,
        })
        .collect();
    executor.hw_modes.sort_by(|a, b| a.condition.cmp(&b.condition));
    for matcher in GiComplexOperandMatcherRecord::all_if_defined(store) {
        executor.complex_patterns.push((matcher.id(), matcher.matcher_fn()?));
    }
    executor.complex_patterns.sort_by_key(|&(record, _)| store.record(record).name());
    for renderer in GiCustomOperandRendererRecord::all_if_defined(store) {
        executor.custom_renderers.push(store.str(renderer.renderer_fn()?));
    }
    executor.custom_renderers.sort_unstable();
    executor.custom_renderers.dedup();
    executor.predicates = predicates(store)?;
    Ok(executor)
}

/// Collects all fragment predicates, grouped in functions by subject.
fn predicates(store: &RecordStore) -> Result<Vec<PredicateFunction>, FieldError> {
    let function = |tested| PredicateFunction {
        tested,
        comment: "PatFrag predicates.",
        declarations: match tested {
            Tested::Instruction => INSTRUCTION_DECLARATIONS,
            Tested::Leaf => LEAF_DECLARATIONS,
            Tested::Immediate(_) => "",
        },
        predicates: Vec::new(),
    };
    let mut functions: Vec<PredicateFunction> =
        Tested::all(store.release()).into_iter().map(function).collect();
    for fragment in PatFragsRecord::all_if_defined(store) {
        let immediate = immediate_value(fragment)?;
        for function in &mut functions {
            let code = match function.tested {
                Tested::Instruction => fragment.gisel_predicate_code()?,
                Tested::Leaf => fragment.gisel_leaf_predicate_code()?,
                Tested::Immediate(value) if immediate == Some(value) => {
                    fragment.immediate_code()?
                }
                Tested::Immediate(_) => None,
            };
            if let Some(code) = code.filter(|code| !code.is_empty()) {
                let name = fragment.name().to_owned();
                function.predicates.push(ExecutorPredicate { name, code: code.to_owned() });
            }
        }
    }
    Ok(functions)
}
