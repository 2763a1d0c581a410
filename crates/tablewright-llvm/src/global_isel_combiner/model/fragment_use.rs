//! Uses of fragments in a match list: the alternative that was chosen replaces the use.

use rustc_hash::FxHashSet;
use tablewright_selection::combines::{
    CombinePatternId, Fragment, InstructionKind, Name, PatternBody, PatternOperand, RuleError,
};
use tablewright_selection::global_isel::InsnId;
use tablewright_selection::global_isel::rule::Rule;

use super::RuleBuilder;
use super::code::Expansions;
use super::scope::{CombinerFragmentUse, CombinerScope};

impl RuleBuilder<'_, '_, '_> {
    /// Maps an operand in a fragment's pattern to the rule: to an argument, or to a separate operand with a name that
    /// the rule cannot use.
    pub(super) fn mapped(
        &mut self,
        scope: &mut CombinerScope<'_>,
        operand: &PatternOperand,
    ) -> PatternOperand {
        let (Some(used), Some(name)) = (scope.used, operand.name) else {
            return operand.clone();
        };
        let Some(index) = used.fragment.param(name) else {
            let text = format!("{}.{}", self.name(used.name), self.name(name));
            return PatternOperand {
                name: Some(self.reader.names.intern(&text)),
                ..operand.clone()
            };
        };
        let argument = &used.pattern.operands[index];
        if let Some(argument) = argument.name {
            scope.arguments.push((argument, name));
        }
        if let (Some(of_argument), Some(of_parameter)) = (argument.ty, operand.ty)
            && of_argument != of_parameter
        {
            let [of_argument, of_parameter] =
                [of_argument, of_parameter].map(|ty| self.reader.type_text(ty));
            let fragment = self.reader.store.record(used.fragment.record).name();
            let use_name = self.name(used.name).to_owned();
            self.reader.warning(
                self.record,
                format!(
                    "impossible type constraints: operand {index} of '{use_name}' has type \
                     '{of_argument}', but '{fragment}' constrains it to '{of_parameter}'"
                ),
            );
            if let Some(argument) = argument.name {
                let note = format!("operand {index} of '{use_name}' is '{}'", self.name(argument));
                self.reader.note(self.record, note);
            }
            let note = format!("argument {index} of '{fragment}' is '{}'", self.name(name));
            self.reader.note(self.record, note);
        }
        argument.clone()
    }

    /// Matches the selected fragment alternative. `insn` defines its root; `None` for a fragment with only code.
    pub(super) fn add_fragment(
        &mut self,
        scope: &mut CombinerScope<'_>,
        rule: &mut Rule,
        insn: Option<InsnId>,
        id: CombinePatternId,
    ) -> Result<(), RuleError> {
        let list = scope.list;
        let pattern = &list.patterns[id];
        let Some(used) = pattern.instruction() else { return Ok(()) };
        let InstructionKind::Fragment(fragment) = used.kind else { return Ok(()) };
        if !scope.seen.insert(id) {
            return Ok(());
        }
        let fragment = self.reader.fragments.share(fragment);
        let fragment_record = self.reader.store.record(fragment.record);
        if insn.is_none() && fragment.out_count != 0 {
            return Err(self.unreachable(pattern.name, fragment_record.name(), self.record));
        }
        let mut expansions = Expansions::default();
        for (param, operand) in fragment.params.iter().zip(&used.operands) {
            match (operand.name, operand.immediate) {
                (Some(argument), _) => match scope.expansions.get(argument) {
                    Some(code) => expansions.declare(param.name, code),
                    None => self.check_binds(&fragment, param.name, argument)?,
                },
                (None, Some(number)) => expansions.declare(param.name, number.to_string()),
                (None, None) => {}
            }
        }
        let chosen = self.permutation.iter().find(|choice| choice.0 == id).map_or(0, |c| c.1);
        let Some(alternative) = fragment.alternatives.get(chosen) else {
            return Err(self.error(format!("'{}' lacks alternatives", fragment_record.name())));
        };
        let used = CombinerFragmentUse { fragment: &fragment, pattern: used, name: pattern.name };
        let mut inner = CombinerScope {
            list: alternative,
            used: Some(used),
            expansions,
            seen: FxHashSet::default(),
            arguments: Vec::new(),
        };
        let root = fragment.root().map(|index| fragment.params[index].name);
        let root = root.and_then(|name| alternative.operands.def(name));
        if let (Some(insn), Some(root)) = (insn, root) {
            self.add_instruction(&mut inner, rule, insn, root)?;
        }
        for (id, pattern) in alternative.patterns.iter_enumerated() {
            match &pattern.body {
                _ if inner.seen.contains(&id) => {}
                PatternBody::Code(code) => self.add_predicate(&inner, rule, code),
                PatternBody::Instruction(instruction) => {
                    let instruction = self.reader.store.record(instruction.record).name();
                    return Err(self.unreachable(pattern.name, instruction, fragment_record));
                }
                // Fragments have none.
                PatternBody::AnyOpcode(_) => {}
            }
        }
        for (argument, param) in inner.arguments {
            scope.expansions.declare(argument, inner.expansions.get(param).unwrap_or_default());
        }
        Ok(())
    }

    /// Checks that each alternative of a fragment binds a parameter, because nothing was matched for its argument.
    fn check_binds(
        &mut self,
        fragment: &Fragment,
        param: Name,
        argument: Name,
    ) -> Result<(), RuleError> {
        if fragment.binds(param) {
            return Ok(());
        }
        let (param, argument) = (self.name(param), self.name(argument));
        let name = self.reader.store.record(fragment.record).name();
        let message =
            format!("operand '{argument}' (for parameter '{param}' of '{name}') cannot be unbound");
        let note = format!(
            "one or more alternatives of '{name}' do not bind '{param}' to an instruction operand; \
             either use a bound operand or ensure '{name}' binds '{param}' in all alternatives"
        );
        Err(self.reader.error_with_note(self.record, message, note))
    }
}
