//! What a word means: the instructions that it can be, with their operands.

use tablewright::TextSink;
use tablewright::backend::Failure;
use tablewright::syntax::diagnostic::{Code, Diagnostic};
use tablewright::target::decoding::bit_pattern::{BitPattern, BitRange};
use tablewright::target::decoding::decode::{Match, matches};
use tablewright::target::decoding::operand_decoder::{DecoderStep, EncodedField};

use super::target_encodings::TargetEncodings;

pub(super) fn text(target: &TargetEncodings<'_>, hex: &str) -> Result<String, Failure> {
    let encodings = &target.tables.encodings;
    let mut text = format!("{hex}\n");
    let (mut is_read, mut is_decoded) = (false, false);
    for (group, tree) in encodings.groups.iter().zip(target.trees()) {
        let Some(word) = BitPattern::of_hex(hex, group.width) else { continue };
        is_read = true;
        for found in matches(encodings, group, tree, &word) {
            is_decoded = true;
            let table = TargetEncodings::table(group);
            append_match(target, &table, &word, &found, &mut text)?;
        }
    }
    if !is_read {
        let message = format!("'{hex}' is no word of this target in hexadecimal digits");
        return Err(Diagnostic::error_anywhere(Code::UnknownName, message).into());
    }
    if !is_decoded {
        text.push_str("  no instruction\n");
    }
    Ok(text)
}

fn append_match(
    target: &TargetEncodings<'_>,
    table: &str,
    word: &BitPattern,
    found: &Match,
    text: &mut String,
) -> Result<(), Failure> {
    write!(text, "  {}  {table}", target.name(found.encoding));
    let predicates = target.predicates(found.encoding)?;
    if !predicates.is_empty() {
        write!(text, "  needs {}", predicates.join(", "));
    }
    text.push_str(if found.is_in_conflict { "  in conflict with others\n" } else { "\n" });
    let steps = found.path.iter().filter_map(|step| step.value.map(|value| (step.range, value)));
    let checks = found.checks.iter().map(|check| (check.range, check.value));
    let tests: Vec<String> =
        steps.chain(checks).map(|(range, value)| format!("{} is {value}", bits(range))).collect();
    if !tests.is_empty() {
        writeln!(text, "    path      {}", tests.join(", "));
    }
    for field in target.fields(found.encoding)? {
        let range = BitRange { start: field.run.inst_bit, len: field.run.len };
        if let Some(value) = word.value(range) {
            writeln!(text, "    {:9} {value} from {}", field.label(), bits(range));
        }
    }
    let decoders = &target.tables.encodings.decoders;
    let decoder = target.tables.encodings.encodings[found.encoding].decoder;
    for step in &decoders.get(decoder).steps {
        match step {
            DecoderStep::Word { method, .. } => {
                writeln!(text, "    operands  {}(word)", decoders.method(*method));
            }
            DecoderStep::Operand { initial, fields, method } => {
                let value = operand_value(word, *initial, fields);
                match method {
                    Some(method) => {
                        let name = decoders.method(method.method);
                        writeln!(text, "    operand   {name}({value})");
                    }
                    None => writeln!(text, "    operand   {value}"),
                }
            }
        }
    }
    Ok(())
}

/// The number that the bits of an operand spell.
fn operand_value(word: &BitPattern, initial: u64, fields: &[EncodedField]) -> u64 {
    fields.iter().fold(initial, |value, field| {
        let range = BitRange { start: field.base, len: field.width };
        let bits = word.value(range).unwrap_or(0);
        value | bits.checked_shl(field.offset).unwrap_or(0)
    })
}

fn bits(range: BitRange) -> String {
    match range.len {
        1 => format!("Inst{{{}}}", range.start),
        len => format!("Inst{{{}-{}}}", range.start + len - 1, range.start),
    }
}
