//! The intrinsics: one for each record and each type in its field `params`.

use std::collections::BTreeMap;

use tablewright_records::{Dag, Record, RecordStore, Value};
use tablewright_syntax::diagnostic::Diagnostic;

use super::Extension;
use super::computation::{Computations, OperationId};
use super::computation_reader::{ComputationReader, Operators};
use super::error::{in_field, while_reading, without_place};
use super::function_macro::{self, FunctionMacro};
use super::immediate::Immediate;
use super::mve_type::{TypeId, Types};
use super::type_reader::TypeReader;

/// The intrinsics of a description, with all they refer to.
pub(crate) struct Intrinsics<'s> {
    pub(crate) types: Types<'s>,
    /// The scalars of the description, by the names of their records.
    pub(super) scalars: Vec<TypeId>,
    pub(super) computations: Computations<'s>,
    /// By full name.
    pub(crate) all: Vec<Intrinsic<'s>>,
    /// By name.
    pub(crate) macros: Vec<FunctionMacro<'s>>,
}

pub(crate) struct Intrinsic<'s> {
    pub(super) record: Record<'s>,
    /// The type in the name; may be `void`.
    pub(super) parameter: TypeId,
    pub(crate) full_name: String,
    /// The name that it shares with other intrinsics, if it has one.
    pub(crate) short_name: Option<String>,
    /// What the name of the builtin says of the extension.
    pub(super) extension: &'s str,
    pub(crate) flags: Flags,
    pub(super) result: TypeId,
    pub(super) operands: Vec<TypeId>,
    pub(super) immediates: Vec<Immediate<'s>>,
    pub(super) code: Code<'s>,
}

pub(crate) struct Flags {
    /// Whether functions have the short name only.
    pub(super) is_short_name_only: bool,
    /// Whether calls do not evaluate their arguments.
    pub(crate) is_non_evaluating: bool,
    /// Whether it stands in the header, but its builtin is that of another description.
    pub(crate) is_header_only: bool,
}

/// How Clang generates code for a call.
pub(super) enum Code<'s> {
    /// By code of its own, for which variables are set.
    Custom(BTreeMap<&'s str, String>),
    /// As the operation says.
    Computed(OperationId),
}

impl<'s> Intrinsics<'s> {
    pub(crate) fn collect(
        store: &'s RecordStore,
        extension: Extension,
    ) -> Result<Intrinsics<'s>, Diagnostic> {
        let mut reader = IntrinsicReader {
            types: TypeReader::new(store)?,
            computations: Computations::default(),
            operators: Operators::default(),
        };
        let mut all = Vec::new();
        for record in store.derived_from_name("Intrinsic")? {
            for parameter in record.list_of_records("params")? {
                let intrinsic = reader
                    .read(record, parameter)
                    .map_err(|error| while_reading(error, record, parameter.name()))?;
                all.push(intrinsic);
            }
        }
        let macros = match extension {
            Extension::Mve => Vec::new(),
            Extension::Cde => function_macro::collect(store)?,
        };
        let IntrinsicReader { types, computations, .. } = reader;
        let (types, scalars) = types.into_types_and_scalars();
        Ok(Intrinsics { types, scalars, computations, all: by_name(all), macros })
    }

    pub(super) fn requires_float(&self, intrinsic: &Intrinsic<'_>) -> bool {
        intrinsic.types().any(|ty| self.types.requires_float(ty))
    }

    pub(super) fn requires_mve(&self, intrinsic: &Intrinsic<'_>) -> bool {
        intrinsic.types().any(|ty| self.types.requires_mve(ty))
    }

    /// Those whose builtins belong to this description.
    pub(crate) fn with_builtin(&self) -> impl Iterator<Item = &Intrinsic<'s>> {
        self.all.iter().filter(|intrinsic| !intrinsic.flags.is_header_only)
    }
}

/// Sorted by full name; of several with the same name, the last counts.
fn by_name(mut all: Vec<Intrinsic<'_>>) -> Vec<Intrinsic<'_>> {
    all.sort_by(|a, b| a.full_name.cmp(&b.full_name));
    all.dedup_by(|next, kept| {
        let is_same = next.full_name == kept.full_name;
        if is_same {
            std::mem::swap(next, kept);
        }
        is_same
    });
    all
}

impl Intrinsic<'_> {
    /// The types of the result and the operands.
    fn types(&self) -> impl Iterator<Item = TypeId> + '_ {
        std::iter::once(self.result).chain(self.operands.iter().copied())
    }
}

struct IntrinsicReader<'s> {
    types: TypeReader<'s>,
    computations: Computations<'s>,
    operators: Operators<'s>,
}

impl<'s> IntrinsicReader<'s> {
    fn read(
        &mut self,
        record: Record<'s>,
        parameter: Record<'s>,
    ) -> Result<Intrinsic<'s>, Diagnostic> {
        let void = self.types.types.void();
        let parameter = self.types.of_record(parameter, void)?;
        let result = self.types.of_record(record.record("ret")?, parameter)?;
        let full_name = self.full_name(record, parameter)?;
        let short_name = short_name(record, &full_name)?;
        let extension = record.string("builtinExtension")?;
        let flags = Flags {
            is_short_name_only: record.bit("polymorphicOnly")?,
            is_non_evaluating: record.bit("nonEvaluating")?,
            is_header_only: record.bit("headerOnly")?,
        };
        let mut computation = ComputationReader::new(
            record,
            parameter,
            &mut self.types,
            &mut self.computations,
            &mut self.operators,
        );
        let mut operands = Vec::new();
        let mut immediates = Vec::new();
        for (number, operand) in record.dag("args")?.args.iter().enumerate() {
            let number = number as u32;
            let ty = computation.types.of_value(record, operand.value, parameter)?;
            operands.push(ty);
            let mut is_promoted = true;
            let mut is_immediate = false;
            if let Value::Def(operand) = record.store().value(operand.value) {
                let operand = record.store().record(operand);
                is_promoted = !operand.inherits("unpromoted");
                is_immediate = operand.inherits("Immediate");
                if is_immediate {
                    let types = &mut *computation.types;
                    immediates.push(Immediate::read(operand, number, ty, parameter, types)?);
                }
            }
            if let Some(name) = operand.name {
                computation.add_operand(name, number, ty, is_promoted, is_immediate)?;
            }
        }
        let code = read_code(record, &mut computation)?;
        Ok(Intrinsic {
            record,
            parameter,
            short_name: Some(short_name).filter(|short_name| *short_name != full_name),
            full_name,
            extension,
            flags,
            result,
            operands,
            immediates,
            code,
        })
    }

    /// The name of the record, or the one that takes its place, with the type of the intrinsic.
    fn full_name(&self, record: Record<'s>, parameter: TypeId) -> Result<String, Diagnostic> {
        let base = match record.inherits("NameOverride") {
            true => record.string("basename")?,
            false => record.name(),
        };
        let letter = record.string("overrideKindLetter")?;
        match self.types.types.suffix(parameter, letter) {
            Some(suffix) => Ok(format!("{base}{suffix}")),
            None => Err(without_place("no ACLE suffix available for this type")),
        }
    }
}

/// The full name without the parts that the record names, which are separated by underscores.
fn short_name(record: Record<'_>, full_name: &str) -> Result<String, Diagnostic> {
    let kind = record.record("pnt")?;
    let mut parts: Vec<&str> = full_name.split('_').collect();
    let dropped = kind.int("NumTypeSuffixesToDiscard")? as u32 as usize;
    let left = parts.len().checked_sub(dropped);
    let left = left.ok_or_else(|| {
        in_field(record, "pnt", format!("the name '{full_name}' has less than {dropped} parts"))
    })?;
    parts.truncate(left);
    if !kind.is_unset("ExtraSuffixToDiscard")? {
        let dropped = kind.string("ExtraSuffixToDiscard")?;
        if let Some(at) = parts.iter().rposition(|&part| part == dropped) {
            parts.remove(at);
        }
    }
    Ok(parts.join("_"))
}

fn read_code<'s>(
    record: Record<'s>,
    computation: &mut ComputationReader<'_, 's>,
) -> Result<Code<'s>, Diagnostic> {
    let store = record.store();
    let value = record.value("codegen")?;
    let dag = record.dag("codegen")?;
    let operator = match store.value(dag.operator) {
        Value::Def(operator) => Some(store.record(operator)),
        _ => None,
    };
    match operator.filter(|operator| operator.inherits("CustomCodegen")) {
        Some(operator) => custom_code(operator, dag, store),
        None => Ok(match computation.read_dag(value)? {
            Some(operation) => Code::Computed(operation),
            None => Code::Custom(BTreeMap::new()),
        }),
    }
}

fn custom_code<'s>(
    operator: Record<'s>,
    dag: Dag<'s>,
    store: &'s RecordStore,
) -> Result<Code<'s>, Diagnostic> {
    let mut variables = BTreeMap::new();
    variables.insert("CustomCodeGenType", format!("CustomCodeGen::{}", operator.string("type")?));
    for argument in dag.args {
        let Some(name) = argument.name else {
            return Err(without_place("Operands to CustomCodegen should have names"));
        };
        let value = match store.value(argument.value) {
            Value::Int(number) => number.to_string(),
            Value::String(text) | Value::Code(text) => store.str(text).to_owned(),
            _ => return Err(without_place("Operands to CustomCodegen should be integers")),
        };
        variables.insert(store.str(name), value);
    }
    Ok(Code::Custom(variables))
}
