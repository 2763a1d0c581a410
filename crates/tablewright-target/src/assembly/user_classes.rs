//! Operand classes that the target describes: records of class `AsmOperandClass`.

use tablewright_records::{FieldError, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::match_class::{MatchClass, MatchClassId, MatchClassKind, MatchClasses, UserClass};
use super::register_sets::{diagnostic, text};
use crate::record_views::asm_syntax::AsmOperandClassRecord;

/// Adds the classes. Reports and omits an invalid super-class.
///
/// # Errors
/// If a field is invalid.
pub(super) fn add_user_classes(
    classes: &mut MatchClasses,
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<(), FieldError> {
    let records = AsmOperandClassRecord::all(store)?;
    // A super-class may come later.
    let first = classes.classes.next_index().index();
    for (index, record) in records.iter().enumerate() {
        classes.of_operand_class.insert(record.id(), MatchClassId::from_index(first + index));
    }
    for &record in &records {
        let super_classes = super_classes(record, classes, diagnostics)?;
        let name = record.class_name()?;
        let or = |method: ValueId, before: &str, after: &str| match text(store, method) {
            Some(text) => text.to_owned(),
            None => format!("{before}{name}{after}"),
        };
        let user = UserClass {
            record: record.id(),
            predicate_method: or(record.predicate_method()?, "is", ""),
            render_method: or(record.render_method()?, "add", "Operands"),
            parser_method: text(store, record.parser_method()?).unwrap_or_default().to_owned(),
            default_method: or(record.default_method()?, "default", "Operands"),
            // Only a set bit makes the operand optional.
            is_optional: store.value(record.is_optional()?).as_bit() == Some(true),
        };
        let mut class = MatchClass {
            kind: MatchClassKind::User(user),
            name: name.to_owned(),
            value_name: record.name().to_owned(),
            super_classes,
            diagnostic_type: String::new(),
            diagnostic_string: String::new(),
        };
        diagnostic(&mut class, record, name)?;
        classes.classes.push(class);
    }
    Ok(())
}

fn super_classes(
    record: AsmOperandClassRecord<'_>,
    classes: &MatchClasses,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<MatchClassId>, FieldError> {
    let mut class_ids = Vec::new();
    for (index, &element) in record.super_classes()?.iter().enumerate() {
        let class = record.store().value(element).as_def();
        match class.and_then(|class| classes.of_operand_class.get(&class).copied()) {
            Some(class) => class_ids.push(class),
            None => {
                let message = "Invalid super class reference!";
                let error = FieldError::new(Code::OperandClasses, *record, message);
                let error = error.label_field(*record, "SuperClasses").at_element(index);
                diagnostics.push(Diagnostic::from(error));
            }
        }
    }
    Ok(class_ids)
}
