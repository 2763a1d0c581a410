//! Single steps of the table.

use tablewright_records::{FieldError, RecordId, RecordView};
use tablewright_selection::patterns::graph::{GraphPayload, GraphValue, LoadExtension};
use tablewright_selection::patterns::{ComplexPatternId, FragmentId, TransformId};
use tablewright_selection::record_views::selection_dag::PatFragsRecord;
use tablewright_target::value_types::ValueType;

use super::complex_patterns::FoundOperands;
use super::cpp::{CppValue, evaluate};
use super::node_context::NodeContext;
use super::run::{Assumptions, ConditionRefused, CreatedNode, Recorded, StepOutcome, TableRun};
use crate::dag_isel::matcher_table::{BranchId, BranchKey, MatcherTableStepId};
use crate::dag_isel::model::matcher::{EmitNode, Matcher, MatcherType};

use Matcher as M;
use StepOutcome::{Failed, Matched, Passed};

impl<'s> TableRun<'_, 's> {
    pub(super) fn is_scope(&self, step: MatcherTableStepId) -> bool {
        matches!(self.table.matcher(step), M::Scope(_))
    }

    /// Whether a switch selects this branch for the node in question.
    pub(super) fn is_case(&self, branch: BranchId) -> bool {
        let value = self.value();
        match self.table.branch(branch).key {
            Some(BranchKey::Opcode(opcode)) => {
                self.input.graph.get(value.node).opcode == self.table.store().str(opcode)
            }
            Some(BranchKey::Type(ty)) => self.has_type(value, ty),
            None => false,
        }
    }

    /// Whether a value has a type. The type of pointers is `iPTR`.
    fn has_type(&self, value: GraphValue, ty: ValueType) -> bool {
        let types = &self.selector.types;
        let own = self.input.graph.ty(value);
        own == Some(ty) || ty == types.any_pointer && own.is_some() && own == types.pointer
    }

    fn in_mode(&self, ty: MatcherType) -> Option<ValueType> {
        let types = &self.table.model().types;
        types.by_mode.in_mode(ty, self.selector.types.mode())
    }

    /// Executes a step without branches.
    pub(super) fn step(&mut self, step: MatcherTableStepId) -> StepOutcome {
        let table = self.table;
        match table.matcher(step) {
            // These have branches.
            M::Scope(_) | M::SwitchOpcode(_) | M::SwitchType(_) => Failed(String::new()),
            M::RecordNode { .. } => {
                self.recorded.push(Recorded::Value(self.value()));
                Passed
            }
            M::RecordChild { child, .. } => match self.child(*child) {
                Some(child) => {
                    self.recorded.push(Recorded::Value(child));
                    Passed
                }
                None => self.fail(|| self.too_few_operands()),
            },
            M::RecordMemRef | M::CaptureGlueInput => Passed,
            M::MoveChild(child) => self.enter(*child),
            M::MoveSibling(child) => {
                self.path.pop();
                self.enter(*child)
            }
            M::MoveParent => {
                self.path.pop();
                Passed
            }
            M::CheckPatternPredicate(number) => self.condition(*number),
            M::CheckPredicate { fragment, operands } => self.predicate(*fragment, operands),
            M::CheckComplexPat { pattern, slot, .. } => self.complex_pattern(*pattern, *slot),
            M::EmitInteger(integer) => self.record(Recorded::Number(integer.value)),
            M::EmitStringInteger { text, .. } => {
                self.record(Recorded::Enumerator(text.to_string()))
            }
            M::EmitRegister { register, .. } => self.record(Recorded::Register(*register)),
            M::EmitConvertToTarget(slot) => {
                let number = self.number_in(*slot);
                let slot = self.slot(*slot);
                self.record(number.map_or(slot, Recorded::Number))
            }
            M::EmitMergeInputChains(slots) => {
                self.merge_chains(slots);
                Passed
            }
            M::EmitCopyToReg { slot, register } => {
                let value = self.slot(*slot);
                self.created.push(CreatedNode::Copy { register: *register, value });
                Passed
            }
            M::EmitNode(node) => {
                let results = self.create(node);
                self.recorded.extend(results);
                Passed
            }
            M::EmitNodeXForm { transform, slot } => self.transform(*transform, *slot),
            M::CompleteMatch { results, pattern } => {
                let results = results.iter().map(|&slot| self.slot(slot)).collect();
                Matched { results, pattern: *pattern as usize }
            }
            M::MorphNodeTo { node, pattern } => {
                Matched { results: self.create(node), pattern: *pattern as usize }
            }
            check @ (M::CheckSame(_)
            | M::CheckChildSame { .. }
            | M::CheckOpcode { .. }
            | M::CheckType { .. }
            | M::CheckChildType { .. }
            | M::CheckInteger(_)
            | M::CheckChildInteger { .. }
            | M::CheckCondCode(_)
            | M::CheckChild2CondCode(_)
            | M::CheckValueType(_)
            | M::CheckAndImm(_)
            | M::CheckOrImm(_)
            | M::CheckImmAllOnesV
            | M::CheckImmAllZerosV
            | M::CheckUndef(_)
            | M::CheckFoldableChainNode) => {
                if self.passes(check) {
                    Passed
                } else {
                    self.fail(|| self.failed_check(check))
                }
            }
        }
    }

    fn record(&mut self, value: Recorded) -> StepOutcome {
        self.recorded.push(value);
        Passed
    }

    fn enter(&mut self, child: u32) -> StepOutcome {
        match self.child(child) {
            Some(child) => {
                self.path.push(child);
                Passed
            }
            None => self.fail(|| self.too_few_operands()),
        }
    }

    /// Returns a recorded value. A value that a complex pattern should have recorded may be missing.
    fn slot(&self, slot: u32) -> Recorded {
        self.recorded.get(slot as usize).cloned().unwrap_or(Recorded::Register(None))
    }

    /// Returns the constant in a slot.
    fn number_in(&self, slot: u32) -> Option<i64> {
        match self.slot(slot) {
            Recorded::Value(value) => self.input.graph.get(value.node).constant(),
            Recorded::Number(number) => Some(number),
            Recorded::Enumerator(_) | Recorded::Register(_) | Recorded::Created { .. } => None,
        }
    }

    fn constant(&self, value: Option<GraphValue>) -> Option<i64> {
        self.input.graph.get(value?.node).constant()
    }

    /// Whether a check without C++ passes.
    fn passes(&self, check: &Matcher) -> bool {
        let (graph, value) = (self.input.graph, self.value());
        let store = self.table.store();
        let condition_is = |value: Option<GraphValue>, code: RecordId| {
            let name = store.record(code).name();
            value.is_some_and(|value| {
                matches!(&graph.get(value.node).payload,
                    GraphPayload::Condition(own) if own == name)
            })
        };
        match check {
            M::CheckSame(slot) => self.slot(*slot) == Recorded::Value(value),
            M::CheckChildSame { child, slot } => {
                self.child(*child).is_some_and(|child| self.slot(*slot) == Recorded::Value(child))
            }
            M::CheckOpcode { opcode, .. } | M::CheckUndef(opcode) => {
                graph.get(value.node).opcode == store.str(*opcode)
            }
            M::CheckType { ty, result } => self.in_mode(*ty).is_some_and(|ty| {
                let result = if *result == 0 { value.result } else { *result };
                self.has_type(GraphValue { node: value.node, result }, ty)
            }),
            M::CheckChildType { child, ty } => {
                let (child, ty) = (self.child(*child), self.in_mode(*ty));
                child.zip(ty).is_some_and(|(child, ty)| self.has_type(child, ty))
            }
            M::CheckInteger(number) => self.constant(Some(value)) == Some(*number),
            M::CheckChildInteger { child, value } => {
                self.constant(self.child(*child)) == Some(*value)
            }
            M::CheckCondCode(code) => condition_is(Some(value), *code),
            M::CheckChild2CondCode(code) => condition_is(self.child(2), *code),
            M::CheckValueType(ty) => {
                matches!(graph.get(value.node).payload, GraphPayload::Type(own) if own == *ty)
            }
            M::CheckAndImm(number) => self.has_mask("ISD::AND", *number),
            M::CheckOrImm(number) => self.has_mask("ISD::OR", *number),
            M::CheckFoldableChainNode => self.is_foldable(),
            // Graphs have no vectors of constants.
            M::CheckImmAllOnesV | M::CheckImmAllZerosV => false,
            M::Scope(_)
            | M::SwitchOpcode(_)
            | M::SwitchType(_)
            | M::RecordNode { .. }
            | M::RecordChild { .. }
            | M::RecordMemRef
            | M::CaptureGlueInput
            | M::MoveChild(_)
            | M::MoveSibling(_)
            | M::MoveParent
            | M::CheckPatternPredicate(_)
            | M::CheckPredicate { .. }
            | M::CheckComplexPat { .. }
            | M::EmitInteger(_)
            | M::EmitStringInteger { .. }
            | M::EmitRegister { .. }
            | M::EmitConvertToTarget(_)
            | M::EmitMergeInputChains(_)
            | M::EmitCopyToReg { .. }
            | M::EmitNode(_)
            | M::EmitNodeXForm { .. }
            | M::CompleteMatch { .. }
            | M::MorphNodeTo { .. } => false,
        }
    }

    /// Whether the node is an `and` or `or` with this number, as far as bits matter.
    fn has_mask(&self, opcode: &str, number: i64) -> bool {
        let (graph, value) = (self.input.graph, self.value());
        let Some(own) = self.constant(self.child(1)) else { return false };
        if graph.get(value.node).opcode != opcode {
            return false;
        }
        let bits = graph.ty(value).map_or(64, |ty| self.selector.types.bits(ty)).clamp(1, 64);
        let mask = u64::MAX >> (64 - bits);
        let (own, number) = (own as u64 & mask, number as u64 & mask);
        if own == number {
            return true;
        }
        // Bits that are zero anyway may have been removed from a mask.
        let zeros = self.child(0).map_or(0, |operand| self.known_zeros(operand, 0));
        opcode == "ISD::AND" && own & !number == 0 && number & !own & !zeros == 0
    }

    /// Returns the bits of a value that are known to be zero.
    fn known_zeros(&self, value: GraphValue, depth: usize) -> u64 {
        let node = self.input.graph.get(value.node);
        let above = |bits: u32| if bits >= 64 { 0 } else { u64::MAX << bits };
        let operand = |index: usize| {
            let operand = node.operands.get(index).filter(|_| depth < 6);
            operand.map_or(0, |&operand| self.known_zeros(operand, depth + 1))
        };
        let amount = self.constant(node.operands.get(1).copied());
        let amount = amount.and_then(|amount| u32::try_from(amount).ok()).filter(|&it| it < 64);
        match (node.opcode.as_str(), &node.payload, amount) {
            (_, GraphPayload::Constant(number), _) => !(*number as u64),
            ("ISD::LOAD", GraphPayload::Memory(memory), _)
                if memory.extension == LoadExtension::Zero =>
            {
                above(self.selector.types.bits(memory.ty))
            }
            ("ISD::AND", _, _) => operand(0) | operand(1),
            ("ISD::OR" | "ISD::XOR", _, _) => operand(0) & operand(1),
            ("ISD::ZERO_EXTEND", _, _) => {
                let from = node.operands.first().and_then(|&operand| self.input.graph.ty(operand));
                from.map_or(0, |ty| above(self.selector.types.bits(ty))) | operand(0)
            }
            ("ISD::SRL", _, Some(amount)) => {
                let bits = self.input.graph.ty(value).map_or(64, |ty| self.selector.types.bits(ty));
                above(bits.saturating_sub(amount)) | operand(0) >> amount
            }
            ("ISD::SHL", _, Some(amount)) => operand(0) << amount | ((1 << amount) - 1),
            _ => 0,
        }
    }

    /// Whether no other node uses the values between the root and the node, nor the node's value.
    fn is_foldable(&self) -> bool {
        self.path[1..].iter().all(|&value| self.input.use_count(value) <= 1)
    }

    /// Tests a condition on the subtarget.
    fn condition(&mut self, number: u32) -> StepOutcome {
        let numbers = &self.table.model().numbers;
        let code = &numbers.pattern_predicates[numbers.pattern_predicate(number) as usize];
        match self.selector.condition(code, self.assumes) {
            Ok(truth) => {
                let code = code.clone();
                self.decide(truth, || code.clone(), || format!("the subtarget has not {code}"))
            }
            Err(ConditionRefused) => self.fail(|| format!("not known: {code}")),
        }
    }

    /// Continues with a decision. A decision that is not known is an assumption, or fails.
    fn decide(
        &mut self,
        truth: Option<bool>,
        condition: impl Fn() -> String,
        reason: impl FnOnce() -> String,
    ) -> StepOutcome {
        match truth {
            Some(true) => Passed,
            Some(false) => self.fail(reason),
            None if self.assumes > Assumptions::None => {
                self.assumptions.push(condition());
                Passed
            }
            None => self.fail(|| format!("not known: {}", condition())),
        }
    }

    fn node_context<'c>(
        &'c self,
        value: GraphValue,
        operands: &[u32],
        is_used_once: &'c dyn Fn(GraphValue) -> bool,
    ) -> NodeContext<'c, 's> {
        let operand = |&slot: &u32| match self.slot(slot) {
            Recorded::Value(value) => Some(value),
            Recorded::Number(_)
            | Recorded::Enumerator(_)
            | Recorded::Register(_)
            | Recorded::Created { .. } => None,
        };
        NodeContext {
            graph: self.input.graph,
            types: &self.selector.types,
            subtarget: &self.selector.subtarget,
            value,
            operands: operands.iter().map(operand).collect(),
            is_used_once,
        }
    }

    /// Tests a fragment's predicate.
    fn predicate(&mut self, fragment: FragmentId, operands: &[u32]) -> StepOutcome {
        let patterns = self.table.patterns();
        let record = self.table.store().record(patterns.fragment(fragment).record);
        let (name, value) = (record.name(), self.value());
        // The backend has read the same fields.
        let truth = self.fragment_accepts(PatFragsRecord::new(record), operands).unwrap_or(None);
        let text = self.input.graph.text(&self.selector.types, value);
        let code = self.table.predicate_code(fragment).unwrap_or_default();
        let code: Vec<&str> = code.split_whitespace().collect();
        let code = code.join(" ");
        self.decide(
            truth,
            || format!("{name} accepts {text}"),
            || format!("{text} is not {name}: {code}"),
        )
    }

    fn fragment_accepts(
        &self,
        fragment: PatFragsRecord<'_>,
        operands: &[u32],
    ) -> Result<Option<bool>, FieldError> {
        let value = self.value();
        let uses = |value: GraphValue| self.input.use_count(value);
        let is_used_once = |value| uses(value) <= 1;
        let context = self.node_context(value, operands, &is_used_once);
        if let Some(code) = fragment.immediate_code()?.filter(|code| !code.trim().is_empty()) {
            if self.constant(Some(value)).is_none() {
                return Ok(Some(false));
            }
            return Ok(evaluate(code, &context).truth());
        }
        if !self.memory_accepts(fragment)? {
            return Ok(Some(false));
        }
        let is = |bit: Option<bool>| bit == Some(true);
        if is(fragment.has_one_use()?) && !is_used_once(value)
            || is(fragment.has_no_use()?) && uses(value) > 0
        {
            return Ok(Some(false));
        }
        match fragment.predicate_code()?.filter(|code| !code.trim().is_empty()) {
            Some(code) => Ok(evaluate(code, &context).truth()),
            None => Ok(Some(true)),
        }
    }

    /// Whether the fields of a fragment accept a memory access. Accesses of a graph are neither atomic nor indexed.
    fn memory_accepts(&self, fragment: PatFragsRecord<'_>) -> Result<bool, FieldError> {
        let is = |bit: Option<bool>| bit == Some(true);
        if is(fragment.is_atomic()?) {
            return Ok(false);
        }
        if !is(fragment.is_load()?) && !is(fragment.is_store()?) {
            return Ok(true);
        }
        let GraphPayload::Memory(memory) = self.input.graph.get(self.value().node).payload else {
            return Ok(false);
        };
        let extensions = [
            (fragment.is_non_ext_load()?, LoadExtension::None),
            (fragment.is_any_ext_load()?, LoadExtension::Any),
            (fragment.is_sign_ext_load()?, LoadExtension::Sign),
            (fragment.is_zero_ext_load()?, LoadExtension::Zero),
        ];
        if extensions.iter().any(|&(bit, extension)| is(bit) && memory.extension != extension) {
            return Ok(false);
        }
        if fragment.is_trunc_store()?.is_some_and(|truncates| truncates != memory.is_truncating) {
            return Ok(false);
        }
        for ty in [fragment.memory_vt()?, fragment.scalar_memory_vt()?].into_iter().flatten() {
            if self.selector.types.for_record(ty)? != Some(memory.ty) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Applies a transformation.
    fn transform(&mut self, transform: TransformId, slot: u32) -> StepOutcome {
        let table = self.table;
        let transform = table.patterns().transform(transform);
        let code = table.store().str(transform.code);
        if code.trim().is_empty() {
            let value = self.slot(slot);
            return self.record(value);
        }
        let name = table.store().record(transform.record).name();
        let is_used_once = |_| true;
        let value = match self.slot(slot) {
            Recorded::Value(value) => Some(value),
            // The target constant of a constant node.
            Recorded::Number(number) => {
                let mut nodes = self.input.graph.iter();
                let node = nodes.find(|(_, node)| node.constant() == Some(number));
                node.map(|(node, _)| GraphValue { node, result: 0 })
            }
            Recorded::Enumerator(_) | Recorded::Register(_) | Recorded::Created { .. } => None,
        };
        let result = value.map_or(CppValue::Unknown, |value| {
            evaluate(code, &self.node_context(value, &[], &is_used_once))
        });
        match result.number() {
            Some(number) => self.record(Recorded::Number(number as i64)),
            None if self.assumes > Assumptions::None => {
                let value = self.slot(slot);
                self.assumptions.push(format!("the result of {name} is not known"));
                // The node itself would be selected again and again.
                let is_root = value == Recorded::Value(self.path[0]);
                self.record(if is_root { Recorded::Enumerator(name.to_owned()) } else { value })
            }
            None => self.fail(|| format!("not known: the result of {name}")),
        }
    }

    /// Finds the operands of a complex pattern. An operand that is the root itself would be selected again and again.
    fn complex_pattern(&mut self, pattern: ComplexPatternId, slot: u32) -> StepOutcome {
        let first = self.recorded.len();
        let outcome = self.complex_operands(pattern, slot);
        let root = Recorded::Value(self.path[0]);
        if matches!(outcome, Passed) && self.recorded[first..].contains(&root) {
            return self.fail(|| "the operand is the node itself".to_owned());
        }
        outcome
    }

    fn complex_operands(&mut self, pattern: ComplexPatternId, slot: u32) -> StepOutcome {
        let Recorded::Value(value) = self.slot(slot) else { return Failed(String::new()) };
        let table = self.table;
        let name = table.store().record(table.patterns().complex_pattern(pattern).record).name();
        let text = self.input.graph.text(&self.selector.types, value);
        match self.selector.find(pattern, self.input, value) {
            FoundOperands::Found(operands) => {
                self.recorded.extend(operands);
                Passed
            }
            FoundOperands::IfAccepted => {
                let decision = self.decide(
                    None,
                    || format!("{name} accepts {text}"),
                    || format!("{name} does not accept {text}"),
                );
                if matches!(decision, Passed) {
                    self.recorded.push(Recorded::Value(value));
                }
                decision
            }
            FoundOperands::NotASum => {
                self.fail(|| format!("{text} is not a sum of two registers, as {name} demands"))
            }
            FoundOperands::Unknown => {
                self.fail(|| format!("not known: the operands that {name} finds in {text}"))
            }
        }
    }

    /// Creates an instruction. Returns its results.
    fn create(&mut self, node: &EmitNode) -> Vec<Recorded> {
        let mut operands: Vec<Recorded> =
            node.operands.iter().map(|&slot| self.slot(slot)).collect();
        if let Some(fixed) = node.fixed_arity {
            let root = self.input.graph.get(self.path[0].node);
            let first = fixed as usize + usize::from(node.has_chain);
            operands.extend(root.operands.iter().skip(first).map(|&value| Recorded::Value(value)));
        }
        let other = self.selector.types.other;
        let is_value = |ty: &&MatcherType| self.in_mode(**ty).is_some_and(|ty| ty != other);
        let id = node.instruction;
        let value_count = node.types.iter().filter(is_value).count();
        // Registers that an instruction always sets are not values.
        let def_count = self.selector.operands.for_instruction(id).def_count();
        let result_count = value_count.min(def_count);
        let index = self.created.len();
        let is_pure = !node.has_chain && !node.has_in_glue && !node.has_out_glue;
        self.created.push(CreatedNode::Instruction { id, operands, result_count, is_pure });
        (0..value_count).map(|result| Recorded::Created { index, result }).collect()
    }
}
