//! The field `Constraints` of an instruction: `"$src = $dst, @earlyclobber $tmp"`, divided at its
//! commas before.

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;

use super::operand_list::{Constraint, Operands, PartPlace};

/// The field, for labels.
const FIELD: &str = "Constraints";
const EARLY_CLOBBER: &str = "@earlyclobber";
const BLANK: [char; 2] = [' ', '\t'];

/// What a constraint says, and of which part of an operand.
pub(super) fn parse(
    text: &str,
    operands: Operands<'_>,
    instruction: Record<'_>,
) -> Result<(PartPlace, Constraint), FieldError> {
    // Behind a blank, `@earlyclobber` is not recognized, as in the reference.
    if let Some(rest) = text.strip_prefix(EARLY_CLOBBER)
        && (rest.is_empty() || rest.starts_with(BLANK))
    {
        return early_clobber(text, rest, operands, instruction);
    }
    tie(text, operands, instruction)
}

fn early_clobber(
    text: &str,
    rest: &str,
    operands: Operands<'_>,
    instruction: Record<'_>,
) -> Result<(PartPlace, Constraint), FieldError> {
    let owner = instruction.name();
    let name = match rest.trim_start_matches(BLANK) {
        // Without a name, the whole text is looked up as one, and reported as an illegal name.
        _ if rest.is_empty() => text,
        "" => {
            let message =
                format!("Illegal format for {EARLY_CLOBBER} constraint in '{owner}': '{text}'");
            return Err(FieldError::new(Code::Instructions, instruction, message)
                .label_field(instruction, FIELD));
        }
        name => name,
    };
    let place = operands.parse(instruction, name, false)?;
    check_is_free(place, name, operands, instruction)?;
    Ok((place, Constraint::EarlyClobber))
}

/// A constraint of the form `$a = $b`, blanks around the sign.
fn tie(
    text: &str,
    operands: Operands<'_>,
    instruction: Record<'_>,
) -> Result<(PartPlace, Constraint), FieldError> {
    let owner = instruction.name();
    let error = |message: String| {
        let error = FieldError::new(Code::Instructions, instruction, message);
        Err(error.label_field(instruction, FIELD))
    };
    let sides = text.split_once('=');
    let spaced = sides.filter(|(left, right)| left.ends_with(BLANK) && right.starts_with(BLANK));
    let Some((left, right)) = spaced else {
        return error(format!("Unrecognized constraint '{text}' in '{owner}'"));
    };
    // What stands between the first name and the sign is not looked at.
    let left = left.trim_start_matches(BLANK).split(BLANK).next().unwrap_or_default();
    if left.is_empty() {
        return error(format!("Illegal format for tied-to constraint in '{owner}': '{text}'"));
    }
    let left_place = operands.parse(instruction, left, false)?;
    let right = right.trim_start_matches(BLANK);
    if right.is_empty() {
        return error(format!("Illegal format for tied-to constraint: '{text}'"));
    }
    let right_place = operands.parse(instruction, right, false)?;

    // The output comes first among the operands, whichever side it is on.
    let in_order = left_place < right_place;
    let ((output, output_name), (input, input_name)) = match in_order {
        true => ((left_place, left), (right_place, right)),
        false => ((right_place, right), (left_place, left)),
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
    let constraint = Constraint::TiedTo(operands.mi_number(output) as u32);
    if operands.mi_operands().iter().any(|operand| operand.constraint == constraint) {
        let of = format!("Operand '{output_name}' of '{owner}'");
        return error(format!("{of} cannot have multiple operands tied to it!"));
    }
    Ok((input, constraint))
}

fn check_is_free(
    place: PartPlace,
    name: &str,
    operands: Operands<'_>,
    instruction: Record<'_>,
) -> Result<(), FieldError> {
    let number = operands.mi_number(place);
    if operands.mi_operands()[number].constraint == Constraint::None {
        return Ok(());
    }
    let of = format!("Operand '{name}' of '{}'", instruction.name());
    let message = format!("{of} cannot have multiple constraints!");
    let error = FieldError::new(Code::Instructions, instruction, message);
    Err(error.label_field(instruction, FIELD))
}
