//! Reader for `GICombinePatFrag` records. Each fragment is checked once.

use std::sync::Arc;

use tablewright_records::{Dag, Record, RecordView, Value, ValueId};

use super::Name;
use super::fragment::{CombineParam, FRAGMENT_CLASS, Fragment, ParamKind};
use super::pattern::{
    CombineFragmentId, InstructionKind, InstructionPattern, Pattern, PatternBody, PatternType,
};
use super::pattern_list::PatternList;
use super::reader::{RuleError, RuleReader};
use super::type_check::OperandTypes;
use crate::record_views::global_isel::GiCombinePatFragRecord;

impl<'s> RuleReader<'s, '_> {
    /// Returns the fragment that `record` is. Its errors are reported once.
    pub(super) fn fragment(
        &mut self,
        record: Record<'s>,
        rule: Record<'s>,
    ) -> Result<CombineFragmentId, RuleError> {
        if let Some(known) = self.fragments.by_record.get(&record.id()) {
            return known.ok_or(RuleError::Reported);
        }
        let read = self.read_fragment(record, rule);
        let id = match read {
            Ok(fragment) => Some(self.fragments.list.push(Arc::new(fragment))),
            Err(RuleError::Reported) => {
                let name = record.name();
                self.error(record, format!("Could not parse {FRAGMENT_CLASS} '{name}'"));
                self.label(rule, "the fragment is used by this rule");
                None
            }
            Err(fatal) => return Err(fatal),
        };
        self.fragments.by_record.insert(record.id(), id);
        id.ok_or(RuleError::Reported)
    }

    fn read_fragment(
        &mut self,
        record: Record<'s>,
        rule: Record<'s>,
    ) -> Result<Fragment, RuleError> {
        let view = GiCombinePatFragRecord::new(record);
        let (ins, outs) = (view.in_operands()?, view.out_operands()?);
        for (params, operator, which) in
            [(ins, "ins", "in operands"), (outs, "outs", "out operands")]
        {
            if self.operator(params, record)?.name() != operator {
                let message =
                    format!("expected '{operator}' operator for {FRAGMENT_CLASS} {which}");
                return Err(self.error(record, format!("{message} list")));
            }
        }
        let mut params = self.params(record, outs, rule)?;
        let out_count = params.len();
        params.extend(self.params(record, ins, rule)?);
        let mut alternatives = Vec::new();
        for (number, &value) in view.alternatives()?.iter().enumerate() {
            let Value::Dag(dag) = self.store.value(value) else {
                let message = "expected dag init for PatFrag pattern alternative";
                return Err(self.error(record, message));
            };
            let prefix = format!("{}_alt{number}_pattern", record.name());
            let mut patterns = PatternList::default();
            for (index, arg) in self.pattern_list(dag, "pattern", record)?.iter().enumerate() {
                let pattern = self.pattern(arg, &prefix, index, record)?;
                patterns.patterns.push(pattern);
            }
            alternatives.push(patterns);
        }
        let mut fragment = Fragment { record: record.id(), params, out_count, alternatives };
        self.fill_operand_tables(&mut fragment, record)?;
        self.check_alternatives(&fragment, record)?;
        self.check_params(&fragment, record)?;
        self.infer_fragment_types(&mut fragment, record)?;
        Ok(fragment)
    }

    fn params(
        &mut self,
        record: Record<'s>,
        list: Dag<'s>,
        rule: Record<'s>,
    ) -> Result<Vec<CombineParam>, RuleError> {
        let mut params = Vec::new();
        for arg in list.args {
            let Some(name) = arg.name else {
                let error = self.error(rule, "all operands must be named'");
                self.label(record, "a parameter of this fragment lacks a name");
                return Err(error);
            };
            let text = self.store.str(name);
            let class = self.store.value(arg.value).as_def();
            let kind = match class.map(|class| self.store.record(class).name()) {
                _ if arg.value == ValueId::UNSET => ParamKind::Operand,
                Some("gi_imm") => ParamKind::Immediate,
                Some("root") => ParamKind::Root,
                Some("gi_mo") => ParamKind::Operand,
                _ => return Err(self.param_type_error(text, record, rule)),
            };
            params.push(CombineParam { name: self.names.intern(text), kind });
        }
        Ok(params)
    }

    fn param_type_error(&mut self, name: &str, record: Record<'s>, rule: Record<'s>) -> RuleError {
        let expected = "operand type was expected to be 'root', 'gi_imm' or 'gi_mo'";
        let error = self.error(rule, format!("'{name}' {expected}"));
        self.label(record, "the parameter of this fragment");
        error
    }

    fn fill_operand_tables(
        &mut self,
        fragment: &mut Fragment,
        record: Record<'s>,
    ) -> Result<(), RuleError> {
        for (number, alternative) in fragment.alternatives.iter_mut().enumerate() {
            let PatternList { patterns, operands } = alternative;
            for (id, pattern) in patterns.iter_enumerated() {
                let Some(instruction) = pattern.instruction() else { continue };
                if let Err(name) = operands.add(id, instruction) {
                    let name = self.names.text(name);
                    let message = format!(
                        "Operand '{name}' is defined multiple times in patterns of alternative \
                         #{number}"
                    );
                    return Err(self.error(record, message));
                }
            }
        }
        Ok(())
    }

    /// Reports elements that only rules may contain.
    fn check_alternatives(
        &mut self,
        fragment: &Fragment,
        record: Record<'s>,
    ) -> Result<(), RuleError> {
        let all = fragment.alternatives.iter().flat_map(|list| list.patterns.iter());
        for pattern in all {
            let message = match &pattern.body {
                PatternBody::Code(_) => continue,
                PatternBody::AnyOpcode(_) => {
                    format!("wip_match_opcode cannot be used in {FRAGMENT_CLASS}")
                }
                PatternBody::Instruction(instruction) => match instruction.kind {
                    InstructionKind::Instruction { .. } => {
                        let message = format!("GISpecialType is not supported in {FRAGMENT_CLASS}");
                        let is_special = |ty: PatternType| match ty {
                            PatternType::Value(_) => false,
                            PatternType::TypeOf(_) | PatternType::Variadic(_) => true,
                        };
                        self.refuse_types(pattern, instruction, (is_special, &message), record)?;
                        continue;
                    }
                    InstructionKind::Builtin(_) => {
                        format!("Builtin instructions cannot be used in {FRAGMENT_CLASS}")
                    }
                    InstructionKind::Fragment(_) => {
                        format!("nested {FRAGMENT_CLASS} are not supported")
                    }
                },
            };
            return Err(self.error(record, message));
        }
        Ok(())
    }

    fn check_params(&mut self, fragment: &Fragment, record: Record<'s>) -> Result<(), RuleError> {
        let mut seen: Vec<Name> = Vec::new();
        for param in fragment.ins() {
            let message = if seen.contains(&param.name) {
                "duplicate parameter '{}'"
            } else if fragment.alternatives.iter().any(|a| a.operands.def(param.name).is_some()) {
                "input parameter '{}' cannot be redefined!"
            } else if param.kind == ParamKind::Root {
                // The spelling is the reference's.
                "input parameterr '{}' cannot be a root!"
            } else {
                seen.push(param.name);
                continue;
            };
            let message = message.replace("{}", self.names.text(param.name));
            return Err(self.error(record, message));
        }
        for param in fragment.outs() {
            self.check_out_param(fragment, *param, &seen, record)?;
            seen.push(param.name);
        }
        let roots = fragment.outs().iter().filter(|param| param.kind == ParamKind::Root).count();
        if fragment.out_count != 0 && roots == 0 {
            let message = format!("{FRAGMENT_CLASS} must have one root in its 'out' operands");
            return Err(self.error(record, message));
        }
        if roots > 1 {
            return Err(self.error(record, format!("{FRAGMENT_CLASS} can only have one root")));
        }
        Ok(())
    }

    fn check_out_param(
        &mut self,
        fragment: &Fragment,
        param: CombineParam,
        seen: &[Name],
        record: Record<'s>,
    ) -> Result<(), RuleError> {
        let text = self.names.text(param.name);
        if param.kind == ParamKind::Immediate {
            let message = format!("output parameter '{text}' must be 'root' or 'gi_mo'");
            return Err(self.error(record, message));
        }
        if seen.contains(&param.name) {
            let message = format!("duplicate parameter '{text}'");
            return Err(self.error(record, message));
        }
        for patterns in &fragment.alternatives {
            let def = patterns.operands.def(param.name);
            let Some(def) = def.and_then(|id| patterns.instruction(id)) else {
                let message = format!(
                    "output parameter '{text}' must be defined by all alternative patterns in '{}'",
                    record.name()
                );
                return Err(self.error(record, message));
            };
            // With a second output there would be a second root.
            if param.kind == ParamKind::Root && def.def_count() != 1 {
                let message = format!(
                    "all instructions that define root '{text}' in '{}' can only have a single \
                     output operand",
                    record.name()
                );
                return Err(self.error(record, message));
            }
        }
        Ok(())
    }

    fn infer_fragment_types(
        &mut self,
        fragment: &mut Fragment,
        record: Record<'s>,
    ) -> Result<(), RuleError> {
        for list in &mut fragment.alternatives {
            let mut types = OperandTypes::default();
            for pattern in list.patterns.iter() {
                if let Some(instruction) = pattern.instruction() {
                    self.check_types(&mut types, pattern.name, instruction, record, |_, _| Ok(()))?;
                }
            }
            for pattern in list.patterns.iter_mut() {
                if let Some(instruction) = pattern.instruction_mut() {
                    types.propagate(instruction);
                }
            }
        }
        Ok(())
    }

    /// Reports instruction operands with a type of this kind.
    pub(super) fn refuse_types(
        &mut self,
        pattern: &Pattern,
        instruction: &InstructionPattern,
        (is_refused, message): (impl Fn(PatternType) -> bool, &str),
        record: Record<'s>,
    ) -> Result<(), RuleError> {
        let mut result = Ok(());
        for (number, operand) in instruction.operands.iter().enumerate() {
            if let Some(ty) = operand.ty.filter(|&ty| is_refused(ty)) {
                let (name, ty) = (self.names.text(pattern.name), self.type_text(ty));
                let note = format!("operand {number} of '{name}' has type '{ty}'");
                result = Err(self.error_with_note(record, message, note));
            }
        }
        result
    }
}
