//! Reader for records of class `Intrinsic`.

use std::ops::Range;

use tablewright_index::IndexVec;
use tablewright_records::{
    Analysis, AnalysisError, Dag, DagArg, FieldError, Record, RecordStore, RecordView, Value,
    ValueId,
};
use tablewright_syntax::diagnostic::{self, Diagnostic, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use super::computation_builder::{BuilderState, ComputationBuilder};
use super::error::{in_field, while_reading, without_position};
use super::immediate::Immediate;
use super::intrinsic::{
    CustomCode, CustomCodeId, IntrinsicData, IntrinsicTables, MveCode, MveFlags, MveIntrinsics,
    NameId,
};
use super::mve_type::{MveTypeId, MveTypes};
use super::step::MveStepId;
use super::step_reader::{StepReader, StepReaderState};
use super::type_reader::{MveTypeReader, TypeUseId};
use crate::record_views::arm_mve::{
    CustomCodegenRecord, ImmediateRecord, MveIntrinsicRecord, NameOverrideRecord,
};
use crate::support::texts::UnescapedTexts;

impl Analysis for MveIntrinsics {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<MveIntrinsics, AnalysisError> {
        Ok(MveIntrinsics::read(store)?)
    }
}

impl MveIntrinsics {
    /// Reads the records of class `Intrinsic`.
    pub(crate) fn read(store: &RecordStore) -> Result<MveIntrinsics, Diagnostic> {
        let mut reader = MveIntrinsicReader {
            types: MveTypeReader::new(store)?,
            steps: StepReaderState::default(),
            state: BuilderState::default(),
            tables: IntrinsicTables::default(),
            short_name: String::new(),
        };
        let mut all = Vec::new();
        for record in MveIntrinsicRecord::all(store)? {
            // Facts that do not depend on the parameter are read once, with the first parameter.
            let mut description = None;
            for parameter in record.params()? {
                let intrinsic = reader
                    .read(record, parameter, &mut description)
                    .map_err(|error| while_reading(error, *record, parameter.name()))?;
                all.push(intrinsic);
            }
        }
        let MveIntrinsicReader { types, state, tables, .. } = reader;
        let (types, scalars) = types.into_types_and_scalars();
        let all = by_name(&all, &tables.names);
        Ok(MveIntrinsics { types, scalars, computations: state.computations, all, tables })
    }
}

/// Sorts by full name. If several intrinsics have the same name, the last is kept.
fn by_name(all: &[IntrinsicData], names: &UnescapedTexts<NameId>) -> Vec<IntrinsicData> {
    let named = all.iter().map(|intrinsic| (&names[intrinsic.full_name], intrinsic));
    let mut order: Vec<(&str, &IntrinsicData)> = named.collect();
    order.sort_by_key(|&(name, _)| name);
    let mut sorted = Vec::with_capacity(all.len());
    for (at, &(name, &intrinsic)) in order.iter().enumerate() {
        if order.get(at + 1).is_none_or(|&(next, _)| next != name) {
            sorted.push(intrinsic);
        }
    }
    sorted
}

struct MveIntrinsicReader<'s> {
    types: MveTypeReader<'s>,
    steps: StepReaderState,
    state: BuilderState,
    tables: IntrinsicTables,
    /// The unfinished short name.
    short_name: String,
}

/// Facts about a record's intrinsics that do not depend on the parameter.
struct MveDescription<'s> {
    result: TypeUseId,
    base_name: &'s str,
    /// The parameter's letter in the name, if it differs from its own; may be empty.
    letter: &'s str,
    /// Number of parts at the end of the full name that the short name lacks.
    dropped_parts: usize,
    /// An additional part before them that the short name lacks.
    dropped_suffix: Option<&'s str>,
    extension: Symbol,
    flags: MveFlags,
    operands: Vec<MveOperand<'s>>,
    /// `None` until the operands are read for the first parameter.
    codegen: Option<Codegen>,
}

/// Code generation for a record's intrinsics.
enum Codegen {
    Custom(CustomCodeId),
    /// The operations for the steps. Contains the result step.
    Steps(MveStepId),
}

struct MveOperand<'s> {
    name: Option<Symbol>,
    ty: MveOperandType,
    is_promoted: bool,
    /// The record that describes an immediate operand; `None` if it is not an immediate.
    immediate: Option<ImmediateRecord<'s>>,
}

/// An operand's type.
#[derive(Clone, Copy)]
enum MveOperandType {
    Record(TypeUseId),
    /// A dag, or an invalid type.
    Value(ValueId),
}

impl<'s> MveDescription<'s> {
    fn read(
        record: MveIntrinsicRecord<'s>,
        types: &mut MveTypeReader<'s>,
    ) -> Result<MveDescription<'s>, FieldError> {
        let result = types.use_of(record.ret()?);
        let base_name = match NameOverrideRecord::from_record(record) {
            Some(name) => name.basename()?,
            None => record.name(),
        };
        let letter = record.override_kind_letter()?;
        let name_type = record.pnt()?;
        let dropped_parts = name_type.num_type_suffixes_to_discard()? as u32 as usize;
        let dropped_suffix = name_type.extra_suffix_to_discard()?.0;
        let extension = record.builtin_extension()?;
        let flags = MveFlags {
            is_short_name_only: record.is_polymorphic_only()?,
            is_non_evaluating: record.is_non_evaluating()?,
            is_header_only: record.is_header_only()?,
        };
        let operands = record.args()?.args.iter();
        let operands =
            operands.map(|operand| MveOperand::read(*operand, record.store(), types)).collect();
        Ok(MveDescription {
            result,
            base_name,
            letter,
            dropped_parts,
            dropped_suffix,
            extension,
            flags,
            operands,
            codegen: None,
        })
    }

    /// Appends the name for `parameter` to `name`.
    fn push_full_name(
        &self,
        parameter: MveTypeId,
        types: &MveTypes,
        name: &mut String,
    ) -> Result<(), Diagnostic> {
        name.push_str(self.base_name);
        if types.push_suffix(parameter, self.letter, name) {
            Ok(())
        } else {
            Err(without_position(
                diagnostic::Code::IntrinsicPrototypes,
                "no ACLE suffix available for this type",
            ))
        }
    }

    /// Appends the short name: the full name without the parts to drop, which are separated by
    /// underscores. Returns whether there are enough parts.
    fn push_short_name(&self, full_name: &str, name: &mut String) -> bool {
        // `None` if no part is left.
        let mut kept = Some(full_name);
        for _ in 0..self.dropped_parts {
            let Some(parts) = kept else { return false };
            kept = parts.rfind('_').map(|at| &parts[..at]);
        }
        let kept = kept.unwrap_or("");
        match self.dropped_suffix.and_then(|suffix| last_part(kept, suffix)) {
            // The underscore before the part is also removed; for the first part, the underscore
            // after it.
            Some(Range { start: 0, end }) => {
                name.push_str(kept[end..].strip_prefix('_').unwrap_or(""));
            }
            Some(Range { start, end }) => {
                name.push_str(&kept[..start - 1]);
                name.push_str(&kept[end..]);
            }
            None => name.push_str(kept),
        }
        true
    }
}

/// Returns the range of the last part of `name` that equals `part`.
fn last_part(name: &str, part: &str) -> Option<Range<usize>> {
    let mut end = name.len();
    loop {
        let start = name[..end].rfind('_').map_or(0, |at| at + 1);
        if &name[start..end] == part {
            return Some(start..end);
        }
        end = start.checked_sub(1)?;
    }
}

impl<'s> MveOperand<'s> {
    fn read(
        operand: DagArg,
        store: &'s RecordStore,
        types: &mut MveTypeReader<'s>,
    ) -> MveOperand<'s> {
        let of_record = if let Value::Def(record) = store.value(operand.value) {
            Some(types.use_of(store.record(record)))
        } else {
            None
        };
        MveOperand {
            name: operand.name,
            ty: match of_record {
                Some(of) => MveOperandType::Record(of),
                None => MveOperandType::Value(operand.value),
            },
            is_promoted: !of_record.is_some_and(|of| types.is_unpromoted(of)),
            immediate: of_record.and_then(|of| types.immediate(of)),
        }
    }
}

impl<'s> MveIntrinsicReader<'s> {
    fn read(
        &mut self,
        record: MveIntrinsicRecord<'s>,
        parameter: Record<'s>,
        description: &mut Option<MveDescription<'s>>,
    ) -> Result<IntrinsicData, Diagnostic> {
        let void = self.types.types.void();
        let parameter = self.types.for_record(parameter, void)?;
        let description = match description {
            Some(description) => description,
            None => description.insert(MveDescription::read(record, &mut self.types)?),
        };
        let result = self.types.for_use(description.result, parameter)?;
        let (full_name, short_name) = self.read_names(*record, description, parameter)?;
        let MveIntrinsicReader { types, steps: step_state, state, tables, .. } = self;
        let mut computation = ComputationBuilder::new(*record, parameter, types, state);
        let (operands, immediates) = (tables.operands.start(), tables.immediates.start());
        for (number, operand) in (0..).zip(&description.operands) {
            let ty = match operand.ty {
                MveOperandType::Record(of) => computation.types.for_use(of, parameter)?,
                MveOperandType::Value(ty) => computation.types.for_value(*record, ty, parameter)?,
            };
            tables.operands.add(ty);
            if let Some(immediate) = operand.immediate {
                let types = &mut *computation.types;
                let immediate = Immediate::read(immediate, number, ty, parameter, types)?;
                tables.immediates.add(immediate);
            }
            if operand.name.is_some() {
                let is_immediate = operand.immediate.is_some();
                computation.add_operand(number, ty, operand.is_promoted, is_immediate)?;
            }
        }
        let codegen = match &description.codegen {
            Some(codegen) => codegen,
            None => {
                let ComputationBuilder { types, state, .. } = &mut computation;
                let steps = StepReader::new(*record, types, &mut state.computations, step_state);
                let names = description.operands.iter().filter_map(|operand| operand.name);
                let codegen = read_codegen(record, steps, names, &mut tables.custom_code)?;
                description.codegen.insert(codegen)
            }
        };
        let code = match codegen {
            Codegen::Custom(code) => MveCode::Custom(*code),
            Codegen::Steps(result) => {
                MveCode::Computed(computation.build(&step_state.steps, *result)?)
            }
        };
        Ok(IntrinsicData {
            record: record.id(),
            parameter,
            full_name,
            short_name,
            extension: description.extension,
            flags: description.flags,
            result,
            operands: tables.operands.row_from(operands),
            immediates: tables.immediates.row_from(immediates),
            code,
        })
    }

    /// Reads the full name (the record name, or an explicit name with the type) and the short name,
    /// if it differs.
    fn read_names(
        &mut self,
        record: Record<'_>,
        description: &MveDescription<'_>,
        parameter: MveTypeId,
    ) -> Result<(NameId, Option<NameId>), Diagnostic> {
        let names = &mut self.tables.names;
        let full_name = names
            .try_push(|name| description.push_full_name(parameter, &self.types.types, name))?;
        self.short_name.clear();
        if !description.push_short_name(&names[full_name], &mut self.short_name) {
            let (name, parts) = (&names[full_name], description.dropped_parts);
            let message = format!("the name '{name}' has less than {parts} parts");
            return Err(in_field(diagnostic::Code::IntrinsicPrototypes, record, "pnt", message));
        }
        let is_other = self.short_name != names[full_name];
        let short_name = is_other.then(|| names.push(|name| name.push_str(&self.short_name)));
        Ok((full_name, short_name))
    }
}

fn read_codegen(
    record: MveIntrinsicRecord<'_>,
    steps: StepReader<'_, '_>,
    operands: impl Iterator<Item = Symbol>,
    custom: &mut IndexVec<CustomCodeId, CustomCode>,
) -> Result<Codegen, Diagnostic> {
    let store = record.store();
    let value = record.value("codegen")?;
    let dag = record.codegen()?;
    let operator = if let Value::Def(operator) = store.value(dag.operator) {
        Some(store.record(operator))
    } else {
        None
    };
    match operator.and_then(CustomCodegenRecord::from_record) {
        Some(operator) => Ok(Codegen::Custom(custom.push(custom_code(operator, dag, store)?))),
        None => Ok(match steps.read(value, operands)? {
            Some(result) => Codegen::Steps(result),
            None => Codegen::Custom(custom.push(CustomCode::new())),
        }),
    }
}

fn custom_code(
    operator: CustomCodegenRecord<'_>,
    dag: Dag<'_>,
    store: &RecordStore,
) -> Result<CustomCode, Diagnostic> {
    let mut variables = CustomCode::new();
    let ty = format!("CustomCodeGen::{}", operator.ty()?);
    variables.insert("CustomCodeGenType".to_owned(), ty);
    for argument in dag.args {
        let Some(name) = argument.name else {
            return Err(without_position(
                diagnostic::Code::IntrinsicBodies,
                "Operands to CustomCodegen should have names",
            ));
        };
        let value = if let Value::Int(number) = store.value(argument.value) {
            number.to_string()
        } else if let Value::String(text) | Value::Code(text) = store.value(argument.value) {
            store.str(text).to_owned()
        } else {
            return Err(without_position(
                diagnostic::Code::IntrinsicBodies,
                "Operands to CustomCodegen should be integers",
            ));
        };
        variables.insert(store.str(name).to_owned(), value);
    }
    Ok(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_part_of_a_name_is_found() {
        assert_eq!(last_part("vadd_n_m_n_s8", "n"), Some(9..10));
        assert_eq!(last_part("n_vadd", "n"), Some(0..1));
        assert_eq!(last_part("vaddn", "n"), None);
    }
}
