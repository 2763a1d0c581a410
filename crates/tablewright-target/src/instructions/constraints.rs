//! Constraints in an instruction's `Constraints` field: `"$src = $dst, @earlyclobber $tmp"`. The
//! caller has split the text at commas.

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;

use super::operand_list::{OperandConstraint, Operands, SubOperand};

/// The field name, for labels.
const FIELD: &str = "Constraints";
const EARLY_CLOBBER: &str = "@earlyclobber";
const BLANK: [char; 2] = [' ', '\t'];

/// Returns the described constraint, and the operand part to which it applies.
pub(super) fn parse(
    text: &str,
    operands: Operands<'_>,
    instruction: Record<'_>,
) -> Result<(SubOperand, OperandConstraint), FieldError> {
    // `@earlyclobber` after a blank is not recognized, as in the reference.
    if let Some(suffix) = text.strip_prefix(EARLY_CLOBBER)
        && (suffix.is_empty() || suffix.starts_with(BLANK))
    {
        return early_clobber(text, suffix, operands, instruction);
    }
    tie(text, operands, instruction)
}

fn early_clobber(
    text: &str,
    rest: &str,
    operands: Operands<'_>,
    instruction: Record<'_>,
) -> Result<(SubOperand, OperandConstraint), FieldError> {
    let owner = instruction.name();
    let name = match rest.trim_start_matches(BLANK) {
        // Without a name, the whole text is looked up as a name and reported as illegal.
        _ if rest.is_empty() => text,
        "" => {
            let message =
                format!("Illegal format for {EARLY_CLOBBER} constraint in '{owner}': '{text}'");
            return Err(FieldError::new(Code::OperandConstraints, instruction, message)
                .label_field(instruction, FIELD));
        }
        name => name,
    };
    let part = operands.parse(instruction, name, false)?;
    check_is_free(part, name, operands, instruction)?;
    Ok((part, OperandConstraint::EarlyClobber))
}

/// Parses a constraint `$a = $b`, with blanks around the equals sign.
fn tie(
    text: &str,
    operands: Operands<'_>,
    instruction: Record<'_>,
) -> Result<(SubOperand, OperandConstraint), FieldError> {
    let owner = instruction.name();
    let error = |message: String| {
        let error = FieldError::new(Code::OperandConstraints, instruction, message);
        Err(error.label_field(instruction, FIELD))
    };
    let sides = text.split_once('=');
    let spaced = sides.filter(|(left, right)| left.ends_with(BLANK) && right.starts_with(BLANK));
    let Some((left, right)) = spaced else {
        return error(format!("Unrecognized constraint '{text}' in '{owner}'"));
    };
    // Text between the first name and the equals sign is ignored.
    let left = left.trim_start_matches(BLANK).split(BLANK).next().unwrap_or_default();
    if left.is_empty() {
        return error(format!("Illegal format for tied-to constraint in '{owner}': '{text}'"));
    }
    let left_part = operands.parse(instruction, left, false)?;
    let right = right.trim_start_matches(BLANK);
    if right.is_empty() {
        return error(format!("Illegal format for tied-to constraint: '{text}'"));
    }
    let right_part = operands.parse(instruction, right, false)?;

    // The output is the earlier operand, on either side.
    let ((output, output_name), (input, input_name)) = if left_part < right_part {
        ((left_part, left), (right_part, right))
    } else {
        ((right_part, right), (left_part, left))
    };
    let cannot = |what: &str| {
        error(format!("{what} operands '{left}' and '{right}' of '{owner}' cannot be tied!"))
    };
    if output.operand >= operands.def_count() {
        return cannot("Input");
    }
    if input.operand < operands.def_count() {
        return cannot("Output");
    }
    check_is_free(input, input_name, operands, instruction)?;
    let constraint = OperandConstraint::TiedTo(operands.mi_number(output) as u32);
    if operands.mi_operands().iter().any(|operand| operand.constraint == constraint) {
        let of = format!("Operand '{output_name}' of '{owner}'");
        return error(format!("{of} cannot have multiple operands tied to it!"));
    }
    Ok((input, constraint))
}

fn check_is_free(
    part: SubOperand,
    name: &str,
    operands: Operands<'_>,
    instruction: Record<'_>,
) -> Result<(), FieldError> {
    let number = operands.mi_number(part);
    if operands.mi_operands()[number].constraint == OperandConstraint::None {
        return Ok(());
    }
    let of = format!("Operand '{name}' of '{}'", instruction.name());
    let message = format!("{of} cannot have multiple constraints!");
    let error = FieldError::new(Code::OperandConstraints, instruction, message);
    Err(error.label_field(instruction, FIELD))
}
