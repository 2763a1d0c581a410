//! Effects of instructions, inferred from patterns: reading and writing memory, other side effects.
//!
//! In: patterns of instructions and records of class `Pattern`. Out: the effects of each, which are
//! those of all operators in it. Types are not looked at.

use rustc_hash::FxHashMap;
use tablewright_records::{Dag, DagArg, FieldError, Record, RecordId, RecordStore, Value, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use crate::intrinsics::{IntrinsicReader, MemoryEffects};
use crate::sd_node_properties::{SdNodeProperties, SdNodeProperty};

/// The fragment that matches nothing: a pattern that contains it is ignored.
const NULL_FRAG: &str = "null_frag";
/// How deeply patterns may be nested, fragments included.
const MAX_DEPTH: usize = 512;

/// Something that a pattern does or is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Effect {
    HasSideEffects,
    MayStore,
    MayLoad,
    Variadic,
    /// It only reinterprets the same bits as another type.
    Bitcast,
}

/// What a pattern does.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Effects(u8);

impl Effects {
    pub(super) fn has(self, effect: Effect) -> bool {
        self.0 & 1 << effect as u8 != 0
    }

    fn add(&mut self, effect: Effect, is_there: bool) {
        self.0 |= u8::from(is_there) << effect as u8;
    }

    fn and(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }
}

/// A pattern that makes one instruction.
pub(super) struct PatternEffects {
    /// The record of the pattern: the instruction itself or one of class `Pattern`.
    pub(super) record: RecordId,
    pub(super) instruction: RecordId,
    pub(super) effects: Effects,
}

/// What the patterns do that make one instruction each: first those of the instructions
/// themselves in the order in which they were defined, then others by name.
pub(super) fn infer(store: &RecordStore) -> Result<Vec<PatternEffects>, FieldError> {
    let mut reader = Reader { store, intrinsics: None, operators: FxHashMap::default() };
    let mut patterns = Vec::new();
    let mut instructions = store.derived_from_name("Instruction")?;
    // The first pattern of an instruction decides, so the order of patterns matters.
    instructions.sort_by_key(|instruction| instruction.sequence());
    for instruction in instructions {
        let Some(field) = instruction.field("Pattern") else { continue };
        let Value::List(list) = store.value(field.value) else { continue };
        let Some(&first) = list.elements.first() else { continue };
        if list.elements.iter().any(|&pattern| reader.has_null_frag(pattern, 0)) {
            continue;
        }
        let effects = reader.of_pattern(instruction, first)?;
        let (record, instruction) = (instruction.id(), instruction.id());
        patterns.push(PatternEffects { record, instruction, effects });
    }
    for pattern in store.derived_if_defined("Pattern") {
        let source = pattern.value("PatternToMatch")?;
        if reader.has_null_frag(source, 0) {
            continue;
        }
        let Some(&result) = pattern.list("ResultInstrs")?.first() else { continue };
        let mut made = Vec::new();
        reader.instructions_in(pattern, result, None, &mut made, 0)?;
        if let [instruction] = made[..] {
            let effects = reader.of_pattern(pattern, source)?;
            patterns.push(PatternEffects { record: pattern.id(), instruction, effects });
        }
    }
    Ok(patterns)
}

struct Reader<'s> {
    store: &'s RecordStore,
    /// Only some targets have patterns with intrinsics.
    intrinsics: Option<IntrinsicReader<'s>>,
    /// What the operators known so far do. One that is being looked into does nothing yet.
    operators: FxHashMap<RecordId, Effects>,
}

/// The arguments of a fragment, and those of the fragment around it.
struct Arguments<'a> {
    names: Vec<Option<Symbol>>,
    values: &'a [DagArg],
    outer: Option<&'a Arguments<'a>>,
}

impl<'s> Reader<'s> {
    fn too_deep(&self, pattern: Record<'_>) -> FieldError {
        let name = pattern.name();
        FieldError::new(
            Code::Patterns,
            pattern,
            format!("The pattern of '{name}' is nested more than {MAX_DEPTH} levels deep"),
        )
    }

    fn operator(&self, dag: Dag<'_>) -> Option<Record<'s>> {
        match self.store.value(dag.operator) {
            Value::Def(operator) => Some(self.store.record(operator)),
            _ => None,
        }
    }

    /// Whether there is the fragment that matches nothing. What lies too deep is found later.
    fn has_null_frag(&self, value: ValueId, depth: usize) -> bool {
        match self.store.value(value) {
            Value::Def(record) => self.store.record(record).name() == NULL_FRAG,
            Value::Dag(dag) if depth < MAX_DEPTH => {
                let is_null = |record: Record<'_>| record.name() == NULL_FRAG;
                let args = || dag.args.iter().any(|arg| self.has_null_frag(arg.value, depth + 1));
                self.operator(dag).is_some_and(is_null) || args()
            }
            _ => false,
        }
    }

    /// What a pattern does; of `(set …)`, what the last argument does.
    fn of_pattern(&mut self, pattern: Record<'_>, value: ValueId) -> Result<Effects, FieldError> {
        let (result, source) = match self.store.value(value) {
            Value::Dag(dag) if self.operator(dag).is_some_and(|op| op.name() == "set") => {
                match dag.args {
                    [results @ .., source] => (results.first(), source.value),
                    [] => (None, value),
                }
            }
            _ => (None, value),
        };
        let mut effects = self.of_value(pattern, source, 0)?;
        if effects == Effects::default()
            && let Some(of) = self.bitcast(source, 0)?
        {
            // From a type to itself there is nothing to do.
            let of_result = result.map_or(Ok(None), |result| self.only_type(result.value))?;
            let is_same = of_result.is_some() && of_result == self.only_type(of)?;
            effects.add(Effect::Bitcast, !is_same);
        }
        Ok(effects)
    }

    fn of_value(
        &mut self,
        pattern: Record<'_>,
        value: ValueId,
        depth: usize,
    ) -> Result<Effects, FieldError> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep(pattern));
        }
        match self.store.value(value) {
            Value::Def(record) => {
                let record = self.store.record(record);
                if record.inherits("ComplexPattern") {
                    return node_effects(record);
                }
                self.of_operator(pattern, record, depth)
            }
            Value::Dag(dag) => {
                let mut effects = match self.operator(dag) {
                    Some(operator) => self.of_operator(pattern, operator, depth)?,
                    None => Effects::default(),
                };
                for arg in dag.args {
                    effects = effects.and(self.of_value(pattern, arg.value, depth + 1)?);
                }
                Ok(effects)
            }
            _ => Ok(Effects::default()),
        }
    }

    /// What a node does by its operator, its arguments aside.
    fn of_operator(
        &mut self,
        pattern: Record<'_>,
        operator: Record<'s>,
        depth: usize,
    ) -> Result<Effects, FieldError> {
        if let Some(&effects) = self.operators.get(&operator.id()) {
            return Ok(effects);
        }
        // A fragment that contains itself finds this entry, and the search ends.
        self.operators.insert(operator.id(), Effects::default());
        let effects = if is_fragment(operator) {
            match first_fragment(operator)? {
                Some(fragment) => self.of_value(pattern, fragment, depth + 1)?,
                None => Effects::default(),
            }
        } else if operator.inherits("SDNode") {
            node_effects(operator)?
        } else if operator.inherits("Intrinsic") {
            self.of_intrinsic(operator)?
        } else {
            Effects::default()
        };
        self.operators.insert(operator.id(), effects);
        Ok(effects)
    }

    fn of_intrinsic(&mut self, record: Record<'s>) -> Result<Effects, FieldError> {
        let reader = match &mut self.intrinsics {
            Some(reader) => reader,
            none => none.insert(IntrinsicReader::new(self.store)?),
        };
        let intrinsic = reader.read(record)?;
        let function = &reader.attributes(&intrinsic).function;
        let memory = function.memory;
        let mut effects = properties(intrinsic.sd_properties);
        effects.add(Effect::MayLoad, !memory.only_writes());
        effects.add(Effect::MayStore, !memory.only_reads());
        // One that may do anything to memory may do more.
        let is_unknown = memory == MemoryEffects::UNKNOWN;
        effects.add(Effect::HasSideEffects, is_unknown || function.has_side_effects);
        Ok(effects)
    }

    /// The leaf that a pattern without effects is a bitcast of.
    fn bitcast(&self, value: ValueId, depth: usize) -> Result<Option<ValueId>, FieldError> {
        let Value::Dag(dag) = self.store.value(value) else { return Ok(None) };
        let operator = self.operator(dag).filter(|_| depth < MAX_DEPTH);
        let (Some(operator), [arg]) = (operator, dag.args) else { return Ok(None) };
        if operator.inherits("ValueType") {
            return self.bitcast(arg.value, depth + 1);
        }
        if !self.is_leaf(arg.value) {
            return Ok(None);
        }
        if is_fragment(operator) {
            let Some(fragment) = first_fragment(operator)? else { return Ok(None) };
            return Ok(self.bitcast(fragment, depth + 1)?.map(|_| arg.value));
        }
        let is_bitcast =
            operator.inherits("SDNode") && operator.string("Opcode")? == "ISD::BITCAST";
        Ok(is_bitcast.then_some(arg.value))
    }

    /// The type of a leaf, if it is of one type only.
    fn only_type(&self, leaf: ValueId) -> Result<Option<RecordId>, FieldError> {
        let record = match self.store.value(leaf) {
            Value::Def(record) => self.store.record(record),
            Value::Dag(dag) => match self.operator(dag) {
                Some(cast) => return Ok(Some(cast.id())),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        let class = match record {
            _ if record.inherits("ValueType") => return Ok(Some(record.id())),
            _ if record.inherits("ComplexPattern") => return Ok(Some(record.record("Ty")?.id())),
            _ if record.inherits("Operand") => return Ok(Some(record.record("Type")?.id())),
            _ if record.inherits("RegisterOperand") => record.record("RegClass")?,
            _ if record.inherits("RegisterClass") => record,
            _ => return Ok(None),
        };
        Ok(match class.list_of_records("RegTypes")?[..] {
            [only] => Some(only.id()),
            _ => None,
        })
    }

    fn is_leaf(&self, value: ValueId) -> bool {
        match self.store.value(value) {
            Value::Dag(dag) => match (self.operator(dag), dag.args) {
                (Some(cast), [arg]) if cast.inherits("ValueType") => self.is_leaf(arg.value),
                _ => false,
            },
            Value::Def(record) => {
                let record = self.store.record(record);
                !record.inherits("SDNode") && !is_fragment(record)
            }
            _ => true,
        }
    }

    /// Adds the instructions in the result of a pattern.
    fn instructions_in(
        &self,
        pattern: Record<'_>,
        value: ValueId,
        arguments: Option<&Arguments<'_>>,
        made: &mut Vec<RecordId>,
        depth: usize,
    ) -> Result<(), FieldError> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep(pattern));
        }
        let Value::Dag(dag) = self.store.value(value) else { return Ok(()) };
        let Some(operator) = self.operator(dag) else { return Ok(()) };
        if is_fragment(operator) {
            let Some(fragment) = first_fragment(operator)? else { return Ok(()) };
            let formal = operator.dag("Operands")?;
            let names = formal.args.iter().map(|arg| arg.name).collect();
            let inner = Arguments { names, values: dag.args, outer: arguments };
            return self.instructions_in(pattern, fragment, Some(&inner), made, depth + 1);
        }
        if operator.inherits("Instruction") {
            made.push(operator.id());
        }
        for arg in dag.args {
            match arguments.and_then(|all| Some((all, all.given(arg)?))) {
                Some((all, given)) => {
                    self.instructions_in(pattern, given, all.outer, made, depth + 1)?;
                }
                None => self.instructions_in(pattern, arg.value, arguments, made, depth + 1)?,
            }
            // The caller only needs to know whether there is exactly one.
            if made.len() > 1 {
                break;
            }
        }
        Ok(())
    }
}

impl Arguments<'_> {
    /// What the fragment was given where its body has `node:$name`.
    fn given(&self, arg: &DagArg) -> Option<ValueId> {
        let place = self.names.iter().position(|name| name.is_some() && *name == arg.name)?;
        self.values.get(place).map(|given| given.value)
    }
}

/// Whether a record stands for patterns; in releases up to LLVM 7, for one.
fn is_fragment(record: Record<'_>) -> bool {
    record.inherits("PatFrags") || record.inherits("PatFrag")
}

/// The first pattern that a record stands for. What can match in several ways does the same in all
/// of them.
fn first_fragment(record: Record<'_>) -> Result<Option<ValueId>, FieldError> {
    match record.field("Fragment") {
        Some(fragment) => Ok(Some(fragment.value)),
        None => Ok(record.list("Fragments")?.first().copied()),
    }
}

/// What a node does whose record lists its properties.
fn node_effects(record: Record<'_>) -> Result<Effects, FieldError> {
    Ok(properties(SdNodeProperties::of(record)?))
}

fn properties(properties: SdNodeProperties) -> Effects {
    let mut effects = Effects::default();
    for (property, effect) in [
        (SdNodeProperty::SideEffect, Effect::HasSideEffects),
        (SdNodeProperty::MayStore, Effect::MayStore),
        (SdNodeProperty::MayLoad, Effect::MayLoad),
        (SdNodeProperty::Variadic, Effect::Variadic),
    ] {
        effects.add(effect, properties.has(property));
    }
    effects
}
