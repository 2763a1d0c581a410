//! The table's matchers and the entities they refer to.
//!
//! In: a target's patterns. Out: [`DagIsel`] with a matcher tree, and the tree's [`SelectorTable`]. Each pattern
//! passes through these stages:
//!
//! 1. [`build`], [`build_result`]: steps that match the source and create the result.
//! 2. [`contract`]: shorter forms for steps.
//! 3. [`factor`]: steps shared with other patterns.
//! 4. [`numbers`]: numbers for the entities in steps.
//! 5. [`mod@encode`]: bytes for each step.

pub(super) mod analyses;
mod build;
mod build_result;
mod contract;
pub(super) mod coverage;
mod encode;
mod factor;
pub(super) mod matcher;
pub(super) mod mode_types;
pub(super) mod numbers;
mod pattern_predicates;
mod predicate_code;
mod selector_types;
mod special;

use tablewright_backend::Failure;
use tablewright_records::{AnalysisError, Feature, RecordStore};
use tablewright_selection::intrinsics::Intrinsics;
use tablewright_selection::patterns::{
    ComplexPattern, FragmentId, MatchContext, Patterns, PatternsToMatch, TransformId, TreeWriter,
    selector_patterns,
};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::registers::Registers;
use tablewright_target::value_types::ValueType;
use tablewright_text::Append;
use tablewright_text::byte_table::ByteTable;

use analyses::DagIselAnalyses;
use build::{MatcherBuilder, MatcherInputs};
use coverage::DagIselCoverage;
use matcher::{Chain, EmitInteger, Matcher, MatcherType, PatternIndex};
use mode_types::{ModeType, ModeTypes};
use numbers::DagIselNumbers;
use pattern_predicates::PatternPredicates;
use selector_types::SelectorTypes;
use special::MatcherRecords;

use crate::support::qualified_name::Scoped;

/// The C++ class for nodes without additional fields.
const PLAIN_NODE: &str = "SDNode";

/// The table and the entities it refers to.
#[doc(alias = "DAGISelEmitter")]
pub(super) struct DagIsel<'s> {
    pub(super) store: &'s RecordStore,
    pub(super) target: &'s str,
    pub(super) all: &'s Patterns,
    pub(super) patterns: &'s PatternsToMatch,
    pub(super) registers: &'s Registers,
    pub(super) types: SelectorTypes<'s>,
    /// The types that the table refers to by number.
    pub(super) types_of_table: Vec<TypeOfTable>,
    /// The whole tree, until it is converted to a table.
    pub(super) root: Chain,
    pub(super) numbers: DagIselNumbers,
    /// By instruction, its namespace and name.
    instruction_names: Vec<String>,
    /// For `--instrument-coverage`.
    pub(super) coverage: Option<DagIselCoverage>,
    pub(super) format: TableFormat,
}

/// The layout of the table and its functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TableFormat {
    /// A number's sign is its lowest bit, and a type has a single byte. Predicates have a node parameter.
    SignInLowestBit,
    /// Signed numbers are SLEB128, and types ULEB128. Predicates receive the value.
    Sleb128,
}

/// A type that the table refers to by number.
pub(super) struct TypeOfTable {
    pub(super) number: usize,
    pub(super) modes: ModeType,
}

/// Returns the types that a table refers to, in the order of their modes and types.
fn types_of_table(numbers: &DagIselNumbers, mode_types: &ModeTypes) -> Vec<TypeOfTable> {
    let types = numbers.types.iter().enumerate();
    let mut types: Vec<TypeOfTable> =
        types.map(|(number, &ty)| TypeOfTable { number, modes: mode_types.modes(ty) }).collect();
    types.sort_by(|a, b| a.modes.cmp(&b.modes));
    types
}

/// The table.
#[doc(alias = "MatcherTableEmitter")]
pub(super) struct SelectorTable<'s> {
    pub(super) format: TableFormat,
    /// Its lines, without the end of the table.
    pub(super) bytes: ByteTable,
    /// Comments. `None` if comments are disabled.
    pub(super) comments: Option<PatternComments<'s>>,
}

/// The C++ for a transformation.
pub(super) struct TransformFunction<'s> {
    pub(super) name: &'s str,
    /// C++ class for the node, if it has a special class.
    pub(super) class: Option<&'s str>,
    pub(super) code: &'s str,
}

/// The comments on patterns in the table.
pub(super) struct PatternComments<'s> {
    pub(super) patterns: &'s PatternsToMatch,
    pub(super) trees: TreeWriter<'s>,
    /// By pattern.
    pub(super) complexities: Vec<i64>,
}

impl<'s> DagIsel<'s> {
    /// Works out the table.
    pub(super) fn collect(
        job: &mut DagIselAnalyses<'s, '_>,
        has_coverage: bool,
    ) -> Result<DagIsel<'s>, Failure> {
        let store = job.store;
        let target = tablewright_target::target::target(store)?.name();
        let sources = sources(job)?;
        let mut conditions = PatternPredicates::default();
        let chains = build_all(job, &sources, &mut conditions)?;
        let root = factor::factor(chains, sources.patterns, &sources.types.by_mode);
        let numbers = DagIselNumbers::new(
            &root,
            &conditions.list,
            store,
            sources.patterns,
            &sources.types.by_mode,
        )?;
        let coverage = if has_coverage {
            Some(DagIselCoverage::new(&root, job, sources.patterns, &sources.intrinsic_numbers)?)
        } else {
            None
        };
        let mut instruction_names = Vec::with_capacity(sources.instructions.len());
        for (_, record) in sources.instructions.iter() {
            let record = store.record(record);
            instruction_names.push(Scoped(QualifiedName::from_record(record)?).to_string());
        }
        Ok(DagIsel {
            store,
            target,
            all: sources.all,
            patterns: sources.patterns,
            registers: sources.registers,
            types_of_table: types_of_table(&numbers, &sources.types.by_mode),
            types: sources.types,
            root,
            numbers,
            instruction_names,
            coverage,
            format: if store.release().has(Feature::SelectorNumbersAreSleb128) {
                TableFormat::Sleb128
            } else {
                TableFormat::SignInLowestBit
            },
        })
    }

    /// Builds the table from the matcher tree and removes the tree from the model.
    pub(super) fn take_table(
        &mut self,
        has_comments: bool,
        diagnostics: &mut Diagnostics,
    ) -> Result<SelectorTable<'s>, AnalysisError> {
        let root = std::mem::take(&mut self.root);
        let bytes = self.encode(&root, has_comments);
        let comments = if has_comments {
            let patterns = self.patterns.list.iter();
            let numbers = intrinsic_numbers(self.store, self.patterns, diagnostics)?;
            Some(PatternComments {
                patterns: self.patterns,
                trees: self.patterns.tree_writer(self.store, numbers, diagnostics)?,
                complexities: patterns.map(|of| self.patterns.complexity(of, self.all)).collect(),
            })
        } else {
            None
        };
        Ok(SelectorTable { format: self.format, bytes, comments })
    }

    /// Encodes a matcher tree.
    pub(super) fn encode(&self, root: &Chain, has_comments: bool) -> ByteTable {
        encode::encode(self, root, has_comments)
    }

    /// Returns the bytes of a step without branches.
    pub(super) fn encode_step(&self, step: &Matcher, has_comments: bool) -> ByteTable {
        encode::encode_step(self, step, has_comments)
    }

    /// Returns a fragment's name.
    pub(super) fn fragment_name(&self, fragment: FragmentId) -> &'s str {
        self.store.record(self.patterns.fragment(fragment).record).name()
    }

    /// Returns the C++ function of a complex pattern.
    pub(super) fn complex_pattern_function(&self, pattern: &ComplexPattern) -> &'s str {
        self.store.str(pattern.select_func)
    }

    /// Returns a transformation's function.
    pub(super) fn transform_function(&self, transform: TransformId) -> TransformFunction<'s> {
        let transform = self.patterns.transform(transform);
        let node = self.patterns.sd_node_of(transform.node);
        let class = node.map(|node| self.store.str(self.patterns.sd_node(node).class));
        TransformFunction {
            name: self.store.record(transform.record).name(),
            class: class.filter(|&class| class != PLAIN_NODE),
            code: self.store.str(transform.code),
        }
    }

    /// Returns the value of an integer that a step emits, as encoded in the table.
    fn emitted_value(&self, integer: &EmitInteger) -> i64 {
        let MatcherType::Simple(ty) = integer.ty else { return integer.value };
        let unused_bits = 64 - self.types.all.size(ty).clamp(0, 64);
        let is_extended = self.numbers.operand_lists.is_none() && unused_bits < 64;
        match self.format {
            // The bits beyond the type are sign bits. If nodes share operands, integers keep their original value.
            TableFormat::Sleb128 if is_extended => integer.value << unused_bits >> unused_bits,
            TableFormat::SignInLowestBit | TableFormat::Sleb128 => integer.value,
        }
    }

    /// Returns the name of a type, with its types in each mode.
    pub(super) fn type_name(&self, ty: MatcherType) -> String {
        let name = |ty| self.types.all.name(self.store, ty).unwrap_or("?");
        match ty {
            MatcherType::Simple(ty) => name(ty).to_owned(),
            MatcherType::ByHwMode(_) => {
                let mut modes = Vec::new();
                for &(mode, ty) in self.types.by_mode.modes(ty).iter() {
                    modes.push(if mode.is_default() {
                        format!("(*:{})", name(ty))
                    } else {
                        format!("(m{}:{})", mode.index(), name(ty))
                    });
                }
                format!("{{{}}}", modes.join(","))
            }
        }
    }

    /// Returns a type's enumerator.
    pub(super) fn type_enumerator(&self, ty: ValueType) -> impl Append + use<'s> {
        let name = self.types.all.name(self.store, ty).unwrap_or("INVALID_SIMPLE_VALUE_TYPE");
        // A single name differs between TableGen and C++.
        ("MVT::", if name == "untyped" { "Untyped" } else { name })
    }
}

/// Returns the analyses that matchers are built with.
fn sources<'s>(job: &mut DagIselAnalyses<'s, '_>) -> Result<MatcherInputs<'s>, Failure> {
    let store = job.store;
    let patterns = selector_patterns(store, job.diagnostics)?;
    let types = SelectorTypes::new(store, job.analysis()?, patterns)?;
    let intrinsic_numbers = intrinsic_numbers(store, patterns, job.diagnostics)?;
    Ok(MatcherInputs {
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
        types,
        intrinsic_numbers,
    })
}

/// Returns the numbers of the intrinsics that patterns call.
fn intrinsic_numbers(
    store: &RecordStore,
    patterns: &PatternsToMatch,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<i64>, AnalysisError> {
    if !patterns.has_intrinsics() {
        return Ok(Vec::new());
    }
    let intrinsics: &Intrinsics = store.analysis(diagnostics)?;
    Ok(patterns.intrinsic_numbers(intrinsics))
}

/// Builds the steps for all patterns separately, in order.
fn build_all(
    job: &mut DagIselAnalyses<'_, '_>,
    sources: &MatcherInputs<'_>,
    conditions: &mut PatternPredicates,
) -> Result<Vec<Chain>, AnalysisError> {
    let patterns = sources.patterns;
    let mut context = MatchContext::new(sources.store, job.diagnostics, patterns)?;
    let mut chains = Vec::with_capacity(patterns.list.len());
    for index in 0..patterns.list.len() {
        build_one(sources, &mut context, conditions, index as PatternIndex, &mut chains)?;
    }
    Ok(chains)
}

/// Adds the steps for a single pattern: a chain for each node that can be its root.
fn build_one<'s>(
    sources: &MatcherInputs<'s>,
    context: &mut MatchContext<'s>,
    conditions: &mut PatternPredicates,
    index: PatternIndex,
    chains: &mut Vec<Chain>,
) -> Result<(), AnalysisError> {
    let patterns = sources.patterns;
    let roots = match patterns.complex_pattern_of(patterns.list[index as usize].source) {
        Some(id) => {
            let nodes = patterns.complex_pattern(id).root_nodes.iter();
            nodes.map(|&node| Some(node)).collect()
        }
        None => vec![None],
    };
    for root in roots {
        let mut builder = MatcherBuilder::new(sources, context, index);
        builder.build_match(root, conditions)?;
        builder.build_result()?;
        chains.push(contract::contract(builder.steps, patterns));
    }
    Ok(())
}

/// Builds the steps for some patterns separately. Returns the conditions that the steps refer to.
pub(super) fn build_some(
    job: &mut DagIselAnalyses<'_, '_>,
    indices: &[usize],
) -> Result<(Vec<Vec<Chain>>, Vec<String>), Failure> {
    let sources = sources(job)?;
    let mut conditions = PatternPredicates::default();
    let mut context = MatchContext::new(sources.store, job.diagnostics, sources.patterns)?;
    let mut all = Vec::with_capacity(indices.len());
    for &index in indices {
        let mut chains = Vec::new();
        build_one(&sources, &mut context, &mut conditions, index as PatternIndex, &mut chains)?;
        all.push(chains);
    }
    Ok((all, conditions.list))
}
