//! Which aliases are printed in place of which instructions, and under which conditions.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, Record, RecordId, RecordStore, Value};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};
use tablewright_target::assembler_condition::AssemblerCondition;
use tablewright_target::inst_alias::{
    InstAlias, InstAliasReader, ResultName, ResultValue, is_implied,
};
use tablewright_target::instructions::operands::Operands;
use tablewright_target::instructions::{InstructionId, asm_string};

use super::Writer;

/// The method that prints operands of which nothing else is said.
const PRINT_OPERAND: &str = "printOperand";

/// The aliases that are printed.
#[derive(Default)]
pub(super) struct Aliases<'s> {
    /// In the order of instructions.
    pub(super) instructions: Vec<AliasesOf>,
    /// The texts of aliases, each once.
    pub(super) strings: Vec<AliasString>,
    /// The methods that print operands of aliases.
    pub(super) methods: Vec<PrintMethod<'s>>,
    /// Conditions on operands in C++, numbered from one.
    pub(super) predicates: Vec<&'s str>,
}

/// The aliases of an instruction, those that are tried first before others.
pub(super) struct AliasesOf {
    /// Its name with its namespace.
    pub(super) instruction: String,
    pub(super) patterns: Vec<Pattern>,
}

/// An alias, and when it is printed.
pub(super) struct Pattern {
    /// The result of the alias as it is written.
    pub(super) result: String,
    /// The place of its text among all of them.
    pub(super) string_offset: usize,
    /// How many operands the instruction has.
    pub(super) mi_operand_count: usize,
    /// What has to hold of the operands one after the other, and then of features.
    pub(super) conditions: Vec<Condition>,
}

/// The text of an alias.
pub(super) struct AliasString {
    pub(super) offset: usize,
    /// Where operands stand, there are escapes for bytes that say which, and how to print them.
    pub(super) text: String,
}

#[derive(PartialEq, Eq)]
pub(super) struct PrintMethod<'s> {
    pub(super) name: &'s str,
    /// Whether it is given the address of the instruction.
    pub(super) takes_address: bool,
}

/// What has to hold of an operand, or of a feature.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Condition {
    /// Nothing.
    Ignore,
    /// A register of this class.
    RegClass(RecordId),
    /// The same register as the operand of that number.
    TiedReg(usize),
    /// What the predicate of that number says.
    Custom(usize),
    Imm(i32),
    /// This register, or none.
    Reg(Option<RecordId>),
    Feature {
        feature: RecordId,
        is_negated: bool,
        /// Whether it is one of several of which one suffices.
        is_any_of: bool,
    },
    /// The last of such was before.
    EndOrFeatures,
}

/// An alias while it is not known whether another is as good.
struct Candidate {
    result: String,
    mi_operand_count: usize,
    conditions: Vec<Condition>,
    text: String,
    /// How long the text is as C++ reads it.
    length: usize,
}

impl<'s> Aliases<'s> {
    /// Reads the aliases.
    ///
    /// # Errors
    /// Where an alias that is printed makes no sense.
    pub(super) fn of(job: &mut Job<'s>, writer: &Writer<'s>) -> Result<Aliases<'s>, Failure> {
        let reader = InstAliasReader {
            instructions: job.analysis()?,
            operands: job.analysis()?,
            registers: job.analysis()?,
            classes: job.analysis()?,
        };
        let by_name = by_instruction(job.store, &reader)?;
        let mut collector = Collector {
            store: job.store,
            reader,
            writer,
            diagnostics: job.diagnostics,
            aliases: Aliases::default(),
            predicates: FxHashMap::default(),
        };
        let mut candidates: FxHashMap<InstructionId, (String, Vec<Candidate>)> =
            FxHashMap::default();
        for (name, aliases) in by_name {
            for alias in aliases {
                if let Some(candidate) = collector.candidate(&alias.alias)? {
                    let of_instruction = candidates.entry(alias.alias.instruction);
                    let (_, list) = of_instruction.or_insert_with(|| (name.clone(), Vec::new()));
                    list.push(candidate);
                }
            }
        }
        let mut aliases = collector.aliases;
        let mut offsets: FxHashMap<String, usize> = FxHashMap::default();
        let mut end = 0;
        for (instruction, _) in reader.instructions.iter() {
            let Some((name, list)) = candidates.remove(&instruction) else { continue };
            let mut patterns = Vec::new();
            for candidate in unambiguous(list) {
                let Candidate { result, mi_operand_count, conditions, text, length } = candidate;
                let string_offset = *offsets.entry(text).or_insert_with_key(|text| {
                    let offset = end;
                    aliases.strings.push(AliasString { offset, text: text.clone() });
                    end += length + 1;
                    offset
                });
                patterns.push(Pattern { result, string_offset, mi_operand_count, conditions });
            }
            if !patterns.is_empty() {
                aliases.instructions.push(AliasesOf { instruction: name, patterns });
            }
        }
        Ok(aliases)
    }
}

/// An alias that is printed, with what decides on its place.
struct PrintedAlias {
    priority: i64,
    sequence: u32,
    alias: InstAlias,
}

/// The aliases that are printed, by the qualified names of their instructions. Those of an
/// instruction are in the order of their priorities, then of their definitions.
fn by_instruction(
    store: &RecordStore,
    reader: &InstAliasReader<'_>,
) -> Result<BTreeMap<String, Vec<PrintedAlias>>, FieldError> {
    let mut by_name: BTreeMap<String, Vec<PrintedAlias>> = BTreeMap::new();
    for record in store.derived_from_name("InstAlias")? {
        let priority = record.int("EmitPriority")?;
        if priority < 1 {
            continue;
        }
        let Value::Def(instruction) = store.value(record.dag("ResultInst")?.operator) else {
            return Err(FieldError::new(record, "Expected record as operator"));
        };
        let name = qualified_name(store.record(instruction))?;
        let alias = reader.read(record)?;
        let sequence = record.sequence();
        by_name.entry(name).or_default().push(PrintedAlias { priority, sequence, alias });
    }
    for aliases in by_name.values_mut() {
        aliases.sort_by_key(|alias| (std::cmp::Reverse(alias.priority), alias.sequence));
    }
    Ok(by_name)
}

/// `namespace::name`
fn qualified_name(record: Record<'_>) -> Result<String, FieldError> {
    Ok(match record.string("Namespace")? {
        "" => record.name().to_owned(),
        namespace => format!("{namespace}::{}", record.name()),
    })
}

/// Where aliases have the same conditions, none of them is printed.
fn unambiguous(list: Vec<Candidate>) -> Vec<Candidate> {
    let key = |c: &Candidate| (c.mi_operand_count, c.conditions.clone());
    let keys: Vec<_> = list.iter().map(key).collect();
    let is_alone = |key| keys.iter().filter(|other| *other == key).count() == 1;
    let alone: Vec<bool> = keys.iter().map(is_alone).collect();
    list.into_iter().zip(alone).filter(|(_, alone)| *alone).map(|(c, _)| c).collect()
}

struct Collector<'a, 's> {
    store: &'s RecordStore,
    reader: InstAliasReader<'s>,
    writer: &'a Writer<'s>,
    diagnostics: &'a mut Diagnostics,
    aliases: Aliases<'s>,
    /// The numbers of the predicates of operands.
    predicates: FxHashMap<RecordId, usize>,
}

/// Where the operands of an alias are found, and how they are printed.
#[derive(Default)]
struct Places {
    places: FxHashMap<ResultName, Place>,
}

#[derive(Clone, Copy)]
struct Place {
    mi_operand: usize,
    /// The number of the method that prints it, unless that is the usual one.
    method: Option<usize>,
}

impl<'s> Collector<'_, 's> {
    /// The alias as it is printed; `None` if it is longer than what it stands for.
    fn candidate(&mut self, alias: &InstAlias) -> Result<Option<Candidate>, FieldError> {
        let store = self.store;
        let record = store.record(alias.record);
        let variant = self.writer.variant;
        let instruction = store.record(self.reader.instructions.record(alias.instruction));
        let instruction_text = asm_string::of_variant(instruction.string("AsmString")?, variant);
        let text = asm_string::of_variant(record.string("AsmString")?, variant);
        let text = text.replace("\\{", "{").replace("\\}", "}");
        if word_count(&instruction_text) < word_count(&text) {
            return Ok(None);
        }
        let operands = self.reader.operands.of(alias.instruction);
        let mut places = Places::default();
        let mut conditions = self.conditions(alias, operands, &mut places)?;
        if self.writer.passes_subtarget {
            for predicate in record.list_of_records("Predicates")? {
                if let Some(condition) = AssemblerCondition::of(predicate)? {
                    feature_conditions(&condition, &mut conditions);
                }
            }
        }
        let (text, length) = self.encode(record, &text, &places);
        Ok(Some(Candidate {
            result: store.value_text(record.value("ResultInst")?),
            mi_operand_count: operands.mi_operands().len(),
            conditions,
            text,
            length,
        }))
    }

    fn conditions(
        &mut self,
        alias: &InstAlias,
        operands: Operands<'_>,
        places: &mut Places,
    ) -> Result<Vec<Condition>, FieldError> {
        let record = self.store.record(alias.record);
        let mut conditions = Vec::new();
        let mut number = 0;
        for result in &alias.results {
            while let Some(operand) = operands.mi_operands().get(number)
                && is_implied(operands, &operands.list()[operand.operand as usize])
            {
                number += 1;
            }
            // Of operands that are not looked at, nothing has to hold.
            conditions.resize(number.max(conditions.len()), Condition::Ignore);
            let condition = match result.value {
                ResultValue::Operand { name, record } => {
                    self.operand(name, self.store.record(record), number, places)?
                }
                ResultValue::Imm(value) => match i32::try_from(value) {
                    Ok(value) => Some(Condition::Imm(value)),
                    Err(_) => return Err(FieldError::new(record, WIDE_IMM)),
                },
                ResultValue::Reg(register) => Some(Condition::Reg(register)),
            };
            conditions.extend(condition);
            number += result.mi_operand_count(record)?;
        }
        Ok(conditions)
    }

    /// What has to hold of an operand of the alias, the machine operand `number`. Notes where it
    /// is.
    fn operand(
        &mut self,
        name: ResultName,
        record: Record<'_>,
        number: usize,
        places: &mut Places,
    ) -> Result<Option<Condition>, FieldError> {
        // Records live as long as the store does, whichever way one came to them.
        let record = self.store.record(record.id());
        let is_register_operand = record.inherits("RegisterOperand");
        let mut method = None;
        if is_register_operand || record.inherits("Operand") {
            method = self.method(record)?;
        }
        let class = if is_register_operand { record.record("RegClass")? } else { record };
        let place = Place { mi_operand: number, method };
        if class.inherits("RegisterClass") {
            return Ok(Some(match places.places.get(&name) {
                Some(first) => Condition::TiedReg(first.mi_operand),
                None => {
                    places.places.insert(name, place);
                    Condition::RegClass(class.id())
                }
            }));
        }
        places.places.insert(name, place);
        if let Some(&predicate) = self.predicates.get(&record.id()) {
            return Ok(Some(Condition::Custom(predicate)));
        }
        let Some(code) = record.optional_string("MCOperandPredicate")? else { return Ok(None) };
        self.aliases.predicates.push(code);
        let predicate = self.aliases.predicates.len();
        self.predicates.insert(record.id(), predicate);
        Ok(Some(Condition::Custom(predicate)))
    }

    /// The number of the method that prints operands of `record`; `None` for the usual one.
    fn method(&mut self, record: Record<'s>) -> Result<Option<usize>, FieldError> {
        let name = record.string("PrintMethod")?;
        let takes_address = record.string("OperandType")? == "OPERAND_PCREL";
        if name.is_empty() || name == PRINT_OPERAND {
            return Ok(None);
        }
        let methods = &mut self.aliases.methods;
        let known = methods.iter().position(|method| method.name == name);
        Ok(Some(known.unwrap_or_else(|| {
            methods.push(PrintMethod { name, takes_address });
            methods.len() - 1
        })))
    }

    /// The text of an alias with escapes for its operands, and its length as C++ reads it. An
    /// operand is a `$` and a byte, one more than its number; one with a method of its own is
    /// `$\xFF`, that byte, and one more than the number of the method.
    fn encode(&mut self, alias: Record<'_>, text: &str, places: &Places) -> (String, usize) {
        let mut encoded = String::with_capacity(text.len());
        let mut length = 0;
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('$') {
            let name;
            (name, rest) = reference(behind);
            let place = self.place(alias, name, places);
            encoded += before;
            length += before.len();
            let operand = place.mi_operand + 1;
            match place.method {
                None => {
                    encoded += &format!("$\\x{operand:02X}");
                    length += 2;
                }
                Some(method) => {
                    encoded += &format!("$\\xFF\\x{operand:02X}\\x{:02X}", method + 1);
                    length += 4;
                }
            }
        }
        encoded += rest;
        (encoded, length + rest.len())
    }

    fn place(&mut self, alias: Record<'_>, name: &str, places: &Places) -> Place {
        let store = self.store;
        let (whole, part) = match name.split_once('.') {
            Some((whole, part)) => (whole, Some(part)),
            None => (name, None),
        };
        let symbol = |text: &str| store.symbols().get(text);
        let key = ResultName { name: symbol(whole), part: part.and_then(symbol) };
        if let Some(&place) = places.places.get(&key)
            && key.part.is_some() == part.is_some()
        {
            return place;
        }
        // What is printed then is the first operand, as tools expect.
        let warning = format!("alias text names '${name}', which its result does not have");
        let diagnostic = Diagnostic::new(Severity::Warning, Some(alias.pos()), warning);
        self.diagnostics.push(diagnostic);
        Place { mi_operand: 0, method: Some(0) }
    }
}

const WIDE_IMM: &str =
    "Matching an alias with an immediate out of the range of int32_t is not supported";

fn feature_conditions(condition: &AssemblerCondition, conditions: &mut Vec<Condition>) {
    let is_any_of = condition.is_any_of;
    for feature in &condition.features {
        let (feature, is_negated) = (feature.feature, feature.is_negated);
        conditions.push(Condition::Feature { feature, is_negated, is_any_of });
    }
    if is_any_of {
        conditions.push(Condition::EndOrFeatures);
    }
}

/// How many words there are, as far as blanks tell.
fn word_count(text: &str) -> usize {
    text.bytes().filter(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The name that stands behind a dollar sign, and what follows.
fn reference(text: &str) -> (&str, &str) {
    if let Some(braced) = text.strip_prefix('{') {
        return braced.split_once('}').unwrap_or((braced, ""));
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    text.split_at(end.unwrap_or(text.len()))
}
