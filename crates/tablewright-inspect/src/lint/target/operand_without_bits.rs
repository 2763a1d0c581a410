//! Operands that no bit of the encoding comes from.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{AnalysisError, RecordId, RecordView, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::operands::{Constraint, OperandKind};
use tablewright_target::record_views::instruction::RegisterOperandRecord;
use tablewright_target::record_views::selection_dag::OperandWithDefaultOpsRecord;
use tablewright_target::registers::DescribedClasses;

use super::check_target;
use super::encodings::{FixedEncoding, INST, fixed_encodings, overwriting};
use super::groups::{Groups, draft};
use super::source_of::FieldSource;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// How many texts may leave out the bits of operands with one name. Of more, C++ code knows how they are encoded, also
/// where most instructions have bits for such operands: AMDGPU's `$cpol` has none in the encodings of old processors, which
/// are 30 of 21,354, so that a share does not tell habits and mistakes apart.
const HABIT: usize = 2;

/// An operand that no bit of the encoding comes from.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::OperandWithoutBits,
    name: "operand-without-bits",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let classes: &DescribedClasses = store.analysis(&mut Diagnostics::new())?;
    let mut encodings = Vec::new();
    for encoding in fixed_encodings(store)? {
        if !encoding.is_completed_by_code()? {
            encodings.push((encoding.fields(), encoding));
        }
    }
    let mut encoded = FxHashSet::default();
    for (fields, encoding) in &encodings {
        let numbers = 0..encoding.operands.mi_operands().len();
        let with_bits = numbers.filter(|&number| has_bits(encoding, fields, number));
        encoded.extend(with_bits.filter_map(|number| encoding.operands.mi_record(number)));
    }
    let mut groups = Groups::default();
    for (fields, encoding) in &encodings {
        let assembly = encoding.instruction.asm_string()?;
        for number in 0..encoding.operands.mi_operands().len() {
            if is_without_bits(encoding, fields, number)
                && is_variable(classes, &encoded, (fields, encoding), number)
                && let Some(name) = names(encoding, number).last()
                && names_operand(assembly, store.str(name))
            {
                let span = position(encoding, name);
                groups.add((span, store.str(name)), *encoding.instruction, || {
                    diagnostic(encoding, fields, name, span)
                });
            }
        }
    }
    let mut texts: FxHashMap<String, usize> = FxHashMap::default();
    for name in groups.kinds() {
        *texts.entry(without_number(name).to_owned()).or_default() += 1;
    }
    groups.drop_habits(|name| texts.get(without_number(name)).is_some_and(|&count| count > HABIT));
    groups.report(store, findings);
    Ok(())
}

/// The name without a number at its end: `$src` of `$src1`.
fn without_number(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Whether a machine operand has bits in an encoding with these fields.
fn has_bits(encoding: &FixedEncoding<'_>, fields: &[Symbol], number: usize) -> bool {
    names(encoding, number).any(|name| fields.contains(&name))
}

/// Whether neither the machine operand nor one that it has to equal has bits, and nothing says that this is meant.
fn is_without_bits(encoding: &FixedEncoding<'_>, fields: &[Symbol], number: usize) -> bool {
    let parts = encoding.operands.mi_operands();
    let is_tied_to_bits =
        |other| part_is_tied(encoding, number, other) && has_bits(encoding, fields, other);
    !parts[number].is_not_encoded
        && !has_bits(encoding, fields, number)
        && !(0..parts.len()).any(is_tied_to_bits)
        && !names(encoding, number).any(|name| has_value(encoding, name))
}

/// Whether a text of assembly has an operand: `$name`, `${name}` or `${name:modifier}`.
fn names_operand(assembly: &str, name: &str) -> bool {
    assembly.split('$').skip(1).any(|rest| {
        let rest = rest.strip_prefix('{').unwrap_or(rest);
        let after = rest.strip_prefix(name);
        after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

/// The names under which a machine operand can have a field, the operand's own last.
fn names<'s>(
    encoding: &FixedEncoding<'s>,
    number: usize,
) -> impl Iterator<Item = Symbol> + use<'s> {
    let part = &encoding.operands.mi_operands()[number];
    let operand = &encoding.operands.list()[part.operand as usize];
    let class = encoding.operands.class(operand);
    let in_class = class.parts.get(number - operand.mi_operand as usize);
    let in_class = in_class.and_then(|part| part.name);
    [part.name, in_class, Some(operand.name)].into_iter().flatten()
}

/// Whether an operand has that name.
fn is_operand(encoding: &FixedEncoding<'_>, field: Symbol) -> bool {
    let mut numbers = 0..encoding.operands.mi_operands().len();
    numbers.any(|number| names(encoding, number).any(|name| name == field))
}

/// Whether one of two machine operands has to be the same register as the other.
fn part_is_tied(encoding: &FixedEncoding<'_>, one: usize, other: usize) -> bool {
    let parts = encoding.operands.mi_operands();
    let is = |a: usize, b: usize| parts[a].constraint == Constraint::TiedTo(b as u32);
    is(one, other) || is(other, one)
}

/// Whether the record of the encoding says what the operand is: a field of that name without open bits.
fn has_value(encoding: &FixedEncoding<'_>, name: Symbol) -> bool {
    let Some(slot) = encoding.record.slot_of(name) else { return false };
    let store = encoding.record.store();
    let value = store.value(encoding.record.field_at(slot).value);
    let is_set = |bit| [ValueId::FALSE, ValueId::TRUE].contains(&bit);
    match value.as_bits() {
        Some(bits) => bits.is_empty() || bits.iter().any(is_set),
        None => value.as_int().is_some() || value.as_bit().is_some(),
    }
}

/// Whether the machine operand can be more than one thing. A condition or an output that an instruction may have is
/// often added by C++ code, and a class of one register needs no bits. Neither does a number of a class that no
/// instruction encodes, such as an index that is always 0, or one that other operands decide, so of numbers the record
/// has to have a field that is for them.
fn is_variable(
    classes: &DescribedClasses,
    encoded: &FxHashSet<RecordId>,
    (fields, encoding): (&[Symbol], &FixedEncoding<'_>),
    number: usize,
) -> bool {
    let store = encoding.record.store();
    let part = &encoding.operands.mi_operands()[number];
    let class = encoding.operands.class(&encoding.operands.list()[part.operand as usize]);
    match class.kind {
        OperandKind::Predicate
        | OperandKind::OptionalDef
        | OperandKind::PointerLike
        | OperandKind::Unknown => return false,
        OperandKind::Operand
        | OperandKind::RegisterOperand
        | OperandKind::RegisterClass
        | OperandKind::RegClassByHwMode => {}
    }
    if OperandWithDefaultOpsRecord::of(store.record(class.record)).is_some() {
        return false;
    }
    let Some(record) = encoding.operands.mi_record(number) else { return false };
    let registers = match RegisterOperandRecord::of(store.record(record)) {
        Some(operand) => operand.reg_class().ok().map(|class| class.id()),
        None => Some(record),
    };
    match registers.and_then(|registers| classes.of_record(registers)) {
        Some(class) => class.members.len() > 1,
        None => {
            let is_declared = |name| encoding.record.slot_of(name).is_some();
            encoded.contains(&record)
                && (names(encoding, number).any(is_declared)
                    || fields.iter().any(|&field| !is_operand(encoding, field)))
        }
    }
}

/// The operand in the list of operands.
fn position(encoding: &FixedEncoding<'_>, name: Symbol) -> Span {
    let store = encoding.record.store();
    let word = format!("${}", store.str(name));
    let find = |field| FieldSource::of(*encoding.instruction, field)?.word(&word);
    let found = find("InOperandList").or_else(|| find("OutOperandList"));
    found.unwrap_or_else(|| encoding.instruction.pos().into())
}

fn diagnostic(
    encoding: &FixedEncoding<'_>,
    fields: &[Symbol],
    name: Symbol,
    span: Span,
) -> Diagnostic {
    let store = encoding.record.store();
    let (symbol, owner, name) = (name, encoding.instruction.name(), store.str(name));
    let message = format!("the operand '${name}' of '{owner}' has no bits in the encoding");
    let mut diagnostic = draft(span, message);
    let source = FieldSource::of(encoding.record, INST);
    if let Some(by) = overwriting(encoding.record, symbol, None) {
        let message = format!("this sets the bits of '{INST}' that were '{name}' before");
        diagnostic.label(by, message);
    } else {
        // A field that is no operand may be the operand under another name.
        if let Some(other) = fields.iter().find(|field| !is_operand(encoding, **field)) {
            let other = store.str(*other);
            let at = source.and_then(|source| source.word(other));
            let message = format!("'{other}' has bits in '{INST}', and is no operand");
            match at {
                Some(at) => diagnostic.label(at, message),
                None => diagnostic.note(None, message),
            };
        }
    }
    diagnostic.note(
        None,
        format!(
            "the encoding is the same whatever '${name}' is, and a disassembler cannot tell what it was"
        ),
    );
    diagnostic
}
