//! What the table does, and what it refers to.
//!
//! In: the patterns of a target. Out: [`DagIsel`]: a tree of matchers with sizes and numbers. A pattern goes
//! this way:
//!
//! 1. [`build`], [`build_result`]: steps for what it matches and makes.
//! 2. [`contract`]: steps that have a shorter form.
//! 3. [`factor`]: steps that it shares with others.
//! 4. [`numbers`], [`size`]: numbers of what steps refer to, and how many bytes they take.

pub(super) mod analyses;
mod build;
mod build_result;
mod contract;
pub(super) mod coverage;
mod factor;
pub(super) mod matcher;
pub(super) mod numbers;
mod pattern_predicates;
mod predicate_code;
pub(super) mod size;
mod special;

use tablewright_backend::Failure;
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_target::intrinsics::Intrinsics;
use tablewright_target::patterns::{MatchContext, Patterns, PatternsToMatch};
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::registers::Registers;
use tablewright_target::value_types::{ValueType, ValueTypes};

use analyses::Analyses;
use build::{Builder, Sources};
use coverage::Coverage;
use matcher::{Chain, PatternPlace};
use numbers::Numbers;
use pattern_predicates::PatternPredicates;
use size::Sizes;
use special::MatcherRecords;

use crate::support::qualified_name::Scoped;

/// How many bytes the index of a covered pattern takes with its opcode.
const COVERAGE_SIZE: u32 = 3;

/// The table and what it refers to.
pub(super) struct DagIsel<'s> {
    pub(super) store: &'s RecordStore,
    pub(super) target: &'s str,
    pub(super) all: &'s Patterns,
    pub(super) patterns: &'s PatternsToMatch,
    pub(super) registers: &'s Registers,
    pub(super) types: &'s ValueTypes,
    /// The whole tree.
    pub(super) root: Chain,
    /// How many bytes the table has without its end.
    pub(super) size: u32,
    pub(super) numbers: Numbers,
    pub(super) integers: [Option<ValueType>; 4],
    /// By instruction, its namespace and name.
    pub(super) instruction_names: Vec<String>,
    /// For `--instrument-coverage`.
    pub(super) coverage: Option<Coverage>,
}

impl<'s> DagIsel<'s> {
    /// Works out the table.
    pub(super) fn collect(
        job: &mut Analyses<'s, '_>,
        has_coverage: bool,
    ) -> Result<DagIsel<'s>, Failure> {
        let store = job.store;
        let target = tablewright_target::target::target(store)?.name();
        let sources = sources(job)?;
        let mut conditions = PatternPredicates::default();
        let chains = build_all(job, &sources, &mut conditions)?;
        let mut root = factor::factor(chains, sources.patterns);
        let numbers = Numbers::of(&root, &conditions.list, store, sources.patterns)?;
        let integer = |name: &str| match store.find_record(name) {
            Some(record) => store.record(record).int("Value").map(|ty| Some(ValueType(ty))),
            None => Ok(None),
        };
        let integers = [integer("i8")?, integer("i16")?, integer("i32")?, integer("i64")?];
        let coverage = if has_coverage { COVERAGE_SIZE } else { 0 };
        let sizes = Sizes { numbers: &numbers, integers, coverage };
        let size = sizes.set(&mut root);
        let coverage = match has_coverage {
            true => Some(Coverage::of(&root, job, sources.patterns, &sources.intrinsic_numbers)?),
            false => None,
        };
        let mut instruction_names = Vec::with_capacity(sources.instructions.len());
        for (_, record) in sources.instructions.iter() {
            let record = store.record(record);
            instruction_names.push(Scoped(QualifiedName::of(record)?).to_string());
        }
        Ok(DagIsel {
            store,
            target,
            all: sources.all,
            patterns: sources.patterns,
            registers: sources.registers,
            types: job.analysis()?,
            root,
            size,
            numbers,
            integers,
            instruction_names,
            coverage,
        })
    }

    /// What sizes of steps depend on.
    pub(super) fn sizes(&self) -> Sizes<'_> {
        let coverage = if self.coverage.is_some() { COVERAGE_SIZE } else { 0 };
        Sizes { numbers: &self.numbers, integers: self.integers, coverage }
    }
}

/// The analyses that matchers are built with.
fn sources<'s>(job: &mut Analyses<'s, '_>) -> Result<Sources<'s>, Failure> {
    let store = job.store;
    let patterns: &PatternsToMatch = job.analysis()?;
    let glue = store.find_record("Glue").or_else(|| store.find_record("FlagVT"));
    let glue = glue.map(|glue| store.record(glue).int("Value")).transpose()?.map(ValueType);
    let mut intrinsic_numbers = Vec::new();
    if patterns.has_intrinsics() {
        let intrinsics: &Intrinsics = job.analysis()?;
        intrinsic_numbers = patterns.intrinsic_numbers(intrinsics);
    }
    Ok(Sources {
        store,
        all: job.analysis()?,
        patterns,
        instructions: job.analysis()?,
        operands: job.analysis()?,
        flags: job.analysis()?,
        registers: job.analysis()?,
        register_classes: job.analysis()?,
        sub_registers: job.analysis()?,
        special: MatcherRecords::new(store),
        glue,
        intrinsic_numbers,
    })
}

/// The steps of all patterns, each by itself, in order.
fn build_all(
    job: &mut Analyses<'_, '_>,
    sources: &Sources<'_>,
    conditions: &mut PatternPredicates,
) -> Result<Vec<Chain>, AnalysisError> {
    let patterns = sources.patterns;
    let mut context = MatchContext::new(sources.store, job.diagnostics, patterns)?;
    let mut chains = Vec::with_capacity(patterns.list.len());
    for place in 0..patterns.list.len() {
        build_one(sources, &mut context, conditions, place as PatternPlace, &mut chains)?;
    }
    Ok(chains)
}

/// Adds the steps of a pattern by itself: a chain, or one for each node that can be its root.
fn build_one<'s>(
    sources: &Sources<'s>,
    context: &mut MatchContext<'s>,
    conditions: &mut PatternPredicates,
    place: PatternPlace,
    chains: &mut Vec<Chain>,
) -> Result<(), AnalysisError> {
    let patterns = sources.patterns;
    let roots = match patterns.complex_pattern_of(patterns.list[place as usize].source) {
        Some(id) => {
            let nodes = patterns.complex_pattern(id).root_nodes.iter();
            nodes.map(|&node| Some(node)).collect()
        }
        None => vec![None],
    };
    for root in roots {
        let mut builder = Builder::new(sources, context, place);
        builder.build_match(root, conditions)?;
        builder.build_result()?;
        chains.push(contract::contract(builder.steps, patterns));
    }
    Ok(())
}

/// The steps of some patterns, each by itself. Their conditions are those that are returned.
pub(super) fn build_some(
    job: &mut Analyses<'_, '_>,
    places: &[usize],
) -> Result<(Vec<Vec<Chain>>, Vec<String>), Failure> {
    let sources = sources(job)?;
    let mut conditions = PatternPredicates::default();
    let mut context = MatchContext::new(sources.store, job.diagnostics, sources.patterns)?;
    let mut all = Vec::with_capacity(places.len());
    for &place in places {
        let mut chains = Vec::new();
        build_one(&sources, &mut context, &mut conditions, place as PatternPlace, &mut chains)?;
        all.push(chains);
    }
    Ok((all, conditions.list))
}
