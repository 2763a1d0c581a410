//! The intrinsics: one for each record and each type in its field `params`.

use std::collections::BTreeMap;

use tablewright_records::{Dag, DagArg, FieldError, Record, RecordStore, Value, ValueId};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::symbol::Symbol;

use super::Extension;
use super::computation::{Computations, Operation, OperationId};
use super::computation_reader::{ComputationReader, ReaderState};
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
    pub(crate) record: Record<'s>,
    /// The type in the name; may be `void`.
    pub(super) parameter: TypeId,
    pub(crate) full_name: String,
    /// The name that it shares with other intrinsics, if it has one.
    pub(crate) short_name: Option<String>,
    /// What the name of the builtin says of the extension.
    pub(crate) extension: &'s str,
    pub(crate) flags: Flags,
    pub(crate) result: TypeId,
    pub(crate) operands: Vec<TypeId>,
    pub(super) immediates: Vec<Immediate<'s>>,
    pub(super) code: Code<'s>,
}

#[derive(Clone, Copy)]
pub(crate) struct Flags {
    /// Whether functions have the short name only.
    pub(crate) is_short_name_only: bool,
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
        let mut reader =
            IntrinsicReader { types: TypeReader::new(store)?, state: ReaderState::default() };
        let mut all = Vec::new();
        for record in store.derived_from_name("Intrinsic")? {
            // What does not depend on the parameter is read once, with the first.
            let mut description = None;
            for parameter in record.list_of_records("params")? {
                let intrinsic = reader
                    .read(record, parameter, &mut description)
                    .map_err(|error| while_reading(error, record, parameter.name()))?;
                all.push(intrinsic);
            }
        }
        let macros = match extension {
            Extension::Mve => Vec::new(),
            Extension::Cde => function_macro::collect(store)?,
        };
        let (types, scalars) = reader.types.into_types_and_scalars();
        let computations = reader.state.computations;
        Ok(Intrinsics { types, scalars, computations, all: by_name(all), macros })
    }

    pub(crate) fn requires_float(&self, intrinsic: &Intrinsic<'_>) -> bool {
        intrinsic.types().any(|ty| self.types.requires_float(ty))
    }

    pub(crate) fn requires_mve(&self, intrinsic: &Intrinsic<'_>) -> bool {
        intrinsic.types().any(|ty| self.types.requires_mve(ty))
    }

    /// The type that the name shows: `s8`.
    pub(crate) fn element_type(&self, intrinsic: &Intrinsic<'_>) -> String {
        match self.types.scalar(intrinsic.parameter) {
            Some(element) => format!("{}{}", element.kind.letter(), element.bits),
            None => "none".to_owned(),
        }
    }

    /// The intrinsic of LLVM whose result is that of `intrinsic`, without `llvm.` and with `_` for `.`.
    pub(crate) fn callee(&self, intrinsic: &Intrinsic<'_>) -> Option<&'s str> {
        let Code::Computed(mut id) = intrinsic.code else { return None };
        loop {
            match self.computations.operation(id) {
                Operation::IntegerCast { of, .. } | Operation::PointerCast { of, .. } => id = of,
                Operation::IntrinsicCall { callee, .. } => {
                    return Some(self.computations.callees[callee].name);
                }
                _ => return None,
            }
        }
    }

    /// Those whose builtins belong to this description.
    pub(crate) fn with_builtin(&self) -> impl Iterator<Item = &Intrinsic<'s>> {
        self.all.iter().filter(|intrinsic| !intrinsic.flags.is_header_only)
    }
}

/// Sorted by full name; of several with the same name, the last counts.
fn by_name(all: Vec<Intrinsic<'_>>) -> Vec<Intrinsic<'_>> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    // Places are sorted instead of intrinsics, which are larger.
    order.sort_by(|&a, &b| all[a].full_name.cmp(&all[b].full_name));
    let mut all: Vec<Option<Intrinsic<'_>>> = all.into_iter().map(Some).collect();
    let mut sorted: Vec<Intrinsic<'_>> = Vec::with_capacity(all.len());
    for intrinsic in order.into_iter().filter_map(|at| all[at].take()) {
        if sorted.last().is_some_and(|last| last.full_name == intrinsic.full_name) {
            sorted.pop();
        }
        sorted.push(intrinsic);
    }
    sorted
}

impl Intrinsic<'_> {
    /// Whether the argument for an operand has to be a constant.
    pub(crate) fn is_immediate(&self, operand: usize) -> bool {
        self.immediates.iter().any(|immediate| immediate.operand as usize == operand)
    }

    /// The types of the result and the operands.
    fn types(&self) -> impl Iterator<Item = TypeId> + '_ {
        std::iter::once(self.result).chain(self.operands.iter().copied())
    }
}

struct IntrinsicReader<'s> {
    types: TypeReader<'s>,
    state: ReaderState<'s>,
}

/// What a record says of its intrinsics, whatever their parameter.
struct Description<'s> {
    result: Record<'s>,
    base_name: &'s str,
    /// A letter in place of that of the parameter; may be empty.
    letter: &'s str,
    /// How many parts at the end of the full name are left out in the short one.
    dropped_parts: usize,
    /// And which part before.
    dropped_suffix: Option<&'s str>,
    extension: &'s str,
    flags: Flags,
    operands: Vec<Operand<'s>>,
}

struct Operand<'s> {
    name: Option<Symbol>,
    ty: ValueId,
    is_promoted: bool,
    /// The record that describes it, if it is an immediate.
    immediate: Option<Record<'s>>,
}

impl<'s> Description<'s> {
    fn read(record: Record<'s>) -> Result<Description<'s>, FieldError> {
        let result = record.record("ret")?;
        let base_name = match record.inherits("NameOverride") {
            true => record.string("basename")?,
            false => record.name(),
        };
        let letter = record.string("overrideKindLetter")?;
        let kind = record.record("pnt")?;
        let dropped_parts = kind.int("NumTypeSuffixesToDiscard")? as u32 as usize;
        let dropped_suffix = match kind.is_unset("ExtraSuffixToDiscard")? {
            true => None,
            false => Some(kind.string("ExtraSuffixToDiscard")?),
        };
        let extension = record.string("builtinExtension")?;
        let flags = Flags {
            is_short_name_only: record.bit("polymorphicOnly")?,
            is_non_evaluating: record.bit("nonEvaluating")?,
            is_header_only: record.bit("headerOnly")?,
        };
        let operands = record.dag("args")?.args.iter();
        let operands = operands.map(|operand| Operand::read(*operand, record.store())).collect();
        Ok(Description {
            result,
            base_name,
            letter,
            dropped_parts,
            dropped_suffix,
            extension,
            flags,
            operands,
        })
    }

    /// The full name without the parts that are left out, which are separated by underscores; `None` if
    /// there are less.
    fn short_name(&self, full_name: &str) -> Option<String> {
        let mut parts: Vec<&str> = full_name.split('_').collect();
        parts.truncate(parts.len().checked_sub(self.dropped_parts)?);
        if let Some(dropped) = self.dropped_suffix
            && let Some(at) = parts.iter().rposition(|&part| part == dropped)
        {
            parts.remove(at);
        }
        Some(parts.join("_"))
    }
}

impl<'s> Operand<'s> {
    fn read(operand: DagArg, store: &'s RecordStore) -> Operand<'s> {
        let record = match store.value(operand.value) {
            Value::Def(record) => Some(store.record(record)),
            _ => None,
        };
        Operand {
            name: operand.name,
            ty: operand.value,
            is_promoted: !record.is_some_and(|record| record.inherits("unpromoted")),
            immediate: record.filter(|record| record.inherits("Immediate")),
        }
    }
}

impl<'s> IntrinsicReader<'s> {
    fn read(
        &mut self,
        record: Record<'s>,
        parameter: Record<'s>,
        description: &mut Option<Description<'s>>,
    ) -> Result<Intrinsic<'s>, Diagnostic> {
        let void = self.types.types.void();
        let parameter = self.types.of_record(parameter, void)?;
        let description = match description {
            Some(description) => description,
            None => description.insert(Description::read(record)?),
        };
        let result = self.types.of_record(description.result, parameter)?;
        let full_name = self.full_name(description, parameter)?;
        let short_name = description.short_name(&full_name).ok_or_else(|| {
            let parts = description.dropped_parts;
            in_field(record, "pnt", format!("the name '{full_name}' has less than {parts} parts"))
        })?;
        let mut computation =
            ComputationReader::new(record, parameter, &mut self.types, &mut self.state);
        let mut operands = Vec::with_capacity(description.operands.len());
        let mut immediates = Vec::new();
        for (number, operand) in (0..).zip(&description.operands) {
            let ty = computation.types.of_value(record, operand.ty, parameter)?;
            operands.push(ty);
            if let Some(immediate) = operand.immediate {
                let types = &mut *computation.types;
                immediates.push(Immediate::read(immediate, number, ty, parameter, types)?);
            }
            if let Some(name) = operand.name {
                let is_immediate = operand.immediate.is_some();
                computation.add_operand(name, number, ty, operand.is_promoted, is_immediate)?;
            }
        }
        let code = read_code(record, &mut computation)?;
        Ok(Intrinsic {
            record,
            parameter,
            short_name: Some(short_name).filter(|short_name| *short_name != full_name),
            full_name,
            extension: description.extension,
            flags: description.flags,
            result,
            operands,
            immediates,
            code,
        })
    }

    /// The name of the record, or the one that takes its place, with the type of the intrinsic.
    fn full_name(
        &self,
        description: &Description<'_>,
        parameter: TypeId,
    ) -> Result<String, Diagnostic> {
        let mut name = description.base_name.to_owned();
        match self.types.types.push_suffix(parameter, description.letter, &mut name) {
            true => Ok(name),
            false => Err(without_place("no ACLE suffix available for this type")),
        }
    }
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
