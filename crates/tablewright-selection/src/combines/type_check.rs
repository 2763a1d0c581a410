//! Type check: operands with the same name have the same type, which is stated once.

use rustc_hash::FxHashMap;
use tablewright_records::Record;

use super::Name;
use super::pattern::{InstructionPattern, PatternType};
use super::reader::{RuleError, RuleReader};

/// The operand types in a list of patterns.
#[derive(Default)]
#[doc(alias = "OperandTypeChecker")]
pub(super) struct OperandTypes {
    /// For each operand, its type and the pattern that states it.
    known: FxHashMap<Name, (PatternType, Name)>,
}

impl OperandTypes {
    /// Sets all known operand types in a pattern.
    pub(super) fn propagate(&self, pattern: &mut InstructionPattern) {
        for operand in &mut pattern.operands {
            let known = operand.name.and_then(|name| self.known.get(&name));
            if let Some((ty, _)) = known {
                operand.ty = Some(*ty);
            }
        }
    }
}

impl<'s> RuleReader<'s, '_> {
    /// Adds the types that a pattern states to `types`, and reports contradictions. `type_of` checks whether
    /// `GITypeOf` is valid for an operand.
    pub(super) fn check_types(
        &mut self,
        types: &mut OperandTypes,
        name: Name,
        pattern: &InstructionPattern,
        at: Record<'s>,
        type_of: impl Fn(&mut Self, Name) -> Result<(), RuleError>,
    ) -> Result<(), RuleError> {
        for operand in &pattern.operands {
            let Some(ty) = operand.ty else { continue };
            if let PatternType::TypeOf(other) = ty {
                type_of(self, other)?;
            }
            let Some(operand_name) = operand.name else { continue };
            let &mut (known, given_by) = types.known.entry(operand_name).or_insert((ty, name));
            if known != ty {
                let [first, second] = [known, ty].map(|ty| self.type_text(ty));
                let text = self.names.text(operand_name);
                let seen = |ty: &str, pattern: Name| {
                    let pattern = self.names.text(pattern);
                    format!("'{text}' seen with type '{ty}' in '{pattern}'")
                };
                let notes = [seen(&second, name), seen(&first, given_by)];
                let message =
                    format!("conflicting types for operand '{text}': '{first}' vs '{second}'");
                let error = self.error(at, message);
                for note in notes {
                    self.note(at, note);
                }
                return Err(error);
            }
        }
        Ok(())
    }
}
