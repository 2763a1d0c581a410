//! Two-operand aliases: `add $a, $b` for `add $a, $a, $b` (`TwoOperandAliasConstraint`).

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;

use super::matchable::{AsmOperand, ResultOperand};
use super::texts::AsmTexts;

const FIELD: &str = "TwoOperandAliasConstraint";
const BLANK: [char; 2] = [' ', '\t'];

/// Returns an instruction's row without one of the two operands that `constraint` ties.
pub(super) fn without_operand(
    operands: &[AsmOperand],
    results: &[ResultOperand],
    constraint: &str,
    instruction: Record<'_>,
    texts: &AsmTexts,
) -> Result<(Vec<AsmOperand>, Vec<ResultOperand>), FieldError> {
    let error = |message: String| {
        FieldError::new(Code::AsmAliases, instruction, message).label_field(instruction, FIELD)
    };
    let (source, destination) = parse(constraint).map_err(|message| error(message.to_owned()))?;
    let index = |name: &str, what: &str| {
        let name_id = texts.find(name);
        let index = operands.iter().position(|operand| Some(operand.name) == name_id);
        index.ok_or_else(|| error(format!("unknown {what} two-operand alias operand '{name}'.")))
    };
    let (source, destination) =
        (index(source, "source")? as u32, index(destination, "destination")? as u32);
    // An operand tied to itself is replaced by the next operand, as in the reference. The reference
    // reads out of bounds if there is no next operand.
    if source == destination && source as usize + 1 == operands.len() {
        let name = texts.get(operands[source as usize].name);
        return Err(error(format!("two-operand alias operand '{name}' is tied to itself")));
    }

    let mut operands = operands.to_vec();
    operands.remove(source as usize);
    let mut results = results.to_vec();
    let mut is_replaced = false;
    for result in &mut results {
        let ResultOperand::Rendered { operand, .. } = result else { continue };
        // Only the first result rendered from the removed operand is redirected.
        if *operand == source && !is_replaced {
            *operand = destination;
            is_replaced = true;
        }
        if *operand > source {
            *operand -= 1;
        }
    }
    Ok((operands, results))
}

/// Returns the two names in `$a = $b`.
fn parse(constraint: &str) -> Result<(&str, &str), &'static str> {
    const NO_PREFIX: &str = "expected '$' prefix on asm operand name";
    let sides = constraint.split_once('=').filter(|(_, right)| !right.is_empty());
    let (left, right) = sides.ok_or("missing '=' in two-operand alias constraint")?;
    let (_, left) = left.split_once('$').ok_or(NO_PREFIX)?;
    let left = left.rsplit_once(BLANK).map_or(left, |(name, _)| name);
    let (_, right) = right.split_once('$').ok_or(NO_PREFIX)?;
    // Blanks after the second name are kept. If there are any, the reference shortens the first
    // name instead.
    let left = right.rfind(BLANK).and_then(|end| left.get(..end)).unwrap_or(left);
    Ok((left, right))
}
