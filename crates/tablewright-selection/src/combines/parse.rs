//! Parser from dags and strings in the description to patterns.

use tablewright_records::{Dag, DagArg, Feature, FieldError, Record, RecordView, Value, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::Name;
use super::fragment::{FRAGMENT_CLASS, ParamKind};
use super::pattern::{
    Builtin, CombineArity, InstructionKind, InstructionPattern, IntrinsicCall, MiFlags,
    OperandRange, Pattern, PatternBody, PatternOperand, PatternType,
};
use super::reader::{RuleError, RuleReader};
use crate::intrinsics::IntrinsicReader;
use crate::record_views::global_isel::{GiTypeOfRecord, GiVariadicRecord, MiFlagEnumRecord};
use crate::record_views::intrinsic::IntrinsicRecord;

/// The builtin instruction class.
const BUILTIN_CLASS: &str = "GIBuiltinInst";
/// The class for machine instruction flags.
const FLAG_CLASS: &str = MiFlagEnumRecord::CLASS;
/// The class for another operand's type.
const TYPE_OF_CLASS: &str = GiTypeOfRecord::CLASS;
/// The class for a variadic operand's type.
const VARIADIC_CLASS: &str = GiVariadicRecord::CLASS;
/// A limit above the length of any pattern list. Each pattern leads to the next, so patterns nest on the stack.
const MOST_PATTERNS: usize = 256;
/// More operands than any pattern has.
const MOST_OPERANDS: usize = 1024;
/// Whitespace around code.
const SPACES: [char; 6] = [' ', '\t', '\n', '\u{b}', '\u{c}', '\r'];

impl<'s> RuleReader<'s, '_> {
    /// Returns the arguments in a pattern list, whose operator must be `operator`.
    pub(super) fn pattern_list(
        &mut self,
        list: Dag<'s>,
        operator: &str,
        at: Record<'s>,
    ) -> Result<&'s [DagArg], RuleError> {
        if self.operator(list, at)?.name() != operator {
            return Err(self.error(at, format!("Expected {operator} operator")));
        }
        if list.args.is_empty() {
            return Err(self.error(at, format!("{operator} pattern list is empty")));
        }
        if list.args.len() > MOST_PATTERNS {
            return Err(self.error(at, format!("a list has more than {MOST_PATTERNS} patterns")));
        }
        Ok(list.args)
    }

    /// Parses argument number `index` in a list. `prefix` begins the name of an unnamed pattern.
    pub(super) fn pattern(
        &mut self,
        arg: &DagArg,
        prefix: &str,
        index: usize,
        at: Record<'s>,
    ) -> Result<Pattern, RuleError> {
        let name = match arg.name {
            Some(name) => self.name_of(name),
            None => self.names.intern(&format!("__{prefix}_{index}")),
        };
        let body = if let Value::Dag(dag) = self.store.value(arg.value) {
            self.dag_pattern(dag, arg.value, at)
        } else if let Value::String(text) | Value::Code(text) = self.store.value(arg.value) {
            let code = self.store.str(text).trim_matches(SPACES);
            Ok(Some(PatternBody::Code(code.into())))
        } else {
            Ok(None)
        };
        match body {
            Ok(Some(body)) => return Ok(Pattern { name, body }),
            Ok(None) | Err(RuleError::Reported) => {}
            Err(fatal) => return Err(fatal),
        }
        let text = self.store.value_text(arg.value);
        Err(self.error(at, format!("Failed to parse pattern: '{text}'")))
    }

    /// Parses a dag; `None` if it is not a pattern and nothing was reported.
    fn dag_pattern(
        &mut self,
        dag: Dag<'s>,
        value: ValueId,
        at: Record<'s>,
    ) -> Result<Option<PatternBody>, RuleError> {
        if let Some(instruction) = self.instruction_without_operands(dag, at)? {
            let instruction = self.with_operands(instruction, dag, at)?;
            return Ok(Some(PatternBody::Instruction(instruction)));
        }
        let Some(opcodes) = self.dag_of(value, "wip_match_opcode") else { return Ok(None) };
        let mut records = Vec::with_capacity(opcodes.args.len());
        for arg in opcodes.args {
            match self.def(arg.value).filter(|record| record.inherits("Instruction")) {
                Some(record) => records.push(record.id()),
                None => {
                    let message = "Arguments to wip_match_opcode must be instructions";
                    return Err(self.error(at, message));
                }
            }
        }
        Ok(Some(PatternBody::AnyOpcode(records)))
    }

    /// Resolves a dag operator to an instruction, a fragment or a builtin, without operands yet.
    fn instruction_without_operands(
        &mut self,
        dag: Dag<'s>,
        at: Record<'s>,
    ) -> Result<Option<InstructionPattern>, RuleError> {
        let Some(operator) = self.operator_if_record(dag) else { return Ok(None) };
        let (kind, record, arity) = if operator.inherits("Instruction") {
            let kind = InstructionKind::Instruction { intrinsic: None, flags: None };
            (kind, operator, self.instruction_arity(operator)?)
        } else if operator.inherits("Intrinsic") {
            self.intrinsic(operator)?
        } else if operator.inherits(FRAGMENT_CLASS) {
            let id = self.fragment(operator, at)?;
            let fragment = &self.fragments[id];
            let (operands, defs) = (fragment.params.len(), fragment.out_count);
            let arity = CombineArity { operands, defs, ..CombineArity::default() };
            (InstructionKind::Fragment(id), operator, arity)
        } else if operator.inherits(BUILTIN_CLASS) {
            let (builtin, arity) = builtin(operator)?;
            (InstructionKind::Builtin(builtin), operator, arity)
        } else {
            return Ok(None);
        };
        let record = record.id();
        Ok(Some(InstructionPattern { kind, record, operands: Vec::new(), arity }))
    }

    fn instruction_arity(&mut self, instruction: Record<'s>) -> Result<CombineArity, RuleError> {
        let operands = self.operands_of(instruction)?;
        let (count, defs) = (operands.list().len(), operands.def_count());
        let is_variadic = operands.is_variadic();
        let view = InstructionRecord::new(instruction);
        let outs = view.out_operand_list()?.args;
        let last = outs.last().and_then(|arg| self.def(arg.value));
        // Generic instructions do not set the flag.
        let has_variadic_defs =
            view.variadic_ops_are_defs()? || last.is_some_and(|last| last.name() == "variable_ops");
        Ok(CombineArity { operands: count, defs, is_variadic, has_variadic_defs })
    }

    /// Resolves an intrinsic, which four generic instructions can call.
    fn intrinsic(
        &mut self,
        record: Record<'s>,
    ) -> Result<(InstructionKind, Record<'s>, CombineArity), RuleError> {
        let reader = match &mut self.intrinsics {
            Some(reader) => reader,
            none => none.insert(IntrinsicReader::new(self.store)?),
        };
        let intrinsic = reader.read(IntrinsicRecord::new(record))?;
        let attributes = &reader.attributes(&intrinsic).function;
        let generic = match (attributes.convergent, attributes.has_side_effects) {
            (true, true) => "G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS",
            (true, false) => "G_INTRINSIC_CONVERGENT",
            (false, true) => "G_INTRINSIC_W_SIDE_EFFECTS",
            (false, false) => "G_INTRINSIC",
        };
        let Some(instruction) = self.store.find_record(generic) else {
            let message = format!("missing instruction '{generic}', which calls intrinsics");
            return Err(FieldError::new(Code::Combines, record, message).into());
        };
        let defs = intrinsic.return_types(self.store).len();
        let operands = defs + intrinsic.param_types(self.store).len();
        let call = IntrinsicCall { record: record.id(), function: reader.name(&intrinsic).into() };
        let kind = InstructionKind::Instruction { intrinsic: Some(call), flags: None };
        // The operand count comes from the intrinsic, although the instruction is variadic.
        let arity = CombineArity { operands, defs, ..CombineArity::default() };
        Ok((kind, self.store.record(instruction), arity))
    }

    fn with_operands(
        &mut self,
        mut pattern: InstructionPattern,
        dag: Dag<'s>,
        at: Record<'s>,
    ) -> Result<InstructionPattern, RuleError> {
        if dag.args.len() > MOST_OPERANDS {
            return Err(self.error(at, format!("a pattern has more than {MOST_OPERANDS} operands")));
        }
        for arg in dag.args {
            match self.dag_of(arg.value, "MIFlags") {
                Some(flags) => self.add_flags(&mut pattern, flags, at)?,
                None => {
                    let operand = self.operand(&pattern, arg, at)?;
                    pattern.operands.push(operand);
                }
            }
        }
        let (expected, got) = (pattern.expected_operands(), pattern.operands.len());
        if got != expected {
            let name = self.store.record(pattern.record).name();
            let at_least = if pattern.is_variadic() { "at least " } else { "" };
            let message = format!("'{name}' expected {at_least}{expected} operands, got {got}");
            let error = self.error(at, message);
            self.label(self.store.record(pattern.record), "its operands are listed here");
            return Err(error);
        }
        let defs = pattern.def_count();
        for (index, operand) in pattern.operands.iter_mut().enumerate() {
            operand.is_def = index < defs;
        }
        match pattern.kind {
            InstructionKind::Fragment(_) => self.check_fragment_arguments(&pattern, at)?,
            InstructionKind::Builtin(_) => self.check_builtin_operands(&pattern, at)?,
            InstructionKind::Instruction { .. } => {}
        }
        Ok(pattern)
    }

    fn operand(
        &mut self,
        pattern: &InstructionPattern,
        arg: &DagArg,
        at: Record<'s>,
    ) -> Result<PatternOperand, RuleError> {
        let name = arg.name.map(|name| self.name_of(name));
        let mut operand = PatternOperand { immediate: None, name, ty: None, is_def: false };
        match self.store.value(arg.value) {
            Value::Int(number) => operand.immediate = Some(number),
            Value::Dag(dag) => {
                let [value] = dag.args else { return Err(self.operand_error(arg, at)) };
                let ty = self.operator(dag, at)?;
                let text = self.store.value_text(arg.value);
                let context = format!("cannot parse immediate '{text}'");
                operand.ty = Some(self.operand_type(ty, &context, at)?);
                if pattern.operands.len() < pattern.def_count() {
                    let name = self.store.record(pattern.record).name();
                    let message = format!("out operand of '{name}' cannot be an immediate");
                    return Err(self.error(at, message));
                }
                let Value::Int(number) = self.store.value(value.value) else {
                    return Err(self.operand_error(arg, at));
                };
                operand.immediate = Some(number);
            }
            Value::Def(ty) => {
                if name.is_none() {
                    let text = self.store.value_text(arg.value);
                    let message = format!("expected an operand name after '{text}'");
                    return Err(self.error(at, message));
                }
                let ty = self.store.record(ty);
                operand.ty = Some(self.operand_type(ty, "cannot parse operand type", at)?);
            }
            Value::Unset if name.is_some() => {}
            Value::Unset
            | Value::Refused
            | Value::Bit(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::Bits(_)
            | Value::List(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => return Err(self.operand_error(arg, at)),
        }
        Ok(operand)
    }

    fn operand_error(&mut self, arg: &DagArg, at: Record<'s>) -> RuleError {
        let text = self.store.unquoted_text(arg.value);
        // The space at the end is the reference's.
        let error = self.error(at, format!("cannot parse operand '{text}' "));
        if let Some(name) = arg.name {
            self.note(at, format!("operand name is '{}'", self.store.str(name)));
        }
        error
    }

    /// Returns the type that a record represents. `context` begins error messages.
    fn operand_type(
        &mut self,
        record: Record<'s>,
        context: &str,
        at: Record<'s>,
    ) -> Result<PatternType, RuleError> {
        if record.inherits("ValueType") {
            return Ok(PatternType::Value(record.id()));
        }
        if let Some(variadic) = GiVariadicRecord::from_record(record) {
            return self.variadic_type(variadic, context, at);
        }
        let Some(type_of) = GiTypeOfRecord::from_record(record) else {
            let error = self.error(at, format!("{context}: unknown type '{}'", record.name()));
            self.label(record, "this is not a ValueType, GITypeOf or GIVariadic");
            return Err(error);
        };
        let text = type_of.op_name()?;
        match text.strip_prefix('$') {
            Some(name) => Ok(PatternType::TypeOf(self.names.intern(name))),
            None => {
                let message = format!(
                    "{context}: invalid operand name format '{text}' in {TYPE_OF_CLASS}: expected \
                     '$' followed by an operand name"
                );
                Err(self.error(at, message))
            }
        }
    }

    fn variadic_type(
        &mut self,
        record: GiVariadicRecord<'s>,
        context: &str,
        at: Record<'s>,
    ) -> Result<PatternType, RuleError> {
        let (min, max) = (record.min_args()?, record.max_args()?);
        let problem = if min == 0 {
            "minimum number of arguments must be greater than zero".to_owned()
        } else if max != 0 && max <= min {
            format!(
                "maximum number of arguments ({max}) must be zero, or greater than the minimum \
                 number of arguments ({min})"
            )
        } else {
            // As in the reference, numbers that are too large wrap around.
            let range = OperandRange { min: min as u32, max: max as u32 };
            return Ok(PatternType::Variadic(range));
        };
        Err(self.error(at, format!("{context}: {problem} in {VARIADIC_CLASS}")))
    }

    /// Adds the flags in `(MIFlags …)`: `FmNsz`, `(not FmNsz)`, `$instruction`.
    fn add_flags(
        &mut self,
        pattern: &mut InstructionPattern,
        list: Dag<'s>,
        at: Record<'s>,
    ) -> Result<(), RuleError> {
        let InstructionKind::Instruction { flags, .. } = &mut pattern.kind else {
            let message = "matching/writing MIFlags is only allowed on CodeGenInstruction patterns";
            return Err(self.error(at, message));
        };
        if flags.is_some() {
            let message = "MIFlags can only be present once on an instruction";
            return Err(self.error(at, message));
        }
        let flags = flags.insert(MiFlags::default());
        for arg in list.args {
            if let Some(record) = self.def(arg.value) {
                add_once(&mut flags.set, self.flag(record, at)?);
            } else if let Some(negated) = self.dag_of(arg.value, "not") {
                for arg in negated.args {
                    let Some(record) = self.def(arg.value) else {
                        let text = self.store.unquoted_text(arg.value);
                        let message = format!("cannot parse '{text}': expected a '{FLAG_CLASS}'");
                        return Err(self.error(at, message));
                    };
                    add_once(&mut flags.unset, self.flag(record, at)?);
                }
            } else if let (ValueId::UNSET, Some(name)) = (arg.value, arg.name) {
                add_once(&mut flags.copied, self.name_of(name));
            }
            // The reference ignores other arguments.
        }
        Ok(())
    }

    fn flag(&mut self, record: Record<'s>, at: Record<'s>) -> Result<Box<str>, RuleError> {
        if !record.inherits(FLAG_CLASS) {
            let message = format!("'{}' is not a subclass of '{FLAG_CLASS}'", record.name());
            return Err(self.error(at, message));
        }
        Ok(MiFlagEnumRecord::new(record).enum_name()?.into())
    }

    fn check_fragment_arguments(
        &mut self,
        pattern: &InstructionPattern,
        at: Record<'s>,
    ) -> Result<(), RuleError> {
        let InstructionKind::Fragment(fragment) = pattern.kind else { return Ok(()) };
        let fragment_name = self.store.record(pattern.record).name();
        let params = self.fragments[fragment].params.iter().zip(&pattern.operands);
        for (index, (param, operand)) in params.enumerate() {
            let operand_text = format!("operand {index} of '{fragment_name}'");
            let message = match param.kind {
                ParamKind::Immediate if operand.immediate.is_none() => {
                    let got = self.describe_operand(operand);
                    format!("expected {operand_text} to be an immediate; got {got}")
                }
                ParamKind::Immediate if operand.name.is_some() => {
                    format!("{operand_text} cannot be a named immediate")
                }
                ParamKind::Root | ParamKind::Operand if operand.immediate.is_some() => {
                    let got = self.describe_operand(operand);
                    format!("expected {operand_text} to be a MachineOperand; got {got}")
                }
                ParamKind::Root | ParamKind::Operand | ParamKind::Immediate => continue,
            };
            let error = self.error(at, message);
            self.label(self.store.record(pattern.record), "the parameters of the fragment");
            return Err(error);
        }
        Ok(())
    }

    fn check_builtin_operands(
        &mut self,
        pattern: &InstructionPattern,
        at: Record<'s>,
    ) -> Result<(), RuleError> {
        match pattern.operands.iter().position(|operand| operand.immediate.is_some()) {
            Some(index) => {
                let name = self.store.record(pattern.record).name();
                let message = format!("expected operand {index} of '{name}' to be a name");
                Err(self.error(at, message))
            }
            None => Ok(()),
        }
    }

    /// Returns an operand's description in messages: `MachineOperand $x`, `imm 0:$x`.
    pub(super) fn describe_operand(&self, operand: &PatternOperand) -> String {
        let name = operand.name.map_or("", |name| self.names.text(name));
        match operand.immediate {
            None => format!("MachineOperand ${name}"),
            Some(number) if operand.name.is_some() => format!("imm {number}:${name}"),
            Some(number) => format!("imm {number}"),
        }
    }

    fn name_of(&mut self, symbol: Symbol) -> Name {
        self.names.intern(self.store.str(symbol))
    }
}

fn builtin(record: Record<'_>) -> Result<(Builtin, CombineArity), FieldError> {
    let has_checks = record.store().release().has(Feature::CombinersCheckUses);
    let mut all = Builtin::ALL.into_iter().filter(|(_, builtin)| has_checks || !builtin.is_check());
    let known = all.find(|(name, _)| *name == record.name());
    let Some((_, builtin)) = known else {
        let message = format!("Unimplemented {BUILTIN_CLASS} def '{}'", record.name());
        return Err(FieldError::new(Code::Combines, record, message));
    };
    let (operands, defs) = match builtin {
        Builtin::ReplaceReg => (2, 1),
        Builtin::EraseRoot => (0, 0),
        Builtin::HasOneUse => (1, 0),
    };
    Ok((builtin, CombineArity { operands, defs, ..CombineArity::default() }))
}

fn add_once<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
