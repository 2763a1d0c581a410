//! A combiner: its rules as match table rules, and their C++ code.

mod apply_list;
mod code;
mod fragment_use;
mod match_list;
mod scope;

use rustc_hash::FxHashSet;
use tablewright_backend::Failure;
use tablewright_records::{Feature, FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_selection::combines::{
    CombineRule, ListedRule, Name, Permutation, RuleError, RuleReader, listed_rules,
};
use tablewright_selection::global_isel::RuleSet;
use tablewright_selection::global_isel::low_level_type::LowLevelType;
use tablewright_selection::global_isel::priority::Priority;
use tablewright_selection::global_isel::rule::Rule;
use tablewright_syntax::diagnostic::Code;
use tablewright_target::qualified_name::QualifiedName;

use crate::record_views::global_isel::GiCombinerRecord;
use crate::support::match_table::{
    Executor, ExecutorFeatureBit, ExecutorPredicate, MatchTable, Sharing, TableKind, TableNames,
    layout,
};
use crate::support::qualified_name::Scoped;

pub(super) use code::CodePool;

/// Options for additional results.
#[derive(Clone, Copy)]
pub(super) struct ReadOptions {
    /// Whether C++ begins with a comment that lists its fragment alternatives.
    pub(super) names_alternatives: bool,
    /// Whether rules are described instead of emitted.
    pub(super) stops_after_parse: bool,
    /// Whether rules are kept in addition to the table's rules.
    pub(super) keeps_rules: bool,
}

/// State shared between the combiners in a file.
#[derive(Default)]
pub(super) struct Shared {
    /// All types in rules; rules for the current combiner only.
    pub(super) rules: RuleSet,
    /// Number of rules begun in a table.
    rule_count: u32,
    /// The C++ that decides whether rules match.
    pub(super) predicates: CodePool,
    /// The C++ that applies rules.
    pub(super) actions: CodePool,
}

/// A combiner.
#[doc(alias = "GICombinerEmitter")]
pub(super) struct Combiner<'s> {
    /// Its name.
    pub(super) name: &'s str,
    /// C++ class name.
    pub(super) class: &'s str,
    /// The name of the method that tries all rules.
    pub(super) method: &'s str,
    /// The names of its rules, by number.
    pub(super) rules: Vec<&'s str>,
    /// Method's first lines.
    pub(super) entry: CombinerEntry<'s>,
    /// Its table.
    pub(super) table: MatchTable,
    /// Code around the table.
    pub(super) executor: Executor<'s>,
}

/// First lines of the method that tries all rules.
pub(super) enum CombinerEntry<'s> {
    /// Runs the table on every instruction. First it sets the builder to the instruction, and gets the objects for the
    /// table, such as the register information, from the machine function.
    AnyOpcode,
    /// Returns immediately if no rule starts with the instruction's opcode. It gets the objects for the table from the
    /// combiner's helper.
    Opcodes(Vec<Scoped<'s>>),
    /// Runs the table on every instruction. A method of the combiner checks the opcode, and another method returns the
    /// flags of the root that are dropped. The table's objects are the helper's.
    Members(Vec<Scoped<'s>>),
}

impl<'s> CombinerEntry<'s> {
    /// Creates the entry. The root opcodes are in rule order.
    fn new(rules: &[Rule], reader: &RuleReader<'s, '_>) -> Result<CombinerEntry<'s>, FieldError> {
        let store = reader.store;
        if !store.release().has(Feature::CombinersKnowTheirOpcodes) {
            return Ok(CombinerEntry::AnyOpcode);
        }
        let mut seen = FxHashSet::default();
        let opcodes = rules.iter().filter_map(|rule| rule.root_opcode().map(|check| check.first));
        let opcodes = opcodes.filter(|&opcode| seen.insert(opcode));
        let records = opcodes.map(|opcode| store.record(reader.instructions().record(opcode)));
        let names: Result<_, _> =
            records.map(|record| QualifiedName::from_optional_record(record).map(Scoped)).collect();
        if store.release().has(Feature::CombinersAreAskedForOpcodes) {
            names.map(CombinerEntry::Members)
        } else {
            names.map(CombinerEntry::Opcodes)
        }
    }
}

/// The result of reading a combiner.
pub(super) enum Collected<'s> {
    /// The combiner.
    Combiner(Box<Combiner<'s>>),
    /// Its rules, described.
    Description(String),
}

/// A combiner's rules, in addition to the rules in its table.
#[derive(Default)]
pub(super) struct ReadRules<'s> {
    /// The names of its rules, by number.
    names: Vec<&'s str>,
    /// Combiner rule number for each table rule.
    pub(super) owners: Vec<u32>,
    features: Features,
    /// Requested rules by number.
    pub(super) kept: Vec<CombineRule>,
    description: String,
}

/// Reads a combiner's rules. The table's rules are left in `shared`.
pub(super) fn read_rules<'s>(
    record: Record<'s>,
    options: ReadOptions,
    reader: &mut RuleReader<'s, '_>,
    shared: &mut Shared,
) -> Result<ReadRules<'s>, Failure> {
    let mut read = ReadRules::default();
    for ListedRule { record: rule, is_repeated } in listed_rules(record)? {
        if is_repeated {
            let problem = "because it has already been processed";
            reader.warning(rule, format!("skipping rule '{}' {problem}", rule.name()));
            continue;
        }
        read.names.push(rule.name());
        match add_rule(rule, options, reader, shared, &mut read) {
            Ok(()) | Err(RuleError::Reported) => {}
            Err(RuleError::Fatal(error)) => return Err(Failure::Diagnostic(error)),
        }
    }
    if reader.has_errors() {
        let message = "Failed to parse one or more rules";
        return Err(FieldError::new(Code::Combines, record, message).into());
    }
    let instructions = reader.instructions();
    Priority { store: reader.store, instructions }.sort(&mut shared.rules);
    Ok(read)
}

/// Reads a combiner.
pub(super) fn collect<'s>(
    record: Record<'s>,
    target: &'s str,
    options: ReadOptions,
    reader: &mut RuleReader<'s, '_>,
    shared: &mut Shared,
) -> Result<Collected<'s>, Failure> {
    let read = read_rules(record, options, reader, shared)?;
    if options.stops_after_parse {
        return Ok(Collected::Description(read.description));
    }
    let combiner = GiCombinerRecord::new(record);
    let class = combiner.classname()?;
    let table_rules = std::mem::take(&mut shared.rules.rules);
    let entry = CombinerEntry::new(&table_rules, reader)?;
    let mut types = LowLevelType::in_order(&shared.rules.types, reader.store.release());
    if types.is_empty() {
        // An array has at least one element in C++.
        types.push(LowLevelType::scalar(1));
    }
    let mut executor = Executor::new(reader.store, (class, target), types, &table_rules);
    executor.features = read.features.bits(reader.store)?;
    let codes = shared.predicates.all().iter().enumerate();
    executor.predicates[0].predicates = codes
        .map(|(number, code)| ExecutorPredicate {
            name: format!("GICombiner{number}"),
            code: code.to_string(),
        })
        .collect();
    let names = TableNames {
        store: reader.store,
        instructions: reader.instructions(),
        names: &reader.names,
        registers: None,
    };
    let sharing = Sharing::for_release(reader.store.release());
    let nodes = layout(table_rules, &executor.types, sharing);
    let table = MatchTable::new(&nodes, TableKind::Combiner, &names)?;
    Ok(Collected::Combiner(Box::new(Combiner {
        name: record.name(),
        class,
        method: combiner.combine_all_method_name()?,
        rules: read.names,
        entry,
        table,
        executor,
    })))
}

/// The predicates of the subtarget that rules name, in that order.
#[derive(Default)]
struct Features(Vec<RecordId>);

impl Features {
    fn add(&mut self, predicate: RecordId) {
        if !self.0.contains(&predicate) {
            self.0.push(predicate);
        }
    }

    /// Returns the features, numbered in order of first use and sorted by record definition.
    fn bits(&self, store: &RecordStore) -> Result<Vec<ExecutorFeatureBit>, FieldError> {
        let bits = self.0.iter().enumerate();
        let bits =
            bits.map(|(number, &predicate)| ExecutorFeatureBit::new(store, predicate, number));
        let mut bits = bits.collect::<Result<Vec<ExecutorFeatureBit>, FieldError>>()?;
        bits.sort_by_key(|bit| store.record(bit.predicate).sequence());
        Ok(bits)
    }
}

fn add_rule<'s>(
    record: Record<'s>,
    options: ReadOptions,
    reader: &mut RuleReader<'s, '_>,
    shared: &mut Shared,
    read: &mut ReadRules<'s>,
) -> Result<(), RuleError> {
    let id = read.names.len() as u32 - 1;
    let rule = reader.read(record, id)?;
    if options.stops_after_parse {
        reader.describe_rule(&rule, &mut read.description);
        return Ok(());
    }
    let builder = RuleBuilder {
        record,
        rule: &rule,
        permutation: &Permutation::new(),
        names_alternatives: options.names_alternatives,
        reader,
        shared: &mut *shared,
        features: &mut read.features,
        expansions: code::Expansions::default(),
        operand_count: 0,
    };
    builder.build()?;
    read.owners.resize(shared.rule_count as usize, id);
    if options.keeps_rules {
        read.kept.push(rule);
    }
    Ok(())
}

/// Builds table rules from a combiner rule.
#[doc(alias = "CombineRuleBuilder")]
struct RuleBuilder<'b, 's, 'd> {
    record: Record<'s>,
    rule: &'b CombineRule,
    /// Fragment alternatives used in this table rule.
    permutation: &'b Permutation,
    names_alternatives: bool,
    reader: &'b mut RuleReader<'s, 'd>,
    shared: &'b mut Shared,
    features: &'b mut Features,
    /// Replacements for names in C++. A replacement from one match alternative is kept for later alternatives.
    expansions: code::Expansions,
    /// Matched operand count.
    operand_count: u32,
}

impl<'s> RuleBuilder<'_, 's, '_> {
    fn error(&mut self, message: impl Into<String>) -> RuleError {
        self.reader.error(self.record, message)
    }

    fn name(&self, name: Name) -> &str {
        self.reader.names.text(name)
    }

    fn unreachable(&mut self, pattern: Name, instruction: &str, at: Record<'s>) -> RuleError {
        let name = self.name(pattern);
        let message =
            format!("pattern '{name}' ('{instruction}') is unreachable from the pattern root!");
        let error = self.reader.error(at, message);
        self.reader.about_pattern(at, instruction);
        error
    }
}
