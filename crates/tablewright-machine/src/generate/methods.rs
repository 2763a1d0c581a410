//! Printer methods of a generated crate.

use tablewright_records::AnalysisError;

use super::builder::CrateBuilder;
use super::listed::by_features;
use super::model::{MethodKind, MethodModel, NameModel, PieceModel};
use super::names::snake_case;
use crate::codec_builder::MethodName;
use crate::syntax::{RecordFields, RecordNames, TextShape};
use crate::text::{NameRule, TemplatePiece, TextRule};
use crate::text_builder::TextRuleId;

impl CrateBuilder<'_, '_> {
    /// Returns the index of the method for a rule; `None` if the rule prints an operand as it is.
    pub(super) fn method(&mut self, rule: TextRuleId) -> Result<Option<usize>, AnalysisError> {
        if let Some(&index) = self.texts.by_rule.get(&rule) {
            return Ok(index);
        }
        let machine = self.machine();
        let method = &machine.printer.methods[rule];
        let kind = match &machine.printer.rules[rule] {
            TextRule::Plain => None,
            TextRule::Number(number) => Some(MethodKind::Number(*number)),
            TextRule::Names(names) => Some(match self.record_names(method) {
                Some(row) => self.names_of_records(row, rule)?,
                None => self.names(names),
            }),
            TextRule::Letters { letters, none } => {
                let (letters, none) = ((*letters).to_owned(), (*none).to_owned());
                Some(MethodKind::Letters { letters, none })
            }
            TextRule::OptionalRegister { lead, tail } => {
                let (lead, tail) = ((*lead).to_owned(), (*tail).to_owned());
                Some(MethodKind::OptionalRegister { lead, tail })
            }
            TextRule::Template(pieces) => {
                let piece = |piece: &TemplatePiece| match piece {
                    TemplatePiece::Text(text) => PieceModel::Text(text.clone()),
                    TemplatePiece::Operand(index) => PieceModel::Operand(*index),
                };
                Some(MethodKind::Template(pieces.iter().map(piece).collect()))
            }
            TextRule::Custom { name, .. } if machine.syntax.source.has(name) => {
                Some(MethodKind::Function((*name).to_owned()))
            }
            TextRule::Custom { .. } => match self.listed_texts(rule)? {
                Some(kind) => Some(kind),
                None => {
                    self.refused.push(method.clone());
                    None
                }
            },
            TextRule::Unknown(_) => {
                self.refused.push(method.clone());
                None
            }
        };
        let index = kind.map(|kind| {
            let method = if method.is_empty() { "printOperand" } else { method };
            let function = self.texts.names.add(&snake_case(method));
            let model = MethodModel { function, method: method.to_owned(), kind };
            self.texts.methods.push(model);
            self.texts.methods.len() - 1
        });
        self.texts.by_rule.insert(rule, index);
        Ok(index)
    }

    /// Returns the row for a method with names from records.
    fn record_names(&self, method: &str) -> Option<RecordNames> {
        let base = MethodName::new(method).base;
        let rows = self.machine().syntax.printer.texts;
        let find = |name: &str| rows.iter().find(|row| row.method == name);
        let row = find(method).or_else(|| find(base))?;
        if let TextShape::RecordNames(names) = row.shape { Some(names) } else { None }
    }

    fn names(&mut self, rule: &NameRule) -> MethodKind {
        let mut numbers: Vec<i64> = rule.names.keys().copied().collect();
        numbers.sort_unstable();
        let name = |number: i64| NameModel {
            number,
            condition: super::conditions::ConditionNumber::ALWAYS,
            name: rule.names[&number].clone(),
        };
        MethodKind::Names {
            lead: rule.lead.to_owned(),
            omitted: rule.omitted,
            is_always_omitted: rule.is_always_omitted,
            names: numbers.into_iter().map(name).collect(),
        }
    }

    /// Returns the names from records, each with its condition.
    fn names_of_records(
        &mut self,
        row: RecordNames,
        rule: TextRuleId,
    ) -> Result<MethodKind, AnalysisError> {
        if row.unnamed.is_some() {
            // Numbers without a name have a text from a function.
            return match self.listed_texts(rule)? {
                Some(kind) => Ok(kind),
                None => {
                    self.refused.push(self.machine().printer.methods[rule].clone());
                    Ok(MethodKind::Template(Vec::new()))
                }
            };
        }
        let mut names: Vec<NameModel> = Vec::new();
        for record in self.store.derived_if_defined(row.class) {
            let number = match record.bits(row.value) {
                Ok(bits) => bits.to_int(),
                Err(_) => record.int(row.value).ok(),
            };
            let Some(number) = number else { continue };
            let is_available = |has_feature: &dyn Fn(&str) -> bool| {
                (row.is_available)(&RecordFields { record, has_feature })
            };
            let Some(available) = by_features(self.store, &is_available) else {
                self.refused.push(self.machine().printer.methods[rule].clone());
                continue;
            };
            let available = available.into_iter().find(|(_, is_available)| *is_available);
            let Some((condition, _)) = available else { continue };
            let condition = self.conditions.number(condition);
            let name = format!("{}{}", row.prefix, record.string(row.name)?);
            let is_hidden = |other: &NameModel| {
                other.number == number
                    && (other.condition == condition
                        || other.condition == super::conditions::ConditionNumber::ALWAYS)
            };
            if !names.iter().any(is_hidden) {
                names.push(NameModel { number, condition, name });
            }
        }
        names.sort_by_key(|name| name.number);
        Ok(MethodKind::Names {
            lead: String::new(),
            omitted: None,
            is_always_omitted: false,
            names,
        })
    }
}
