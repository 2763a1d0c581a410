//! `CompressPat` records: a long and a short instruction, with the correspondence between their operands.

use tablewright_records::release::Feature;
use tablewright_records::{
    AnalysisError, Dag, DagArg, FieldError, Record, RecordId, RecordStore, RecordView, Value,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use crate::instructions::operands::{Operand, OperandConstraint, OperandLists, Operands};
use crate::record_views::compress_pat::CompressPatRecord;
use crate::record_views::instruction::InstructionRecord;
use crate::record_views::register::{RegClassByHwModeRecord, RegisterByHwModeRecord};
use crate::registers::{DescribedClasses, RegisterClassLike, Registers};

/// A `CompressPat` record: an instruction that can replace another.
#[doc(alias = "CompressPat")]
pub struct CompressionPattern<'s> {
    /// The record.
    pub record: Record<'s>,
    /// The long instruction.
    pub input: CompressionSide<'s>,
    /// The short instruction.
    pub output: CompressionSide<'s>,
    /// Whether the short instruction is never expanded to the long instruction.
    pub is_compress_only: bool,
}

/// An instruction in a pattern.
pub struct CompressionSide<'s> {
    /// The instruction.
    pub instruction: Record<'s>,
    /// Its operands.
    pub operands: Vec<CompressionOperand<'s>>,
    /// The value of each operand.
    pub map: Vec<Mapped<'s>>,
    /// The dag argument for each operand. `None` for an operand that is tied to another.
    args: Vec<Option<DagArg>>,
}

/// An instruction operand for which a pattern has an argument.
pub struct CompressionOperand<'s> {
    /// Operand class record.
    pub class: Record<'s>,
    /// Record for the whole operand that contains this part.
    pub whole: Record<'s>,
    /// Operand that must be the same register.
    pub tied_to: Option<usize>,
    /// Operand name in its first part; `None` in the other parts.
    pub name: Option<&'s str>,
}

/// An operand value.
#[derive(Clone, Copy)]
pub struct Mapped<'s> {
    /// The value.
    pub value: MappedValue<'s>,
    /// Operand in the same instruction that must be the same register, because both have the same name in the
    /// pattern.
    pub same_as: Option<usize>,
    /// The argument's type in the pattern.
    pub ty: Option<Record<'s>>,
}

/// The origin of an operand value.
#[derive(Clone, Copy)]
pub enum MappedValue<'s> {
    /// Index of an operand in the other instruction.
    Operand(usize),
    /// A number.
    Immediate(i64),
    /// A register.
    Register(Record<'s>),
    /// A register that depends on the hardware mode.
    RegisterByHwMode(RegisterByHwModeRecord<'s>),
}

impl<'s> CompressionPattern<'s> {
    /// Returns the patterns in natural order by name.
    ///
    /// # Errors
    /// If a pattern's operands do not correspond.
    pub fn collect(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<CompressionPattern<'s>>, AnalysisError> {
        let mut reader = CompressPatReader {
            lists: OperandLists::default(),
            registers: None,
            checks_both_types: store.release().has(Feature::CompressPatsCheckBothTypes),
        };
        let mut patterns = Vec::new();
        for record in CompressPatRecord::all(store)? {
            // Registers are analysed only if there is a pattern: most targets have none, and then this action must
            // not report register errors.
            if reader.registers.is_none() {
                reader.registers =
                    Some((store.analysis(diagnostics)?, store.analysis(diagnostics)?));
            }
            patterns.push(reader.pattern(record)?);
        }
        Ok(patterns)
    }
}

struct CompressPatReader<'s> {
    lists: OperandLists,
    registers: Option<(&'s Registers, &'s DescribedClasses)>,
    /// Whether arguments represent operand parts, and both instructions may have other operand types than the
    /// pattern.
    checks_both_types: bool,
}

/// The instruction's role in a pattern: source or replacement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CompressionRole {
    Input,
    Output,
}

/// A pattern's dag.
struct PatternDag<'s> {
    field: &'static str,
    role: CompressionRole,
    dag: Dag<'s>,
}

impl<'s> CompressPatReader<'s> {
    fn pattern(
        &mut self,
        pattern: CompressPatRecord<'s>,
    ) -> Result<CompressionPattern<'s>, AnalysisError> {
        let record = *pattern;
        let input_dag =
            PatternDag { field: "Input", role: CompressionRole::Input, dag: pattern.input()? };
        let mut input = self.side(record, &input_dag)?;
        let output_dag =
            PatternDag { field: "Output", role: CompressionRole::Output, dag: pattern.output()? };
        let mut output = self.side(record, &output_dag)?;
        // A pattern without a gain is an error, which is reported before its operands are read.
        if InstructionRecord::new(input.instruction).size()?
            <= InstructionRecord::new(output.instruction).size()?
        {
            let (short, long) = (output.instruction.name(), input.instruction.name());
            let message = format!("Compressed instruction '{short}'is not strictly smaller than");
            let message = format!("{message} the uncompressed instruction '{long}' !");
            return Err(FieldError::new(Code::CompressPats, record, message).into());
        }
        self.map(record, &input_dag, &mut input)?;
        self.map(record, &output_dag, &mut output)?;
        let named = name_inputs(record, &mut input, &output)?;
        self.correspond(record, &named, &mut input, &mut output)?;
        Ok(CompressionPattern {
            record,
            input,
            output,
            is_compress_only: pattern.is_compress_only()?,
        })
    }

    /// Reads the instruction in a dag. `map` adds the values of its operands.
    fn side(
        &mut self,
        record: Record<'s>,
        dag: &PatternDag<'s>,
    ) -> Result<CompressionSide<'s>, AnalysisError> {
        let store = record.store();
        let Value::Def(operator) = store.value(dag.dag.operator) else {
            return Err(
                FieldError::new(Code::CompressPats, record, "Expected record as operator").into()
            );
        };
        let instruction = store.record(operator);
        let list = self.lists.add(instruction)?;
        let operands = self.operands(record, self.lists.get(list));
        let side = CompressionSide { instruction, operands, map: Vec::new(), args: Vec::new() };
        if !self.checks_both_types {
            self.check_count(record, &side, dag)?;
        }
        Ok(side)
    }

    /// Computes an instruction's operand values, as far as its own dag determines them.
    fn map(
        &self,
        record: Record<'s>,
        dag: &PatternDag<'s>,
        side: &mut CompressionSide<'s>,
    ) -> Result<(), AnalysisError> {
        // The dag lacks arguments for tied operands.
        let mut args = dag.dag.args.iter();
        for operand in &side.operands {
            let (mapped, arg) = match operand.tied_to {
                // Only inputs are tied, and outputs come first, so the entry is there.
                Some(output) => (side.map[output], None),
                None => {
                    let arg = args.next().copied();
                    let arg = arg.ok_or_else(|| self.count_mismatch(record, side, dag.role))?;
                    let value = self.value(record, dag, operand, &arg)?;
                    let ty = record.store().value(arg.value).as_def();
                    let ty = ty.map(|ty| record.store().record(ty));
                    (Mapped { value, same_as: None, ty }, Some(arg))
                }
            };
            side.map.push(mapped);
            side.args.push(arg);
        }
        // In other releases the counts were compared earlier.
        if self.checks_both_types && args.next().is_some() {
            return Err(self.count_mismatch(record, side, dag.role));
        }
        Ok(())
    }

    /// Returns the value for an operand with the dag argument `arg`.
    fn value(
        &self,
        record: Record<'s>,
        dag: &PatternDag<'s>,
        operand: &CompressionOperand<'s>,
        arg: &DagArg,
    ) -> Result<MappedValue<'s>, AnalysisError> {
        let store = record.store();
        let expected = operand.class;
        let error = |what: String| {
            let value = record.value(dag.field).map(|value| store.value_text(value));
            let dag = value.unwrap_or_default();
            Err(FieldError::new(Code::CompressPats, record, format!("Error in Dag '{dag}'{what}"))
                .into())
        };
        let value = store.value(arg.value);
        if let Some(actual) = value.as_def() {
            let actual = store.record(actual);
            if actual.inherits("Register") {
                let fits_all_modes = store.release().has(Feature::RegistersFitClassesByHwMode);
                if !fits_all_modes
                    && let Some(RegisterClassLike::ByHwMode(_)) =
                        RegisterClassLike::from_record(expected)
                {
                    let name = expected.name();
                    let message = format!("cannot resolve HwMode for {name}");
                    let error = FieldError::new(Code::CompressPats, record, message);
                    return Err(error.note_record(expected, format!("{name} defined here")).into());
                }
                if self.is_in_class(actual.id(), expected)? {
                    return Ok(MappedValue::Register(actual));
                }
                let (actual, class) = (actual.name(), expected.name());
                let start = if fits_all_modes { ": Register" } else { "Register:" };
                return error(format!("{start} '{actual}' is not in register class '{class}'"));
            }
            if let Some(actual) = RegisterByHwModeRecord::from_record(actual) {
                return Ok(MappedValue::RegisterByHwMode(actual));
            }
            if self.is_type(actual, expected, dag.role) {
                // `correspond` sets the index of the operand when both instructions are read.
                return Ok(MappedValue::Operand(0));
            }
            let name = arg.name.map_or("", |name| store.str(name));
            let (actual, expected) = (actual.name(), expected.name());
            let what = "which does not match the type";
            return error(format!(
                ". Operand '{name}' has type '{actual}' {what} '{expected}' in the \
                 corresponding instruction operand!"
            ));
        }
        let Some(number) = value.as_int() else {
            return error(format!(". '{}' cannot be an operand", store.value_text(arg.value)));
        };
        if RegisterClassLike::from_record(expected).is_some() {
            return error(format!(
                " Found immediate: '{number}' but corresponding instruction operand \
                 expected a register!"
            ));
        }
        Ok(MappedValue::Immediate(number))
    }

    /// Returns the instruction operands for which patterns have arguments.
    fn operands(&self, record: Record<'s>, operands: Operands<'_>) -> Vec<CompressionOperand<'s>> {
        let store = record.store();
        let mut all = Vec::new();
        for operand in operands.list() {
            let name = Some(store.str(operand.name));
            let class = store.record(operands.class(operand).record);
            if !self.checks_both_types {
                all.push(CompressionOperand {
                    class,
                    whole: class,
                    tied_to: tied_to(operands, operand),
                    name,
                });
                continue;
            }
            for (part, mi_operand) in operands.parts(operand).iter().enumerate() {
                let tied_to = match mi_operand.constraint {
                    OperandConstraint::TiedTo(number) => Some(number as usize),
                    OperandConstraint::None | OperandConstraint::EarlyClobber => None,
                };
                let described = operands.mi_record(operand.mi_operand as usize + part);
                let part_class = described.map_or(class, |record| store.record(record));
                all.push(CompressionOperand {
                    class: part_class,
                    whole: class,
                    tied_to,
                    name: name.filter(|_| part == 0),
                });
            }
        }
        all
    }

    fn check_count(
        &self,
        record: Record<'s>,
        side: &CompressionSide<'s>,
        dag: &PatternDag<'_>,
    ) -> Result<(), AnalysisError> {
        let (count, all) = (dag.dag.args.len(), side.operands.len());
        let tied = side.operands.iter().filter(|operand| operand.tied_to.is_some()).count();
        if count == all || dag.role == CompressionRole::Output && count == all - tied {
            Ok(())
        } else {
            Err(self.count_mismatch(record, side, dag.role))
        }
    }

    fn count_mismatch(
        &self,
        record: Record<'s>,
        side: &CompressionSide<'s>,
        role: CompressionRole,
    ) -> AnalysisError {
        let name = side.instruction.name();
        let what = match role {
            CompressionRole::Input if !self.checks_both_types => {
                format!("Input operands for Inst '{name}' and input Dag operand")
            }
            CompressionRole::Input | CompressionRole::Output => {
                format!("Inst '{name}' and Dag operand")
            }
        };
        let at = if self.checks_both_types { record } else { side.instruction };
        FieldError::new(Code::CompressPats, at, format!("{what} count mismatch")).into()
    }

    /// Whether a register is in a class, or in the classes of all modes.
    fn is_in_class(&self, register: RecordId, class: Record<'_>) -> Result<bool, FieldError> {
        let Some((registers, classes)) = self.registers else { return Ok(false) };
        let register = registers.for_record(register);
        let has = |class: RecordId| {
            let both = register.zip(classes.for_record(class));
            both.is_some_and(|(register, class)| class.members.contains(register))
        };
        Ok(match RegClassByHwModeRecord::from_record(class) {
            Some(choice) => choice.register_classes()?.iter().all(|class| has(class.id())),
            None => has(class.id()),
        })
    }

    /// Whether an operand with type `actual` in a dag can replace an operand with type `expected`.
    fn is_type(&self, actual: Record<'s>, expected: Record<'s>, role: CompressionRole) -> bool {
        if actual.id() == expected.id() {
            return true;
        }
        if role == CompressionRole::Output && !self.checks_both_types {
            return false;
        }
        let are_classes =
            [actual, expected].map(|record| RegisterClassLike::from_record(record).is_some());
        match (are_classes, self.registers) {
            ([true, true], Some((_, classes))) => {
                let (sub, class) =
                    (classes.for_record(actual.id()), classes.for_record(expected.id()));
                sub.zip(class).is_some_and(|(sub, class)| classes.is_sub_class(sub, class))
            }
            // Whether an immediate fits is checked by the generated code.
            (are_classes, _) => are_classes == [false, false],
        }
    }

    /// Sets the indices of the operands that correspond to each other.
    fn correspond(
        &self,
        record: Record<'s>,
        named: &[CompressionNames],
        input: &mut CompressionSide<'s>,
        output: &mut CompressionSide<'s>,
    ) -> Result<(), AnalysisError> {
        let store = record.store();
        for (index, operand) in output.operands.iter().enumerate() {
            let MappedValue::Operand(_) = output.map[index].value else { continue };
            let Some(arg) = output.args[index] else {
                if let Some(tied) = operand.tied_to {
                    output.map[index].value = output.map[tied].value;
                }
                continue;
            };
            let matching_input = named.iter().find(|named| Some(named.name) == arg.name);
            let Some(&CompressionNames { index: from, .. }) = matching_input else {
                let text = arg.name.map_or("", |name| store.str(name));
                let what = "has no matching input Dag operand.";
                let message = format!("Output Dag operand '{text}' {what}");
                return Err(FieldError::new(Code::CompressPats, record, message).into());
            };
            output.map[index].value = MappedValue::Operand(from);
            // If several inputs have the name, the last maps to this output. Tools expect the others to map to output
            // 0 when the long instruction is rebuilt.
            input.map[from].value = MappedValue::Operand(index);
        }
        for (index, operand) in input.operands.iter().enumerate() {
            if let Some(tied) = operand.tied_to
                && input.args[index].is_none()
            {
                input.map[index].value = input.map[tied].value;
            }
        }
        Ok(())
    }
}

/// Returns the index of the operand to which an operand is tied.
fn tied_to(operands: Operands<'_>, operand: &Operand) -> Option<usize> {
    operands.parts(operand).iter().find_map(|part| match part.constraint {
        OperandConstraint::TiedTo(number) => Some(operands.sub_operand(number as usize).operand),
        OperandConstraint::None | OperandConstraint::EarlyClobber => None,
    })
}

/// The last input operand with a name.
struct CompressionNames {
    name: Symbol,
    index: usize,
}

/// Maps the input's operand names, which must also be output operand names. Records operands with equal names.
fn name_inputs(
    record: Record<'_>,
    input: &mut CompressionSide<'_>,
    output: &CompressionSide<'_>,
) -> Result<Vec<CompressionNames>, AnalysisError> {
    let store = record.store();
    let mut all: Vec<CompressionNames> = Vec::new();
    for index in 0..input.args.len() {
        let Some(DagArg { value, name: Some(name) }) = input.args[index] else { continue };
        let text = store.str(name);
        let error = |what: String| Err(FieldError::new(Code::CompressPats, record, what).into());
        if let Some(named) = all.iter_mut().find(|named| named.name == name) {
            if input.args[named.index].map(|arg| arg.value) != Some(value) {
                return error(format!("Input Operand '{text}' has a mismatched tied operand!"));
            }
            input.map[index].same_as = Some(named.index);
            // The next operand with this name is compared with this operand: each refers to its predecessor.
            named.index = index;
        } else {
            all.push(CompressionNames { name, index });
        }
        // The last operand of that name counts, as in the reference.
        let outputs = output.args.iter().rev().flatten();
        let Some(found) = outputs.into_iter().find(|arg| arg.name == Some(name)) else {
            let unused = "defined in Input Dag but not used in Output Dag!";
            return error(format!("Operand {text} {unused}"));
        };
        // Values are interned: equal values have equal ids.
        if found.value != value {
            let mismatch = "Type mismatch between Input and Output Dag operand";
            return error(format!("{mismatch} '{text}'!"));
        }
    }
    Ok(all)
}
