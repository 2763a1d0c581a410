//! The match list of a rule as checks of a match table: checks at the instructions that its patterns name, beginning at
//! the root.

use rustc_hash::FxHashSet;
use tablewright_records::{RecordId, RecordView, TextSink, Value};
use tablewright_selection::combines::{
    Builtin, CombinePatternId, CombineRule, InstructionKind, InstructionPattern, Name,
    OperandRange, PatternBody, PatternOperand, PatternType, RuleError,
};
use tablewright_selection::global_isel::action::{Action, Comment};
use tablewright_selection::global_isel::check::{
    CxxPredicate, InstructionCheck, OpcodeCheck, OperandCheck,
};
use tablewright_selection::global_isel::low_level_type::LowLevelType;
use tablewright_selection::global_isel::rule::Rule;
use tablewright_selection::global_isel::{InsnId, OperandRef};
use tablewright_selection::record_views::global_isel::GiCombineRuleRecord;
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::subtarget::PredicateRecord;

use super::RuleBuilder;
use super::scope::CombinerScope;

/// The instructions whose operand 1 is an immediate, not a register with a constant.
const CONSTANTS: [&str; 2] = ["G_CONSTANT", "G_FCONSTANT"];

impl<'b, 's> RuleBuilder<'b, 's, '_> {
    /// Builds a table rule for each choice of alternatives and each root opcode.
    pub(super) fn build(mut self) -> Result<(), RuleError> {
        let rule = self.rule;
        for permutation in &rule.permutations {
            self.permutation = permutation;
            match &rule.matches.patterns[rule.match_root].body {
                PatternBody::Instruction(root) => self.add_instruction_rule(root)?,
                PatternBody::AnyOpcode(opcodes) => {
                    for &opcode in opcodes {
                        self.add_opcode_rule(opcode)?;
                    }
                }
                PatternBody::Code(_) => {
                    return Err(self.error("C++ code cannot be the root of a rule!"));
                }
            }
        }
        Ok(())
    }

    fn add_instruction_rule(&mut self, root: &'b InstructionPattern) -> Result<(), RuleError> {
        let combine: &'b CombineRule = self.rule;
        let mut rule = self.begin_rule(None)?;
        let root_name = combine.matches.patterns[combine.match_root].name;
        let insn = rule.add_root(Some(root_name));
        let mut scope = self.scope();
        scope.expansions.declare(root_name, instruction_code(insn));
        match root.kind {
            InstructionKind::Fragment(fragment) => {
                if self.reader.fragments[fragment].root().is_none() {
                    let name = self.reader.store.record(root.record).name();
                    // The quote that is missing is the reference's.
                    return Err(self.error(format!("cannot use '{name} as match root")));
                }
                let root = combine.match_root;
                self.add_fragment(&mut scope, &mut rule, Some(insn), root)?;
            }
            InstructionKind::Instruction { .. } => {
                self.add_instruction(&mut scope, &mut rule, insn, combine.match_root)?;
            }
            // A builtin reaches no other pattern.
            InstructionKind::Builtin(_) => {}
        }
        self.finish_rule(scope, rule)
    }

    /// Adds a rule for `wip_match_opcode`, which checks only the opcode.
    fn add_opcode_rule(&mut self, opcode: RecordId) -> Result<(), RuleError> {
        let combine: &'b CombineRule = self.rule;
        let name = self.reader.store.record(opcode).name();
        let mut rule = self.begin_rule(Some(format!("wip_match_opcode '{name}'")))?;
        let root_name = combine.matches.patterns[combine.match_root].name;
        let insn = rule.add_root(Some(root_name));
        let mut scope = self.scope();
        scope.expansions.declare(root_name, instruction_code(insn));
        scope.seen.insert(combine.match_root);
        let opcode = self.opcode(opcode)?;
        rule.check(insn, InstructionCheck::Opcode(opcode));
        self.finish_rule(scope, rule)
    }

    fn scope(&mut self) -> CombinerScope<'b> {
        CombinerScope {
            list: &self.rule.matches,
            used: None,
            expansions: std::mem::take(&mut self.expansions),
            seen: FxHashSet::default(),
            arguments: Vec::new(),
        }
    }

    /// Returns a rule of the table that matches nothing yet.
    fn begin_rule(&mut self, remark: Option<String>) -> Result<Rule, RuleError> {
        let mut rule = Rule::new(self.shared.rule_count);
        self.shared.rule_count += 1;
        self.add_features(&mut rule)?;
        rule.ignore_copies = true;
        let id = self.rule.id;
        let enabled = self.reader.names.intern(&format!("GICXXPred_Simple_IsRule{id}Enabled"));
        rule.conditions.simple_predicates.push(enabled);
        let mut comment = format!("Combiner Rule #{id}: {}", self.record.name());
        if !self.permutation.is_empty() {
            write!(comment, " @ {}", self.reader.permutation_text(self.rule, self.permutation));
        }
        if let Some(remark) = remark {
            write!(comment, "; {remark}");
        }
        rule.actions.push(Action::Comment(Comment::Text(comment.into())));
        Ok(rule)
    }

    fn add_features(&mut self, rule: &mut Rule) -> Result<(), RuleError> {
        for &value in GiCombineRuleRecord::new(self.record).predicates()? {
            let Value::Def(predicate) = self.reader.store.value(value) else {
                continue;
            };
            let predicate = self.reader.store.record(predicate);
            if !predicate.inherits("Predicate") {
                // The reference continues with the rule after this error.
                self.reader.error(predicate, "Unknown 'Predicate' Type");
                return Ok(());
            }
            let condition = PredicateRecord::new(predicate).cond_string()?;
            if !predicate.store().str(condition).is_empty() {
                self.features.add(predicate.id());
                rule.conditions.features.push(predicate.id());
            }
        }
        Ok(())
    }

    /// Matches the patterns that the root does not reach, adds the rule's actions, and adds the rule to the table.
    fn finish_rule(
        &mut self,
        mut scope: CombinerScope<'_>,
        mut rule: Rule,
    ) -> Result<(), RuleError> {
        let combine: &'b CombineRule = self.rule;
        let is_only_code = combine.applies.is_only_code();
        let has_any_opcode =
            matches!(combine.matches.patterns[combine.match_root].body, PatternBody::AnyOpcode(_));
        let mut codes: Vec<&str> = Vec::new();
        for (id, pattern) in combine.matches.patterns.iter_enumerated() {
            if scope.seen.contains(&id) {
                continue;
            }
            match &pattern.body {
                PatternBody::AnyOpcode(_) => {
                    let message = if has_any_opcode {
                        "wip_match_opcode can only be present once!"
                    } else {
                        "wip_match_opcode can not be used with instruction patterns!"
                    };
                    return Err(self.error(message));
                }
                PatternBody::Instruction(instruction) => match instruction.kind {
                    InstructionKind::Fragment(_) => {
                        self.add_fragment(&mut scope, &mut rule, None, id)?;
                    }
                    // The instruction that defines the operand has the check.
                    InstructionKind::Builtin(_) => {}
                    InstructionKind::Instruction { .. } => {
                        let instruction = self.reader.store.record(instruction.record).name();
                        return Err(self.unreachable(pattern.name, instruction, self.record));
                    }
                },
                // The code from both lists forms a single function.
                PatternBody::Code(code) if is_only_code => codes.push(code),
                PatternBody::Code(code) => {
                    self.add_predicate(&scope, &mut rule, code);
                }
            }
        }
        self.expansions = scope.expansions;
        if is_only_code {
            self.add_custom_action(&mut rule, &codes)
        } else {
            self.add_actions(&mut rule)?
        }
        self.shared.rules.rules.push(rule);
        Ok(())
    }

    /// Adds C++ that checks the root, after all other checks.
    pub(super) fn add_predicate(&mut self, scope: &CombinerScope<'_>, rule: &mut Rule, code: &str) {
        let mut expanded = String::new();
        if self.names_alternatives {
            let text = self.reader.permutation_text(self.rule, self.permutation);
            writeln!(expanded, "// Pattern Alternatives: {text}");
        }
        scope.expansions.expand(code, self.record, self.reader, &mut expanded);
        let number = self.shared.predicates.number(expanded);
        let name = format!("GICXXPred_MI_Predicate_GICombiner{number}");
        let predicate = CxxPredicate::Enumerator(self.reader.names.intern(&name));
        rule.check(InsnId::ROOT, InstructionCheck::Cxx(predicate));
    }

    fn opcode(&mut self, record: RecordId) -> Result<OpcodeCheck, RuleError> {
        let (first, is_variadic) = self.instruction(record)?;
        let is_constant = self.reader.store.record(record).name() == "G_CONSTANT";
        Ok(OpcodeCheck { first, second: None, is_variadic, is_constant })
    }

    /// Returns an instruction, and whether it accepts any number of operands.
    pub(super) fn instruction(
        &mut self,
        record: RecordId,
    ) -> Result<(InstructionId, bool), RuleError> {
        let record = self.reader.store.record(record);
        match self.reader.instructions().id(record.id()) {
            Some(id) => Ok((id, self.reader.is_variadic(record)?)),
            None => {
                let message = format!("'{}' is not an instruction in this release", record.name());
                Err(self.error(message))
            }
        }
    }

    /// Checks that `insn` is a pattern's instruction, and matches the definitions of its operands.
    pub(super) fn add_instruction(
        &mut self,
        scope: &mut CombinerScope<'_>,
        rule: &mut Rule,
        insn: InsnId,
        id: CombinePatternId,
    ) -> Result<(), RuleError> {
        let list = scope.list;
        let pattern = &list.patterns[id];
        let Some(instruction) = pattern.instruction() else { return Ok(()) };
        if !scope.seen.insert(id) {
            return Ok(());
        }
        let opcode = self.opcode(instruction.record)?;
        rule.check(insn, InstructionCheck::Opcode(opcode));
        scope.expansions.declare(pattern.name, instruction_code(insn));
        if let Some(intrinsic) = instruction.intrinsic() {
            let name = self.reader.names.intern("$intrinsic_id");
            let index = instruction.def_count() as u32;
            let operand = self.add_operand(rule, insn, index, Some(name));
            rule.check_operand(operand, OperandCheck::Intrinsic(intrinsic.record));
        }
        if let Some(flags) = instruction.flags() {
            for (flags, are_set) in [(&flags.set, true), (&flags.unset, false)] {
                if !flags.is_empty() {
                    let mut flags: Vec<&str> = flags.iter().map(|flag| &**flag).collect();
                    flags.sort_unstable();
                    let names = &mut self.reader.names;
                    let flags = flags.into_iter().map(|flag| names.intern(flag)).collect();
                    rule.check(insn, InstructionCheck::Flags { flags, are_set });
                }
            }
        }
        self.add_use_checks(scope, rule, insn, instruction);
        for (position, operand) in instruction.operands.iter().enumerate() {
            // The intrinsic number precedes its arguments.
            let index =
                position + usize::from(instruction.intrinsic().is_some() && !operand.is_def);
            let mapped = self.mapped(scope, operand);
            if let (Some(range), Some(name)) = (mapped.variadic(), mapped.name) {
                self.add_variadic_operand(scope, rule, (insn, index as u32), name, range)?;
                continue;
            }
            let matched = self.add_operand(rule, insn, index as u32, mapped.name);
            if let (Some(_), Some(name)) = (mapped.name, operand.name) {
                scope.expansions.declare(name, operand_code(rule, matched));
            }
            if let Some(value) = mapped.immediate {
                let record = self.reader.store.record(instruction.record);
                let check = if position == 1 && CONSTANTS.contains(&record.name()) {
                    OperandCheck::LiteralInt(value)
                } else {
                    OperandCheck::ConstantInt(value)
                };
                rule.check_operand(matched, check);
            }
            if let Some(PatternType::Value(ty)) = mapped.ty {
                self.check_type(rule, matched, mapped.name, ty)?;
            }
            if !operand.is_def && operand.name.is_some() {
                self.add_definition(scope, rule, operand, &mapped, matched)?;
            }
        }
        Ok(())
    }

    /// Checks the result uses that `GIHasOneUse` names.
    fn add_use_checks(
        &self,
        scope: &CombinerScope<'_>,
        rule: &mut Rule,
        insn: InsnId,
        instruction: &InstructionPattern,
    ) {
        let defs = instruction.operands.iter().filter(|operand| operand.is_def);
        let defs: Vec<Name> = defs.filter_map(|operand| scope.name_in_rule(operand)).collect();
        for (_, check) in self.rule.matches.instructions() {
            if let InstructionKind::Builtin(Builtin::HasOneUse) = check.kind
                && check.named_operands().any(|(name, _)| defs.contains(&name))
            {
                rule.check(insn, InstructionCheck::OneUse);
            }
        }
    }

    /// Adds an operand that represents an instruction's last operands.
    fn add_variadic_operand(
        &mut self,
        scope: &mut CombinerScope<'_>,
        rule: &mut Rule,
        (insn, index): (InsnId, u32),
        name: Name,
        range: OperandRange,
    ) -> Result<(), RuleError> {
        if rule.operand_named(name).is_some() {
            let name = self.name(name);
            let note = format!("'{name}' is used multiple times");
            let message = "each instance of a GIVariadic operand must have a unique name within \
                           the match patterns";
            return Err(self.reader.error_with_note(self.record, message, note));
        }
        self.add_operand(rule, insn, index, Some(name));
        let code = format!("getRemainingOperands(*State.MIs[{}], {index})", insn.index());
        scope.expansions.declare(name, code);
        // As in the reference, numbers that are too large wrap around.
        let at_least = InstructionCheck::OperandCountAtLeast(index.wrapping_add(range.min));
        rule.check(insn, at_least);
        if range.max != 0 {
            let at_most = InstructionCheck::OperandCountAtMost(index.wrapping_add(range.max));
            rule.check(insn, at_most);
        }
        Ok(())
    }

    fn add_operand(
        &mut self,
        rule: &mut Rule,
        insn: InsnId,
        index: u32,
        name: Option<Name>,
    ) -> OperandRef {
        self.operand_count += 1;
        rule.add_operand(insn, index, name, self.operand_count - 1)
    }

    /// Checks an operand's type, once for all operands with the same name.
    fn check_type(
        &mut self,
        rule: &mut Rule,
        operand: OperandRef,
        name: Option<Name>,
        ty: RecordId,
    ) -> Result<(), RuleError> {
        let first = name.and_then(|name| rule.operand_named(name));
        let is_type = |check: &OperandCheck| matches!(check, OperandCheck::Type(_));
        if first.is_some_and(|first| rule.operand(first).checks.iter().any(is_type)) {
            return Ok(());
        }
        let ty = self.low_level_type(ty)?;
        self.shared.rules.check_type(rule, operand, ty);
        Ok(())
    }

    pub(super) fn low_level_type(&mut self, ty: RecordId) -> Result<LowLevelType, RuleError> {
        let ty = self.reader.store.record(ty);
        match self.reader.low_level_type(ty)? {
            Some(ty) => Ok(ty),
            None => Err(self.error(format!("type '{}' is none of a register", ty.name()))),
        }
    }

    /// Matches the pattern that defines an operand, if there is one.
    fn add_definition(
        &mut self,
        scope: &mut CombinerScope<'_>,
        rule: &mut Rule,
        operand: &PatternOperand,
        mapped: &PatternOperand,
        matched: OperandRef,
    ) -> Result<(), RuleError> {
        let list = scope.list;
        let Some(name) = operand.name else { return Ok(()) };
        let Some(id) = list.operands.def(name) else { return Ok(()) };
        let pattern = &list.patterns[id];
        let def_name = self.name(pattern.name).to_owned();
        if operand.immediate.is_some() {
            let name = self.name(mapped.name.unwrap_or(name)).to_owned();
            let message = format!(
                "'{name}' is a named immediate, it cannot be defined by another instruction"
            );
            let note = format!("'{name}' is defined by '{def_name}'");
            return Err(self.reader.error_with_note(self.record, message, note));
        }
        let Some(insn) = rule.check_defined_by(matched, Some(pattern.name)) else {
            let name = self.name(name);
            let message = format!(
                "Nested instruction '{def_name}' cannot be the same as another operand '{name}'"
            );
            return Err(self.error(message));
        };
        let kind = pattern.instruction().map(|instruction| &instruction.kind);
        if let Some(InstructionKind::Fragment(_)) = kind {
            self.add_fragment(scope, rule, Some(insn), id)
        } else {
            self.add_instruction(scope, rule, insn, id)
        }
    }
}

fn instruction_code(insn: InsnId) -> String {
    format!("State.MIs[{}]", insn.index())
}

fn operand_code(rule: &Rule, operand: OperandRef) -> String {
    let index = rule.operand(operand).index;
    format!("State.MIs[{}]->getOperand({index})", operand.insn.index())
}
