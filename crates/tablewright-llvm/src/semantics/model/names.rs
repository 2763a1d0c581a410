//! Names for debugging a translator: complex patterns, operand kinds and nodes; also register class types.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_selection::record_views::selection_dag::{ComplexPatternRecord, SdNodeRecord};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::registers::RegisterClasses;
use tablewright_target::value_types::ValueTypes;

/// Additional tables in the counted layout.
pub(crate) struct SemanticsNames<'s> {
    /// The complex patterns, in order of their bytes.
    pub(crate) complex_patterns: Vec<String>,
    /// `Operand` records.
    pub(crate) custom_operands: Vec<&'s str>,
    /// Node enumerators without duplicates.
    pub(crate) opcodes: Vec<&'s str>,
    pub(crate) register_classes: Vec<ClassType<'s>>,
}

/// A register class and its first type.
pub(crate) struct ClassType<'s> {
    pub(crate) name: &'s str,
    /// An expression in C++.
    pub(crate) ty: String,
}

impl<'s> SemanticsNames<'s> {
    /// Collects the names of all records, used or not, and types in a hardware mode.
    ///
    /// # Errors
    /// If no name can be derived from a complex pattern's function name.
    pub(super) fn collect(
        job: &mut Job<'s>,
        mode: HwModeId,
    ) -> Result<SemanticsNames<'s>, Failure> {
        let store = job.store;
        Ok(SemanticsNames {
            complex_patterns: complex_patterns(store)?,
            custom_operands: custom_operands(store),
            opcodes: opcodes(store)?,
            register_classes: register_classes(job, mode)?,
        })
    }
}

fn complex_patterns(store: &RecordStore) -> Result<Vec<String>, FieldError> {
    let mut names = BTreeSet::new();
    for record in ComplexPatternRecord::all_if_defined(store) {
        let function = store.str(record.select_func()?);
        let Some(name) = complex_pattern_name(function) else {
            let message =
                format!("the name of the function '{function}' has to begin with 'select'");
            let error = FieldError::new(Code::PatternUse, *record, message);
            return Err(error.label_field(*record, "SelectFunc"));
        };
        names.insert(name);
    }
    Ok(names.into_iter().collect())
}

/// Returns a complex pattern's name: its function name without `select`. For example, `selectAddr<8>` is converted to
/// `Addr_8`.
pub(super) fn complex_pattern_name(function: &str) -> Option<String> {
    let name = function.strip_prefix("select").or_else(|| function.strip_prefix("Select"))?;
    if name.is_empty() {
        return None;
    }
    let Some((name, args)) = name.split_once('<') else { return Some(name.to_owned()) };
    let args = args.strip_suffix('>').unwrap_or(args);
    // Arguments may be enumerators of a namespace, or several.
    let in_name = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    Some(format!("{name}_{}", args.chars().map(in_name).collect::<String>()))
}

fn custom_operands(store: &RecordStore) -> Vec<&str> {
    let mut operands = store.derived_if_defined("Operand");
    operands.retain(|record| !record.is_anonymous());
    let mut names: Vec<&str> = operands.iter().map(|record| record.name()).collect();
    names.sort_unstable();
    names
}

fn opcodes(store: &RecordStore) -> Result<Vec<&str>, FieldError> {
    let mut nodes = SdNodeRecord::all_if_defined(store);
    nodes.sort_unstable_by_key(|record| record.name());
    let mut seen = FxHashSet::default();
    let mut opcodes = Vec::with_capacity(nodes.len());
    for node in nodes {
        let opcode = store.str(node.opcode()?);
        // Others are nodes of the description alone.
        if opcode.contains("::") && seen.insert(opcode) {
            opcodes.push(opcode);
        }
    }
    Ok(opcodes)
}

fn register_classes<'s>(job: &mut Job<'s>, mode: HwModeId) -> Result<Vec<ClassType<'s>>, Failure> {
    let classes: &RegisterClasses = job.analysis()?;
    let types: &ValueTypes = job.analysis()?;
    let mut list = Vec::new();
    for (_, class) in classes.iter() {
        let first = class.properties.value_types.first().and_then(|ty| ty.get(mode).or(ty.first()));
        let ty = match first.and_then(|ty| types.name(job.store, ty)) {
            // These registers are read and written as integers.
            Some("x86mmx") => "MVT::i64".to_owned(),
            Some("iPTR") => "TLI.getPointerTy()".to_owned(),
            name => format!("MVT::{}", name.unwrap_or("INVALID_SIMPLE_VALUE_TYPE")),
        };
        list.push(ClassType { name: &class.name, ty });
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_complex_patterns() {
        let check = |function, name: Option<&str>| {
            assert_eq!(complex_pattern_name(function).as_deref(), name, "{function}");
        };
        check("selectAddr", Some("Addr"));
        check("SelectAddr", Some("Addr"));
        check("SelectAddrModeWRO<8>", Some("AddrModeWRO_8"));
        check("SelectShift<MVT::i8, true>", Some("Shift_MVT__i8__true"));
        check("matchAddr", None);
        check("select", None);
    }
}
