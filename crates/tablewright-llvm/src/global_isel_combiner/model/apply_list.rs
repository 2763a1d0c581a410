//! A rule's actions: instructions built from the apply list, or a single C++ function.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{RecordView, TextSink};
use tablewright_selection::combines::{
    Builtin, CombinePatternId, InstructionKind, InstructionPattern, Name, PatternBody,
    PatternOperand, PatternType, RuleError,
};
use tablewright_selection::global_isel::action::{
    Action, BuildInstruction, OperandRenderer, Replacement,
};
use tablewright_selection::global_isel::low_level_type::TypeOrTemp;
use tablewright_selection::global_isel::rule::Rule;
use tablewright_selection::global_isel::{InsnId, OperandRef, TempRegId};
use tablewright_target::record_views::instruction::InstructionRecord;

use super::RuleBuilder;

/// Actions generated for a rule until now.
#[derive(Default)]
struct Applied {
    seen: FxHashSet<CombinePatternId>,
    /// The registers that only the apply list has.
    temps: FxHashMap<Name, TempRegId>,
}

impl<'b> RuleBuilder<'b, '_, '_> {
    /// Adds a single function that first runs the match list's `codes`.
    pub(super) fn add_custom_action(&mut self, rule: &mut Rule, codes: &[&str]) {
        let combine = self.rule;
        let mut code = String::new();
        for data in &combine.match_data {
            let variable = format!("GIMatchData_{}", self.name(data.symbol));
            writeln!(code, "{} {variable};", data.ty);
            self.expansions.declare(data.symbol, variable);
        }
        if !codes.is_empty() {
            code.push_str("// Match Patterns\n");
        }
        for match_code in codes {
            code.push_str("if(![&](){");
            self.expansions.expand(match_code, self.record, self.reader, &mut code);
            code.push_str("}()) {\n  return false;\n}\n");
        }
        code.push_str("// Apply Patterns\n");
        let applied = combine.applies.patterns.iter().filter_map(|pattern| match &pattern.body {
            PatternBody::Code(code) => Some(code),
            PatternBody::AnyOpcode(_) | PatternBody::Instruction(_) => None,
        });
        for (index, applied) in applied.enumerate() {
            code.push_str(if index > 0 { "\n" } else { "" });
            self.expansions.expand(applied, self.record, self.reader, &mut code);
        }
        let number = self.shared.actions.number(code);
        let name = format!("GICXXCustomAction_GICombiner{number}");
        rule.custom_action = Some(self.reader.names.intern(&name));
    }

    /// Adds the new instructions. An instruction that replaces the root comes first, after the instructions that it
    /// needs. If several replace the root, the reference's choice of the first depends on addresses.
    pub(super) fn add_actions(&mut self, rule: &mut Rule) -> Result<(), RuleError> {
        let combine = self.rule;
        let mut applied = Applied::default();
        for &root in &combine.apply_roots {
            self.apply(&mut applied, rule, root)?;
        }
        for (id, pattern) in combine.applies.patterns.iter_enumerated() {
            let Some(instruction) = pattern.instruction() else { continue };
            match instruction.kind {
                _ if applied.seen.contains(&id) => {}
                InstructionKind::Builtin(_) => self.apply(&mut applied, rule, id)?,
                InstructionKind::Instruction { .. } | InstructionKind::Fragment(_) => {
                    let instruction = self.reader.store.record(instruction.record).name();
                    return Err(self.unreachable(pattern.name, instruction, self.record));
                }
            }
        }
        rule.actions.push(Action::Erase(InsnId::ROOT));
        Ok(())
    }

    /// Applies a pattern, after the patterns that define its operands.
    fn apply(
        &mut self,
        applied: &mut Applied,
        rule: &mut Rule,
        id: CombinePatternId,
    ) -> Result<(), RuleError> {
        let combine: &'b _ = self.rule;
        let pattern = &combine.applies.patterns[id];
        let Some(instruction) = pattern.instruction() else { return Ok(()) };
        if !applied.seen.insert(id) {
            return Ok(());
        }
        for (name, operand) in instruction.named_operands() {
            if operand.is_def {
                continue;
            }
            if let Some(def) = combine.applies.operands.def(name) {
                self.apply(applied, rule, def)?;
            } else if operand.immediate.is_none() && !combine.matches.operands.contains(name) {
                let name = self.name(name);
                let message = format!(
                    "invalid output operand '{name}': operand is not a live-in of the match \
                     pattern, and it has no definition"
                );
                return Err(self.error(message));
            }
        }
        match &instruction.kind {
            InstructionKind::Builtin(Builtin::EraseRoot) => {
                rule.actions.push(Action::Erase(InsnId::ROOT));
                Ok(())
            }
            InstructionKind::Builtin(Builtin::ReplaceReg) => {
                self.replace_register(applied, rule, instruction)
            }
            // Only match lists have it.
            InstructionKind::Builtin(Builtin::HasOneUse) => Ok(()),
            InstructionKind::Instruction { .. } | InstructionKind::Fragment(_) => {
                self.build_instruction(applied, rule, pattern.name, instruction)
            }
        }
    }

    fn replace_register(
        &mut self,
        applied: &Applied,
        rule: &mut Rule,
        instruction: &InstructionPattern,
    ) -> Result<(), RuleError> {
        let mut names = instruction.operands.iter().filter_map(|operand| operand.name);
        let (Some(old), Some(new)) = (names.next(), names.next()) else { return Ok(()) };
        let old = self.matched(rule, old)?;
        let with = match applied.temps.get(&new) {
            Some(&temp) => Replacement::Temp(temp),
            None => {
                let new = self.matched(rule, new)?;
                Replacement::Operand { insn: new.insn, index: rule.operand(new).index }
            }
        };
        let old_index = rule.operand(old).index;
        rule.actions.push(Action::ReplaceRegister { old_insn: old.insn, old_index, with });
        Ok(())
    }

    /// Returns the operand that was matched by that name.
    fn matched(&mut self, rule: &Rule, name: Name) -> Result<OperandRef, RuleError> {
        match rule.operand_named(name) {
            Some(operand) => Ok(operand),
            None => {
                let message = format!("Operand {} was not declared in matcher", self.name(name));
                Err(self.error(message))
            }
        }
    }

    fn build_instruction(
        &mut self,
        applied: &mut Applied,
        rule: &mut Rule,
        name: Name,
        instruction: &InstructionPattern,
    ) -> Result<(), RuleError> {
        let (opcode, _) = self.instruction(instruction.record)?;
        let mut build = BuildInstruction::new(rule.new_insn(), opcode);
        let intrinsic = instruction.intrinsic();
        let defs = instruction.def_count();
        for (index, operand) in instruction.operands.iter().enumerate() {
            if let Some(intrinsic) = intrinsic.filter(|_| index == defs) {
                build.operands.push(OperandRenderer::Intrinsic(intrinsic.record));
            }
            let rendered = self.rendered(applied, rule, name, instruction, operand)?;
            build.operands.push(rendered);
        }
        if let Some(intrinsic) = intrinsic.filter(|_| instruction.operands.len() == defs) {
            build.operands.push(OperandRenderer::Intrinsic(intrinsic.record));
        }
        if let Some(flags) = instruction.flags() {
            let copied = flags.copied.iter().filter_map(|&from| rule.instruction_named(from));
            build.copied_flags = copied.collect();
            let names = &mut self.reader.names;
            build.set_flags = flags.set.iter().map(|flag| names.intern(flag)).collect();
            build.unset_flags = flags.unset.iter().map(|flag| names.intern(flag)).collect();
        }
        let record = self.reader.store.record(instruction.record);
        let record = InstructionRecord::new(record);
        let loads = record.may_load()?.unwrap_or(false);
        build.merges_memory_operands = loads || record.may_store()?.unwrap_or(false);
        self.expansions.redeclare(name, format!("OutMIs[{}]", build.insn.index()));
        rule.actions.push(Action::Build(Box::new(build)));
        Ok(())
    }

    /// Renders an operand of a new instruction.
    fn rendered(
        &mut self,
        applied: &mut Applied,
        rule: &mut Rule,
        pattern: Name,
        instruction: &InstructionPattern,
        operand: &PatternOperand,
    ) -> Result<OperandRenderer, RuleError> {
        let note = |builder: &Self| {
            let instruction = builder.reader.store.record(instruction.record).name();
            format!("while emitting pattern '{}' ({instruction})", builder.name(pattern))
        };
        match (operand.name, operand.immediate) {
            (Some(name), Some(_)) => {
                let name = self.name(name);
                let message =
                    format!("invalid output operand '{name}': output immediates cannot be named");
                let note = note(self);
                Err(self.reader.error_with_note(self.record, message, note))
            }
            (None, Some(value)) => {
                let is_constant =
                    self.reader.store.record(instruction.record).name() == "G_CONSTANT";
                if is_constant && operand.ty.is_none() {
                    let note = note(self);
                    let message = "'G_CONSTANT' immediate must be typed!";
                    return Err(self.reader.error_with_note(self.record, message, note));
                }
                self.immediate(rule, value, operand.ty, is_constant)
            }
            (Some(name), None) if operand.is_def => self.defined(applied, rule, name, operand.ty),
            (Some(name), None) => match applied.temps.get(&name) {
                Some(&temp) => Ok(temp_register(temp, false)),
                None => {
                    let is_variadic = operand.variadic().is_some();
                    let operand = self.matched(rule, name)?;
                    Ok(if is_variadic {
                        OperandRenderer::CopyRemaining { operand, name }
                    } else {
                        OperandRenderer::Copy { operand, name }
                    })
                }
            },
            // Operands without a name are immediates.
            (None, None) => Err(self.error("an operand has neither a name nor a value")),
        }
    }

    /// Renders an immediate. If it has a type, it is put into a register, except in `G_CONSTANT` itself.
    fn immediate(
        &mut self,
        rule: &mut Rule,
        value: i64,
        ty: Option<PatternType>,
        is_constant: bool,
    ) -> Result<OperandRenderer, RuleError> {
        let Some(ty) = ty else { return Ok(OperandRenderer::Immediate { value, ty: None }) };
        let ty = self.type_or_temp(rule, ty)?;
        if is_constant {
            return Ok(OperandRenderer::Immediate { value, ty: Some(ty) });
        }
        let temp = rule.new_temp_register();
        // The register must exist before the first built instruction.
        rule.actions.insert(0, Action::MakeTempRegister { temp, ty });
        rule.actions.insert(1, Action::BuildConstant { temp, value });
        Ok(temp_register(temp, false))
    }

    /// Renders a defined operand: the root's operand, or a new register.
    fn defined(
        &mut self,
        applied: &mut Applied,
        rule: &mut Rule,
        name: Name,
        ty: Option<PatternType>,
    ) -> Result<OperandRenderer, RuleError> {
        let combine = self.rule;
        let operands = &combine.matches.operands;
        if operands.contains(name) {
            let text = self.name(name);
            let message = match operands.def(name) {
                Some(def) if def == combine.match_root => {
                    let operand = self.matched(rule, name)?;
                    return Ok(OperandRenderer::Copy { operand, name });
                }
                Some(_) => format!(
                    "redefining an instruction other than the root is not supported (operand \
                     '{text}')"
                ),
                None => {
                    format!("Cannot define live-in operand '{text}' in the 'apply' pattern")
                }
            };
            return Err(self.error(message));
        }
        if let Some(&temp) = applied.temps.get(&name) {
            return Ok(temp_register(temp, true));
        }
        let temp = rule.new_temp_register();
        applied.temps.insert(name, temp);
        let Some(ty) = ty else {
            let text = self.name(name);
            let message =
                format!("def of a new register '{text}' in the apply patterns must have a type");
            return Err(self.error(message));
        };
        self.expansions.declare(name, format!("State.TempRegisters[{}]", temp.index()));
        let ty = self.type_or_temp(rule, ty)?;
        rule.actions.insert(0, Action::MakeTempRegister { temp, ty });
        Ok(temp_register(temp, true))
    }

    /// Whether a matched operand represents several.
    fn is_variadic(&self, name: Name) -> bool {
        let mut matched = self.rule.matches.instructions().flat_map(|(_, insn)| &insn.operands);
        matched.any(|operand| operand.name == Some(name) && operand.variadic().is_some())
    }

    fn type_or_temp(&mut self, rule: &mut Rule, ty: PatternType) -> Result<TypeOrTemp, RuleError> {
        match ty {
            PatternType::Value(ty) => {
                let ty = self.low_level_type(ty)?;
                self.shared.rules.types.insert(ty);
                Ok(TypeOrTemp::Known(ty))
            }
            PatternType::TypeOf(name) if self.is_variadic(name) => {
                let (ty, name) = (self.reader.type_text(ty), self.name(name));
                let problem = format!("is ill-formed: '{name}' is a variadic pack operand");
                Err(self.error(format!("type '{ty}' {problem}")))
            }
            // A new register was already checked not to be such an operand.
            PatternType::Variadic(_) => Err(self.error("a new register cannot be a GIVariadic")),
            PatternType::TypeOf(name) => {
                let operand = self.matched(rule, name)?;
                Ok(TypeOrTemp::Temp(rule.temp_type(operand)))
            }
        }
    }
}

fn temp_register(temp: TempRegId, is_def: bool) -> OperandRenderer {
    OperandRenderer::TempRegister { temp, is_def, is_dead: false, sub_register: None }
}
