//! Builds text rules from methods' names.

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, Record, RecordStore};

use crate::codec_builder::MethodName;
use crate::subtarget::MachineSubtarget;
use crate::syntax::{Omitted, RecordFields, RecordNames, TargetSyntax, TextShape};
use crate::text::{NameRule, NumberReading, TextRule, template};

define_index! {
    /// A text rule.
    pub(crate) struct TextRuleId;
}

/// The method that prints registers and numbers in each target.
const PRINT_OPERAND: &str = "printOperand";

pub(crate) struct TextBuilder<'a, 's> {
    store: &'s RecordStore,
    syntax: &'a TargetSyntax,
    subtarget: &'a MachineSubtarget<'s>,
    pub(crate) rules: IndexVec<TextRuleId, TextRule>,
    /// The rules' methods.
    pub(crate) methods: IndexVec<TextRuleId, String>,
    by_method: FxHashMap<String, TextRuleId>,
    described: FxHashMap<&'s str, Record<'s>>,
}

impl<'a, 's> TextBuilder<'a, 's> {
    pub(crate) fn new(
        store: &'s RecordStore,
        syntax: &'a TargetSyntax,
        subtarget: &'a MachineSubtarget<'s>,
    ) -> Result<TextBuilder<'a, 's>, FieldError> {
        let mut described = FxHashMap::default();
        for record in store.derived_if_defined("AsmSyntax") {
            if record.inherits("AsmNames") || record.inherits("AsmText") {
                described.insert(record.string("Method")?, record);
            }
        }
        let (rules, methods) = (IndexVec::new(), IndexVec::new());
        let by_method = FxHashMap::default();
        Ok(TextBuilder { store, syntax, subtarget, rules, methods, by_method, described })
    }

    /// Returns the rule for a printer method. `unknown` adds the name of a method without a row.
    pub(crate) fn method(
        &mut self,
        method: &str,
        unknown: impl FnOnce(&str) -> u16,
    ) -> Result<TextRuleId, FieldError> {
        if let Some(&id) = self.by_method.get(method) {
            return Ok(id);
        }
        let name = MethodName::new(if method.is_empty() { PRINT_OPERAND } else { method });
        let find = |name: &str| self.syntax.printer.texts.iter().find(|row| row.method == name);
        let row = find(method).or_else(|| find(name.base));
        let described = self.described.get(method).or_else(|| self.described.get(name.base));
        let rule = if let Some(&record) = described {
            described_rule(record)?
        } else if let Some(row) = row {
            self.shape(row.shape, name.arguments)?
        } else if method.is_empty() || method == PRINT_OPERAND {
            TextRule::Plain
        } else {
            TextRule::Unknown(unknown(method))
        };
        let id = self.rules.push(rule);
        self.methods.push(method.to_owned());
        self.by_method.insert(method.to_owned(), id);
        Ok(id)
    }

    /// Returns the rule for an operand that is printed in the mnemonic.
    pub(crate) fn condition(
        &mut self,
        names: &'static [(i64, &'static str)],
    ) -> Result<TextRuleId, FieldError> {
        let shape = TextShape::Names { names, lead: "", omitted: Omitted::Never };
        let rule = self.shape(shape, "")?;
        self.methods.push(String::new());
        Ok(self.rules.push(rule))
    }

    fn shape(&self, shape: TextShape, arguments: &str) -> Result<TextRule, FieldError> {
        Ok(match shape {
            TextShape::Plain => TextRule::Plain,
            TextShape::Number(number) => TextRule::Number(number),
            TextShape::Names { names, lead, omitted } => {
                let mut rule = NameRule { lead, ..NameRule::default() };
                match omitted {
                    Omitted::Never => {}
                    Omitted::WithAliases(number) => rule.omitted = Some(number),
                    Omitted::Always(number) => {
                        rule.omitted = Some(number);
                        rule.is_always_omitted = true;
                    }
                }
                for &(number, name) in names {
                    rule.add(number, name);
                }
                TextRule::Names(rule)
            }
            TextShape::RealNames(names) => {
                let reading = NumberReading::Value;
                let mut rule = NameRule { reading, ..NameRule::default() };
                names.iter().for_each(|&(number, name)| rule.add(number, name));
                TextRule::Names(rule)
            }
            TextShape::OnlyNames(shape) => {
                let mut rule = self.shape(*shape, arguments)?;
                if let TextRule::Names(names) = &mut rule {
                    names.reading = NumberReading::None;
                }
                rule
            }
            TextShape::RecordNames(names) => TextRule::Names(self.record_names(names)?),
            TextShape::Letters { letters, none } => TextRule::Letters { letters, none },
            TextShape::OptionalRegister { lead, tail } => TextRule::OptionalRegister { lead, tail },
            TextShape::Template(text) => TextRule::Template(template(text)),
            TextShape::Custom { print, parse } => {
                TextRule::Custom { name: "", print, parse, arguments: arguments.to_owned() }
            }
            TextShape::Shared { name, print, parse } => {
                TextRule::Custom { name, print, parse, arguments: arguments.to_owned() }
            }
            TextShape::IfRecord { record, then, otherwise } => {
                let is_present = self.store.find_record(record).is_some();
                self.shape(if is_present { *then } else { *otherwise }, arguments)?
            }
        })
    }

    fn record_names(&self, names: RecordNames) -> Result<NameRule, FieldError> {
        let mut rule = NameRule { unnamed: names.unnamed, ..NameRule::default() };
        let has_feature = |name: &str| self.subtarget.has_feature(name);
        for record in self.store.derived_if_defined(names.class) {
            let fields = RecordFields { record, has_feature: &has_feature };
            let Some(number) = number(record, names.value) else { continue };
            let is_available = (names.is_available)(&fields);
            let name = format!("{}{}", names.prefix, record.string(names.name)?);
            if is_available {
                rule.add(number, &name);
            } else if names.reads_unavailable {
                rule.numbers.push((name, number));
            }
            for field in names.other_names {
                let name = fields.text(field);
                if !name.is_empty() && (is_available || names.reads_unavailable) {
                    rule.numbers.push((format!("{}{name}", names.prefix), number));
                }
            }
        }
        Ok(rule)
    }
}

impl NameRule {
    /// Adds a name. The first name of a number is printed.
    fn add(&mut self, number: i64, name: &str) {
        self.names.entry(number).or_insert_with(|| name.to_owned());
        self.numbers.push((name.to_owned(), number));
    }
}

/// Returns the number in a field, which has bits or an integer.
fn number(record: Record<'_>, field: &str) -> Option<i64> {
    match record.bits(field) {
        Ok(bits) => bits.to_int(),
        Err(_) => record.int(field).ok(),
    }
}

/// Reads a record with class `AsmNames` or `AsmText`.
fn described_rule(record: Record<'_>) -> Result<TextRule, FieldError> {
    if record.inherits("AsmText") {
        return Ok(TextRule::Template(template(record.string("Text")?)));
    }
    let mut rule = NameRule::default();
    let first = record.int("First")?;
    for (number, name) in (first..).zip(record.list_of_strings("Names")?) {
        if !name.is_empty() {
            rule.add(number, name);
        }
    }
    Ok(TextRule::Names(rule))
}
