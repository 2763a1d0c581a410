//! Builds conversions from methods' names and operand records.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::record_views::encoding::DagOperandRecord;
use tablewright_target::registers::{
    DescribedClasses, RegisterClassLike, RegisterId, RegistersByHwMode,
};

use crate::codec::{Codec, CodecId, CodecPart, RegisterCodec};
use crate::insn::InsnOperand;
use crate::number::NumberCodec;
use crate::operand_code::{CodeContext, CodeTable, OperandCode};
use crate::registers::MachineRegisterNames;
use crate::relative_operands::{PC_REL, RelativeOperands};
use crate::subtarget::MachineSubtarget;
use crate::syntax::{CodecShape, NumberShape, NumberSign, TargetSyntax, Valid};

/// A method's name with template arguments: `decodeSImm<12>`.
#[derive(Clone, Copy)]
pub(crate) struct MethodName<'a> {
    pub(crate) base: &'a str,
    pub(crate) arguments: &'a str,
}

impl<'a> MethodName<'a> {
    pub(crate) fn new(text: &'a str) -> MethodName<'a> {
        if let Some(called) = MethodName::called(text) {
            return called;
        }
        match text.split_once('<') {
            Some((base, arguments)) => {
                MethodName { base, arguments: arguments.trim_end_matches('>') }
            }
            None => MethodName { base: text, arguments: "" },
        }
    }

    /// Returns the method that a lambda expression calls, with its last argument. For example
    /// `[this](…) { printNamedBit(MI, OpNo, O, "glc"); }` calls `printNamedBit` with `glc`.
    fn called(text: &'a str) -> Option<MethodName<'a>> {
        let (_, body) = text.strip_prefix('[')?.split_once('{')?;
        let (base, arguments) = body.split_once('(')?;
        let (_, last) = arguments.rsplit_once(')')?.0.rsplit_once(',')?;
        Some(MethodName { base: base.trim(), arguments: last.trim().trim_matches('"') })
    }

    /// Returns the number at `index` among the template arguments.
    pub(crate) fn argument(self, index: usize) -> Option<i64> {
        self.arguments.split(',').nth(index)?.trim().parse().ok()
    }
}

/// The maximal nesting depth for described parts.
const MAX_DEPTH: usize = 8;

/// The registers in a class, with their encodings.
pub(crate) type ClassMembers = Vec<(RegisterId, u64)>;

/// Builds conversions. Methods without a row are collected.
pub(crate) struct CodecBuilder<'a, 's> {
    pub(crate) store: &'s RecordStore,
    pub(crate) syntax: &'a TargetSyntax,
    pub(crate) subtarget: &'a MachineSubtarget<'s>,
    pub(crate) names: &'a MachineRegisterNames<'s>,
    classes: &'s DescribedClasses,
    by_mode: &'s RegistersByHwMode,
    pub(crate) codecs: IndexVec<CodecId, Codec>,
    by_method: FxHashMap<(String, u32, usize), CodecId>,
    by_class: FxHashMap<(RecordId, u32), CodecId>,
    pub(crate) unknown: Vec<String>,
    /// Records with class `AsmSyntax` by method.
    described: FxHashMap<&'s str, Record<'s>>,
    /// Operands whose numbers are distances, so that they have a sign.
    pub(crate) relatives: Option<&'a RelativeOperands>,
    /// The number of described methods that contain the current operand.
    depth: usize,
}

impl<'a, 's> CodecBuilder<'a, 's> {
    pub(crate) fn new(
        store: &'s RecordStore,
        syntax: &'a TargetSyntax,
        subtarget: &'a MachineSubtarget<'s>,
        names: &'a MachineRegisterNames<'s>,
        diagnostics: &mut Diagnostics,
    ) -> Result<CodecBuilder<'a, 's>, AnalysisError> {
        let mut described = FxHashMap::default();
        for record in store.derived_if_defined("AsmSyntax") {
            if record.inherits("AsmNumber") || record.inherits("AsmParts") {
                described.insert(record.string("Method")?, record);
            }
        }
        Ok(CodecBuilder {
            store,
            syntax,
            subtarget,
            names,
            classes: store.analysis(diagnostics)?,
            by_mode: store.analysis(diagnostics)?,
            codecs: IndexVec::new(),
            by_method: FxHashMap::default(),
            by_class: FxHashMap::default(),
            unknown: Vec::new(),
            described,
            relatives: None,
            depth: 0,
        })
    }

    pub(crate) fn push(&mut self, codec: Codec) -> CodecId {
        self.codecs.push(codec)
    }

    /// Returns the members of a class that exist in the subtarget.
    pub(crate) fn members(&self, class: RecordId) -> ClassMembers {
        let class = RegisterClassLike::from_record(self.store.record(class));
        let class = class.and_then(|class| class.in_mode(self.subtarget.mode, self.by_mode));
        let Some(class) = class.and_then(|class| self.classes.for_record(class)) else {
            return Vec::new();
        };
        let mut order = class.order.to_vec();
        if self.syntax.registers.prefers_last {
            order.reverse();
        }
        let members = order.into_iter().map(|id| (id, self.names.encodings[id]));
        let limits = self.syntax.registers.limits.iter();
        let name = self.store.record(class.record).name();
        let mut limits = limits.filter(|limit| {
            let has_feature = |feature| self.subtarget.has_feature(feature);
            let is_without = self.store.find_record(limit.unless).is_some();
            let is_limited = has_feature(limit.feature) || is_without && !has_feature(limit.unless);
            is_limited && !limit.except.contains(&name)
        });
        match limits.next() {
            None => members.collect(),
            Some(limit) => {
                let all = self.store.find_record(limit.class);
                let limited = all.and_then(|all| self.classes.for_record(all));
                let exists = |&(id, encoding): &(RegisterId, u64)| {
                    encoding < limit.from || !limited.is_some_and(|all| all.members.contains(id))
                };
                members.filter(exists).collect()
            }
        }
    }

    /// Returns the members of the class with this name; none without the class.
    pub(crate) fn members_named(&self, class: &str) -> ClassMembers {
        let class = self.store.find_record(class);
        class.map(|class| self.members(class)).unwrap_or_default()
    }

    /// Returns the register that a code selects.
    fn coded_register(&self, code: OperandCode) -> Option<RegisterId> {
        match code {
            OperandCode::Member { class, index } => {
                self.members_named(class).get(index).map(|(register, _)| *register)
            }
            OperandCode::Register(name) => {
                self.names.registers.for_record(self.store.find_record(name)?)
            }
            OperandCode::Number(_) | OperandCode::Literal { .. } => None,
        }
    }

    /// Returns an operand record's register class.
    pub(crate) fn class_of_operand(&self, record: Record<'_>) -> Option<RecordId> {
        let class = RegisterClassLike::from_operand(record).ok().flatten();
        class.map(RegisterClassLike::record)
    }

    /// Returns the register that a record with class `RegisterByHwMode` selects.
    pub(crate) fn register_in_mode(&self, choice: RecordId) -> Option<RegisterId> {
        let register = self.by_mode.register(choice)?.in_mode(self.subtarget.mode)?;
        self.names.registers.for_record(register)
    }

    pub(crate) fn registers(&mut self, class: RecordId, width: u32) -> CodecId {
        if let Some(&id) = self.by_class.get(&(class, width)) {
            return id;
        }
        let codec = RegisterCodec::new(self.members(class).into_iter(), width);
        let id = self.push(Codec::Registers(codec));
        self.by_class.insert((class, width), id);
        id
    }

    /// Returns the codec for a decoder method, for a field with `width` bits. `count` is the operand count
    /// that an unknown method makes.
    pub(crate) fn method(
        &mut self,
        method: &str,
        width: u32,
        count: usize,
        class: Option<RecordId>,
    ) -> Result<CodecId, FieldError> {
        if let (Some(CodecShape::OperandClass), Some(class)) = (self.row(method), class) {
            return Ok(self.registers(class, width));
        }
        if let (
            Some(CodecShape::Mapped { name, decode, encode, shape: CodecShape::OperandClass }),
            Some(class),
        ) = (self.row(method), class)
        {
            let codec = Box::new(Codec::Registers(RegisterCodec::new(
                self.members(class).into_iter(),
                width,
            )));
            return Ok(self.push(Codec::Mapped { name, decode, encode, width, codec }));
        }
        let key = (method.to_owned(), width, count);
        if let Some(&id) = self.by_method.get(&key) {
            return Ok(id);
        }
        let name = MethodName::new(method);
        let described = self.described.get(method).or_else(|| self.described.get(name.base));
        let id = if let Some(&record) = described {
            let codec = self.described(record, width)?;
            self.push(codec)
        } else if let Some(shape) = self.row(method) {
            let codec = self.shape(shape, name, width);
            self.push(codec)
        } else if let Some(class) = self.class_of_method(method) {
            self.registers(class, width)
        } else {
            let method = self.unknown_method(method);
            self.push(Codec::Unknown { method, count })
        };
        self.by_method.insert(key, id);
        Ok(id)
    }

    /// Returns the codec for a record with class `AsmNumber` or `AsmParts`.
    fn described(&mut self, record: Record<'s>, width: u32) -> Result<Codec, FieldError> {
        if record.inherits("AsmNumber") {
            return Ok(Codec::Number(described_number(record, width)?));
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("the parts of '{}' contain themselves", record.name());
            return Err(FieldError::new(Code::FieldValue, record, message));
        }
        let mut parts = Vec::new();
        for part in record.list_of_records("Parts")? {
            let bits = |field| -> Result<u32, FieldError> {
                Ok(u32::try_from(part.int(field)?).unwrap_or(0).min(u64::BITS))
            };
            let (low, width) = (bits("Low")?, bits("Width")?);
            let codec = self.operand(part.record("Type")?, width, 1)?;
            parts.push(CodecPart { low, width, codec: self.codecs[codec].clone() });
        }
        self.depth -= 1;
        Ok(Codec::Parts(parts))
    }

    /// Returns the numbers of an operand record that has a row; `None` for other operands.
    pub(crate) fn numbers(&self, record: Record<'_>) -> Option<NumberCodec> {
        let method = DagOperandRecord::new(record).decoder_method().ok()??;
        let method = self.store.str(method);
        let CodecShape::Number(shape) = self.row(method)? else { return None };
        let codec = number_codec(shape, MethodName::new(method), u64::BITS);
        Some(self.limited(shape, codec))
    }

    /// Limits a codec's bits and numbers if the subtarget or the description does.
    fn limited(&self, shape: NumberShape, codec: NumberCodec) -> NumberCodec {
        let limit = shape.limit.filter(|limit| !self.subtarget.has_feature(limit.unless));
        let valid = match shape.valid {
            Valid::NonZeroWithout(record) if self.store.find_record(record).is_some() => Valid::Any,
            Valid::AtLeastWith { least, most, feature, record } => {
                let is_present = self.store.find_record(record).is_some();
                if is_present && self.subtarget.has_feature(feature) {
                    Valid::Between(least, most)
                } else {
                    Valid::AtLeast(least)
                }
            }
            other @ (Valid::Any
            | Valid::NonZero
            | Valid::AtLeast(_)
            | Valid::Between(..)
            | Valid::NonZeroWithout(_)
            | Valid::Except(_)) => other,
        };
        NumberCodec { limit: limit.map(|limit| limit.width), valid, ..codec }
    }

    /// Returns the row's shape for a decoder method.
    pub(crate) fn row(&self, method: &str) -> Option<CodecShape> {
        let name = MethodName::new(method);
        let find = |name: &str| self.syntax.codecs.iter().find(|row| row.method == name);
        find(method).or_else(|| find(name.base)).map(|row| row.shape)
    }

    /// Returns the index for an unknown method's name.
    pub(crate) fn unknown_method(&mut self, method: &str) -> u16 {
        let found = self.unknown.iter().position(|other| other == method);
        let index = found.unwrap_or_else(|| {
            self.unknown.push(method.to_owned());
            self.unknown.len() - 1
        });
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    /// Returns the class in a name such as `DecodeGPRRegisterClass`.
    fn class_of_method(&self, method: &str) -> Option<RecordId> {
        let class = method.strip_prefix("Decode")?;
        let class = class
            .strip_suffix("RegisterClass")
            .or_else(|| class.strip_suffix("RegClassByHwMode"))?;
        let record = self.store.find_record(class)?;
        RegisterClassLike::from_record(self.store.record(record)).map(RegisterClassLike::record)
    }

    /// Builds the codec for a shape.
    pub(crate) fn shape(&mut self, shape: CodecShape, method: MethodName<'_>, width: u32) -> Codec {
        match shape {
            CodecShape::Number(number) => {
                Codec::Number(self.limited(number, number_codec(number, method, width)))
            }
            CodecShape::Registers(class) => {
                let members = self.members_named(class).into_iter();
                Codec::Registers(RegisterCodec::new(members, width))
            }
            CodecShape::LastRegisters(class) => {
                let members = self.members_named(class).into_iter().rev();
                Codec::Registers(RegisterCodec::new(members, width))
            }
            CodecShape::ClassArgument => {
                let argument = |index| {
                    let number = method.argument(index);
                    number.and_then(|number| usize::try_from(number).ok()).unwrap_or(0)
                };
                let class = method.arguments.split(',').next().unwrap_or_default();
                let class = class.rsplit("::").next().unwrap_or_default().trim();
                let class =
                    self.store.find_record(class.strip_suffix("RegClassID").unwrap_or(class));
                let members = class.map(|class| self.members(class)).unwrap_or_default();
                let members = members.into_iter().skip(argument(1)).take(argument(2));
                let positions = (0..).zip(members).map(|(bits, (register, _))| (register, bits));
                Codec::Registers(RegisterCodec::new(positions, width))
            }
            CodecShape::Positions(class) => {
                let members = (0..).zip(self.members_named(class));
                let positions = members.map(|(bits, (register, _))| (register, bits));
                Codec::Registers(RegisterCodec::new(positions, width))
            }
            CodecShape::RegisterNames(names) => {
                let id =
                    |name: &str| self.names.registers.for_record(self.store.find_record(name)?);
                let registers = (0..).zip(names).filter_map(|(bits, name)| Some((id(name)?, bits)));
                Codec::Registers(RegisterCodec::new(registers, width))
            }
            CodecShape::OptionalRegisters(class) => {
                let members = self.members_named(class).into_iter();
                Codec::OptionalRegisters(RegisterCodec::new(members, width))
            }
            CodecShape::RegisterOrNone { class, none, some } => {
                match self.members_named(class).first() {
                    Some(&(register, _)) => Codec::RegisterOrNone { register, none, some },
                    None => Codec::Constant(InsnOperand::NoRegister),
                }
            }
            CodecShape::Numbers(numbers) => Codec::Numbers(numbers),
            CodecShape::Codes(codes) => {
                let has_feature = |name: &str| self.subtarget.has_feature(name);
                let context =
                    CodeContext { arguments: method.arguments, has_feature: &has_feature };
                let register = |code| self.coded_register(code);
                Codec::Codes(CodeTable::new(codes, &context, width, register))
            }
            CodecShape::Mapped { name, decode, encode, shape } => {
                let codec = Box::new(self.shape(*shape, method, width));
                Codec::Mapped { name, decode, encode, width, codec }
            }
            CodecShape::Parts(parts) => {
                let part = |part: &crate::syntax::PartShape| CodecPart {
                    low: part.low,
                    width: part.width,
                    codec: self.shape(part.shape, method, part.width),
                };
                Codec::Parts(parts.iter().map(part).collect())
            }
            CodecShape::IfFeature { feature, then, otherwise } => {
                let is_enabled = self.subtarget.has_feature(feature);
                self.shape(if is_enabled { *then } else { *otherwise }, method, width)
            }
            // `method` handles operands with a class.
            CodecShape::OperandClass | CodecShape::ByField(_) => {
                Codec::Number(NumberCodec::UNSIGNED)
            }
        }
    }

    /// Whether an operand record has a row, which precedes the row of the operand's method.
    pub(crate) fn has_operand_row(&self, record: Record<'_>) -> bool {
        self.syntax.operands.iter().any(|row| row.operand == record.name())
    }

    /// Returns the codec for an operand record with bits in a field with `width` bits.
    pub(crate) fn operand(
        &mut self,
        record: Record<'_>,
        width: u32,
        count: usize,
    ) -> Result<CodecId, FieldError> {
        let method = DagOperandRecord::new(record).decoder_method()?;
        let method = method.map_or("", |method| self.store.str(method));
        if self.has_operand_row(record) {
            return Ok(self.plain(Some(record), width));
        }
        if !method.is_empty() {
            let class = self.class_of_operand(record);
            return self.method(method, width, count, class);
        }
        if let Some(class) = self.class_of_operand(record) {
            // A class may have a method of its own.
            let record = self.store.record(class);
            let method = DagOperandRecord::new(record).decoder_method()?;
            let method = method.map_or("", |method| self.store.str(method));
            let of_class = format!("Decode{}RegisterClass", record.name());
            return match method {
                "" if self.row(&of_class).is_none() => Ok(self.registers(class, width)),
                "" => self.method(&of_class, width, count, Some(class)),
                method => self.method(method, width, count, Some(class)),
            };
        }
        Ok(self.plain(Some(record), width))
    }

    /// Returns the codec for bits without a method: a number. If the target has no rows, its sign follows from the
    /// operand's predicate, and distances have a sign.
    pub(crate) fn plain(&mut self, record: Option<Record<'_>>, width: u32) -> CodecId {
        let own = record.and_then(|record| {
            self.syntax.operands.iter().find(|row| row.operand == record.name())
        });
        if let Some(own) = own {
            let codec = self.shape(own.shape, MethodName::new(""), width);
            return self.push(codec);
        }
        let record = record.filter(|_| self.syntax.target.is_empty());
        let is_relative = |record: &Record<'_>| {
            self.relatives.is_some_and(|relatives| relatives.contains(record.id()))
        };
        let sign = match record.filter(is_relative) {
            Some(_) => Some(width),
            None => record.and_then(|record| signed_width(record, width)),
        };
        self.push(Codec::Number(NumberCodec { sign, ..NumberCodec::UNSIGNED }))
    }
}

/// Returns the width with a sign: the width in the predicate `return isInt<N>(Imm);`, or the field's width
/// for an operand relative to the instruction.
fn signed_width(record: Record<'_>, width: u32) -> Option<u32> {
    if record.optional_string("OperandType").ok().flatten() == Some(PC_REL) {
        return Some(width);
    }
    let code = record.optional_string("ImmediateCode").ok().flatten()?;
    let rest = code.trim().strip_prefix("return isInt<")?;
    let (width, rest) = rest.split_once('>')?;
    rest.trim().starts_with("(Imm)").then(|| width.trim().parse().ok()).flatten()
}

fn number_codec(shape: NumberShape, method: MethodName<'_>, width: u32) -> NumberCodec {
    let argument = |index| method.argument(index).and_then(|bits| u32::try_from(bits).ok());
    let shift =
        if shape.is_shift_argument { argument(1).unwrap_or(0).min(63) } else { shape.shift };
    let sign = match shape.sign {
        NumberSign::None => None,
        NumberSign::Bits(bits) => Some(bits),
        NumberSign::Argument => argument(0),
        NumberSign::ShiftedArgument => argument(0).map(|bits| bits.saturating_sub(shift)),
        NumberSign::Field => Some(width),
    };
    let wrap = (shape.wrap > 0).then_some(shape.wrap);
    let add = if shape.is_add_argument { method.argument(1).unwrap_or(0) } else { shape.add };
    NumberCodec { sign, shift, add, wrap, valid: shape.valid, limit: None }
}

/// Reads a record with class `AsmNumber`.
fn described_number(record: Record<'_>, width: u32) -> Result<NumberCodec, FieldError> {
    let scale = u64::try_from(record.int("Scale")?).unwrap_or(1);
    if !scale.is_power_of_two() {
        let message = format!("the scale of '{}' is not a power of two", record.name());
        let error = FieldError::new(Code::FieldValue, record, message);
        return Err(error.label_field(record, "Scale"));
    }
    Ok(NumberCodec {
        sign: record.bit("IsSigned")?.then_some(width),
        shift: scale.trailing_zeros(),
        add: record.int("Offset")?,
        ..NumberCodec::UNSIGNED
    })
}
