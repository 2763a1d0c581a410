//! Reasons for failed checks, in words.

use tablewright_selection::patterns::graph::GraphValue;

use super::run::TableRun;
use crate::dag_isel::matcher_table::MatcherTableStepId;
use crate::dag_isel::model::matcher::{Matcher, MatcherType};

use Matcher as M;

impl TableRun<'_, '_> {
    fn text(&self, value: Option<GraphValue>) -> String {
        let text = |value| self.input.graph.text(&self.selector.types, value);
        value.map_or_else(|| "the operand".to_owned(), text)
    }

    pub(super) fn too_few_operands(&self) -> String {
        format!("{} has too few operands", self.text(Some(self.value())))
    }

    fn type_of(&self, value: Option<GraphValue>) -> &str {
        let ty = value.and_then(|value| self.input.graph.ty(value));
        ty.map_or("no type", |ty| self.selector.types.name(ty))
    }

    fn type_name(&self, ty: MatcherType) -> String {
        let model = self.table.model();
        let in_mode = model.types.by_mode.in_mode(ty, self.selector.types.mode());
        in_mode.map_or_else(|| model.type_name(ty), |ty| self.selector.types.name(ty).to_owned())
    }

    /// Returns the reason for which no case of a switch applies.
    pub(super) fn no_case(&self, step: MatcherTableStepId) -> String {
        if !self.input.has_trace {
            return String::new();
        }
        let value = self.value();
        let table = self.table;
        let branches = &table.steps()[step].branches;
        let keys: Vec<String> =
            branches.iter().take(4).filter_map(|&branch| table.key_text(branch)).collect();
        let more = if branches.len() > 4 { ", …" } else { "" };
        let found = if let M::SwitchType(_) = table.matcher(step) {
            self.type_of(Some(value)).to_owned()
        } else {
            self.input.graph.get(value.node).opcode.clone()
        };
        format!("{} is {found}, not {}{more}", self.text(Some(value)), keys.join(", "))
    }

    /// Returns the reason for which a check without C++ fails.
    #[allow(clippy::wildcard_enum_match_arm, reason = "a projection: other steps have no reason")]
    pub(super) fn failed_check(&self, check: &Matcher) -> String {
        let store = self.table.store();
        let value = Some(self.value());
        let own = self.text(value);
        match check {
            M::CheckSame(_) => format!("{own} is another value than the one with its name"),
            M::CheckChildSame { child, .. } => {
                format!(
                    "{} is another value than the one with its name",
                    self.text(self.child(*child))
                )
            }
            M::CheckOpcode { opcode, .. } => format!("{own} is not {}", store.str(*opcode)),
            M::CheckType { ty, .. } => {
                format!("{own} is {}, not {}", self.type_of(value), self.type_name(*ty))
            }
            M::CheckChildType { child, ty } => {
                let child = self.child(*child);
                format!(
                    "{} is {}, not {}",
                    self.text(child),
                    self.type_of(child),
                    self.type_name(*ty)
                )
            }
            M::CheckInteger(number) | M::CheckAndImm(number) | M::CheckOrImm(number) => {
                format!("{own} is not {number}")
            }
            M::CheckChildInteger { child, value } => {
                format!("{} is not {value}", self.text(self.child(*child)))
            }
            M::CheckCondCode(code) => format!("{own} is not {}", store.record(*code).name()),
            M::CheckChild2CondCode(code) => {
                format!("{} is not {}", self.text(self.child(2)), store.record(*code).name())
            }
            M::CheckValueType(ty) => format!("{own} is not {}", self.selector.types.name(*ty)),
            M::CheckFoldableChainNode => format!("{own} has other uses"),
            M::CheckImmAllOnesV => format!("{own} is not a vector of ones"),
            M::CheckImmAllZerosV => format!("{own} is not a vector of zeros"),
            M::CheckUndef(_) => format!("{own} is not undefined"),
            _ => own,
        }
    }
}
