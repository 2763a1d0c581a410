//! Comparisons of a block, and the selections and branches that use them.

use tablewright_target::value_types::ValueType;

use super::block_graph::BlockBuilder;
use super::condition::{Comparison, inverted, swapped};
use super::lowering::{CompareForm, FormOperand};
use super::promotion::{HeldValue, UpperBits};
use super::{IrError, IrType, IrValue};
use crate::patterns::graph::{GraphPayload, GraphRoot, GraphValue, SelectionGraph};

impl<'a> BlockBuilder<'a, '_> {
    pub(super) fn comparison(
        &mut self,
        predicate: &str,
        ty: IrType,
        left: &'a IrValue,
        right: &'a IrValue,
    ) -> Result<Comparison, IrError> {
        let (a, b) = (self.value(left, ty)?, self.value(right, ty)?);
        let code = match predicate {
            "eq" => "SETEQ",
            "ne" => "SETNE",
            "slt" => "SETLT",
            "sle" => "SETLE",
            "sgt" => "SETGT",
            "sge" => "SETGE",
            "ult" => "SETULT",
            "ule" => "SETULE",
            "ugt" => "SETUGT",
            "uge" => "SETUGE",
            _ => return Err(self.error(format!("unknown comparison '{predicate}'"))),
        };
        let is_unsigned = !predicate.starts_with('s');
        let (mut left, mut right) = if is_unsigned && !self.compares_signs(a, b) {
            (self.zero_extended(a), self.zero_extended(b))
        } else {
            (self.sign_extended(a), self.sign_extended(b))
        };
        let mut code = code;
        let is_constant =
            |graph: &SelectionGraph, value: GraphValue| graph.get(value.node).constant().is_some();
        if is_constant(&self.graph, left) && !is_constant(&self.graph, right) {
            (left, right, code) = (right, left, swapped(code));
        }
        self.make_strict(&mut code, &mut right);
        Ok(Comparison { code, left, right })
    }

    /// Whether an unsigned comparison or an equality has sign-extended operands. The order is the same as with
    /// zero-extended operands. Operands without an extension get the shorter extension.
    fn compares_signs(&self, a: HeldValue, b: HeldValue) -> bool {
        let is_constant = |held: HeldValue| self.graph.get(held.value.node).constant().is_some();
        if [a, b].iter().all(|&it| is_constant(it) || self.is_zero_extended(it)) {
            return false;
        }
        if [a, b].iter().all(|&it| is_constant(it) || self.is_sign_extended(it)) {
            return true;
        }
        let held = HeldValue { upper: UpperBits::Any, ..if is_constant(a) { b } else { a } };
        let sign = self.instruction_count(|test| {
            let value = test.stand_in(&self.graph, held.value);
            test.sign_extended(HeldValue { value, ..held })
        });
        let zero = self.instruction_count(|test| {
            let value = test.stand_in(&self.graph, held.value);
            test.zero_extended(HeldValue { value, ..held })
        });
        sign.is_some_and(|sign| zero.is_none_or(|zero| sign < zero))
    }

    /// Makes a comparison with a constant strict: `x >= 6` becomes `x > 5`.
    fn make_strict(&mut self, code: &mut &'static str, right: &mut GraphValue) {
        if let Some(number) = self.graph.get(right.node).constant() {
            let ty = self.type_of(*right);
            // A strict comparison with the neighbour is the usual form.
            let strict = match *code {
                "SETGE" => number.checked_sub(1).map(|number| ("SETGT", number)),
                "SETLE" => number.checked_add(1).map(|number| ("SETLT", number)),
                "SETUGE" if number != 0 => Some(("SETUGT", number.wrapping_sub(1))),
                "SETULE" if number != -1 => Some(("SETULT", number.wrapping_add(1))),
                _ => None,
            };
            if let Some((strict, number)) = strict {
                (*code, *right) = (strict, self.number(number, ty));
            }
        }
    }

    /// Returns the forms of a comparison: as it is, with reversed operands, and the opposite of both.
    fn forms(comparison: &Comparison) -> [(Comparison, bool); 4] {
        let Comparison { code, left, right } = *comparison;
        let plain = |code| Comparison { code, left, right };
        let reversed = |code| Comparison { code, left: right, right: left };
        let opposite = inverted(code);
        [
            (plain(code), false),
            (reversed(swapped(code)), false),
            (plain(opposite), true),
            (reversed(swapped(opposite)), true),
        ]
    }

    fn condition_code(&mut self, code: &str) -> GraphValue {
        let payload = GraphPayload::Condition(code.to_owned());
        self.graph.leaf("ISD::CONDCODE", self.context.types.other, payload)
    }

    fn set_condition(&mut self, comparison: &Comparison, ty: ValueType) -> GraphValue {
        let code = self.condition_code(comparison.code);
        self.node("ISD::SETCC", ty, &[comparison.left, comparison.right, code])
    }

    /// Returns a comparison's result as a number, 0 or 1.
    pub(super) fn materialized(&mut self, comparison: &Comparison) -> GraphValue {
        let ty = self.type_of(comparison.left);
        let types = self.context.registers.conditions(ty);
        for &result in &types {
            if let Some(neighbour) = self.neighbour(comparison, result) {
                let value = self.set_condition(&neighbour, result);
                let one = self.number(1, result);
                return self.node("ISD::XOR", result, &[value, one]);
            }
            for (form, is_opposite) in BlockBuilder::forms(comparison) {
                let is_selected = self.can_select(|test| {
                    let left = test.stand_in(&self.graph, form.left);
                    let right = test.stand_in(&self.graph, form.right);
                    test.set_condition(&Comparison { left, right, ..form.clone() }, result)
                });
                if is_selected {
                    let value = self.set_condition(&form, result);
                    if !is_opposite {
                        return value;
                    }
                    let one = self.number(1, result);
                    return self.node("ISD::XOR", result, &[value, one]);
                }
            }
        }
        if let Some(value) = self.indirect(comparison, ty) {
            return value;
        }
        self.set_condition(comparison, ty)
    }

    /// Returns `x < 6` for `x > 5`, whose opposite is needed, if no instruction creates the constant 6.
    fn neighbour(&mut self, comparison: &Comparison, result: ValueType) -> Option<Comparison> {
        let &Comparison { code, left, right } = comparison;
        let number = self.graph.get(right.node).constant().filter(|&number| number != 0)?;
        let opposite = match code {
            "SETGT" => "SETLT",
            "SETUGT" if number != -1 => "SETULT",
            _ => return None,
        };
        let width = self.context.types.bits(self.type_of(right)).clamp(1, 64);
        if number == i64::MAX >> (64 - width) {
            return None;
        }
        let has_pattern = self.can_select(|test| {
            let left = test.stand_in(&self.graph, left);
            let right = test.stand_in(&self.graph, right);
            test.set_condition(&Comparison { code, left, right }, result)
        });
        if has_pattern {
            return None;
        }
        let right = self.number(number + 1, self.type_of(right));
        let neighbour = Comparison { code: opposite, left, right };
        let count = self.instruction_count(|test| {
            let left = test.stand_in(&self.graph, left);
            let right = test.stand_in(&self.graph, right);
            test.set_condition(&Comparison { code: opposite, left, right }, result)
        });
        (count == Some(1)).then_some(neighbour)
    }

    /// Returns the result of a comparison that has no pattern: equality by a difference and a comparison with 0, any
    /// other by a selection between 1 and 0.
    fn indirect(&mut self, comparison: &Comparison, ty: ValueType) -> Option<GraphValue> {
        let &Comparison { code, left, right } = comparison;
        let (one, zero) = (self.number(1, ty), self.number(0, ty));
        let by_selection = Choices::Values([one, zero]);
        if code != "SETEQ" && code != "SETNE" {
            return self.first_form(comparison, ty, by_selection);
        }
        let difference = match self.graph.get(right.node).constant() {
            Some(0) => left,
            Some(number) => {
                let negative = number.wrapping_neg();
                let size = self.instruction_count(|test| {
                    let left = test.stand_in(&self.graph, left);
                    let number = test.number(negative, ty);
                    test.node("ISD::ADD", ty, &[left, number])
                });
                // Without a short sum, both need an instruction for the constant.
                let (opcode, right) = match size {
                    Some(1) => ("ISD::ADD", self.number(negative, ty)),
                    Some(_) | None => ("ISD::XOR", right),
                };
                self.node(opcode, ty, &[left, right])
            }
            None => self.node("ISD::XOR", ty, &[left, right]),
        };
        let (code, left, right) = match code {
            "SETEQ" => ("SETULT", difference, one),
            _ => ("SETULT", zero, difference),
        };
        let unsigned = Comparison { code, left, right };
        let is_selected = self.can_select(|test| {
            let left = test.stand_in(&self.graph, unsigned.left);
            let right = test.stand_in(&self.graph, unsigned.right);
            test.set_condition(&Comparison { left, right, ..unsigned.clone() }, ty)
        });
        if is_selected {
            return Some(self.set_condition(&unsigned, ty));
        }
        self.first_form(comparison, ty, by_selection)
    }

    /// Returns the comparison that a condition is.
    fn condition(&mut self, condition: &'a IrValue) -> Result<Comparison, IrError> {
        if let IrValue::Local(name) = condition
            && let Some(comparison) = self.comparisons.get(name.as_str())
        {
            return Ok(comparison.clone());
        }
        let held = self.value(condition, IrType::Integer(1))?;
        let left = self.zero_extended(held);
        let right = self.number(0, self.type_of(left));
        Ok(Comparison { code: "SETNE", left, right })
    }

    pub(super) fn select(
        &mut self,
        condition: &'a IrValue,
        ty: IrType,
        yes: &'a IrValue,
        no: &'a IrValue,
    ) -> Result<HeldValue, IrError> {
        let comparison = self.condition(condition)?;
        let (a, b) = (self.value(yes, ty)?, self.value(no, ty)?);
        let (bits, register) = self.register_type(ty)?;
        let upper = if a.upper == b.upper { a.upper } else { UpperBits::Any };
        let choices = [a.value, b.value];
        let value = self.first_form(&comparison, register, Choices::Values(choices));
        let value = value.unwrap_or_else(|| {
            let condition = self.materialized(&comparison);
            self.node("ISD::SELECT", register, &[condition, choices[0], choices[1]])
        });
        Ok(HeldValue { value, bits, upper })
    }

    /// Builds the shortest form for a selection or branch. Among equally short forms, the first wins.
    fn first_form(
        &mut self,
        comparison: &Comparison,
        ty: ValueType,
        choices: Choices,
    ) -> Option<GraphValue> {
        let node_count = self.context.compare_forms.len();
        let mut best: Option<(usize, Comparison, Choices, usize)> = None;
        let with_zero = self.with_zero(comparison);
        for comparison in std::iter::once(comparison).chain(&with_zero) {
            for (form, is_opposite) in BlockBuilder::forms(comparison) {
                let choices = if is_opposite { choices.reversed() } else { Some(choices) };
                let Some(choices) = choices else { continue };
                for kind in 0..node_count + 2 {
                    let count = self.form_size(&form, ty, choices, kind);
                    let Some(count) = count else { continue };
                    if best.as_ref().is_none_or(|best| count < best.0) {
                        best = Some((count, form.clone(), choices, kind));
                    }
                }
            }
        }
        let (_, form, choices, kind) = best?;
        self.form(&form, ty, choices, kind)
    }

    /// Returns `x >= 0` for `x > -1`, and `x <= 0` for `x < 1`.
    fn with_zero(&mut self, comparison: &Comparison) -> Option<Comparison> {
        let &Comparison { code, left, right } = comparison;
        let code = match (code, self.graph.get(right.node).constant()?) {
            ("SETGT", -1) => "SETGE",
            ("SETLT", 1) => "SETLE",
            _ => return None,
        };
        let right = self.number(0, self.type_of(right));
        Some(Comparison { code, left, right })
    }

    /// Counts the instructions of a form. `None` if it is not selected.
    fn form_size(
        &self,
        form: &Comparison,
        ty: ValueType,
        choices: Choices,
        kind: usize,
    ) -> Option<usize> {
        let target_form = kind.checked_sub(1).and_then(|it| self.context.compare_forms.get(it));
        if target_form.is_some_and(|target_form| !is_for(target_form, form, choices)) {
            return None;
        }
        self.instruction_count(|test| {
            let left = test.stand_in(&self.graph, form.left);
            let right = test.stand_in(&self.graph, form.right);
            let form = Comparison { left, right, ..form.clone() };
            let choices = match choices {
                Choices::Values(values) => {
                    Choices::Values(values.map(|it| test.stand_in(&self.graph, it)))
                }
                Choices::Target(_) => choices,
            };
            test.form(&form, ty, choices, kind).unwrap_or(test.chain)
        })
    }

    /// Builds a form: a comparison in the node, the node of a target, or a node with a separate comparison.
    fn form(
        &mut self,
        form: &Comparison,
        ty: ValueType,
        choices: Choices,
        kind: usize,
    ) -> Option<GraphValue> {
        let context = self.context;
        let Comparison { code, left, right } = *form;
        if kind == 0 {
            let code = self.condition_code(code);
            return Some(match choices {
                Choices::Values([yes, no]) => {
                    self.node("ISD::SELECT_CC", ty, &[left, right, yes, no, code])
                }
                Choices::Target(block) => {
                    let target = self.block(block);
                    self.effect("ISD::BR_CC", &[], &[code, left, right, target], GraphPayload::None)
                }
            });
        }
        if let Some(target_form) = context.compare_forms.get(kind - 1) {
            return self.target_form(target_form, form, ty, choices);
        }
        let condition = self.materialized_type(form)?;
        Some(match choices {
            Choices::Values([yes, no]) => self.node("ISD::SELECT", ty, &[condition, yes, no]),
            Choices::Target(block) => {
                let target = self.block(block);
                self.effect("ISD::BRCOND", &[], &[condition, target], GraphPayload::None)
            }
        })
    }

    /// Builds nodes of the target. `None` if they are for another condition, or not for these choices.
    fn target_form(
        &mut self,
        form: &CompareForm,
        comparison: &Comparison,
        ty: ValueType,
        choices: Choices,
    ) -> Option<GraphValue> {
        let Comparison { code, left, right } = *comparison;
        if !is_for(form, comparison, choices) {
            return None;
        }
        let is_branch = form.is_branch;
        let mut value = None;
        for (number, node) in form.nodes.iter().enumerate() {
            let mut operands = Vec::new();
            for operand in &node.operands {
                operands.push(match (operand, choices) {
                    (FormOperand::Left, _) => left,
                    (FormOperand::Right, _) => right,
                    (FormOperand::Condition, _) => self.condition_code(code),
                    (FormOperand::Number(number, ty), _) => self.number(*number, *ty),
                    (FormOperand::Target, Choices::Target(block)) => self.block(block),
                    (FormOperand::Yes, Choices::Values([yes, _])) => yes,
                    (FormOperand::No, Choices::Values([_, no])) => no,
                    (
                        FormOperand::Target | FormOperand::Yes | FormOperand::No,
                        Choices::Target(_) | Choices::Values(_),
                    ) => return None,
                });
            }
            operands.extend(value.filter(|_| node.reads_flags));
            let is_last = number + 1 == form.nodes.len();
            let result = if is_last && !is_branch { ty } else { self.context.types.other };
            value = Some(if node.has_chain {
                let types: &[ValueType] = if is_branch { &[] } else { &[result] };
                self.effect(&node.opcode, types, &operands, GraphPayload::None)
            } else {
                self.node(&node.opcode, result, &operands)
            });
        }
        value
    }

    /// Builds a comparison whose result has the type of pointers.
    fn materialized_type(&mut self, form: &Comparison) -> Option<GraphValue> {
        let ty = self.context.registers.conditions(self.type_of(form.left));
        let ty = *ty.get(1).or(ty.first())?;
        Some(self.set_condition(form, ty))
    }

    fn block(&mut self, block: usize) -> GraphValue {
        let name = self.context.function.blocks[block].name.clone();
        self.graph.leaf("ISD::BasicBlock", self.context.types.other, GraphPayload::Block(name))
    }

    pub(super) fn branch(
        &mut self,
        condition: &'a IrValue,
        yes: &str,
        no: &str,
    ) -> Result<(), IrError> {
        let mut comparison = self.condition(condition)?;
        let (mut yes, mut no) = (self.block_index(yes)?, self.block_index(no)?);
        if yes == self.index + 1 {
            (yes, no) = (no, yes);
            comparison.code = inverted(comparison.code);
            self.make_strict(&mut comparison.code, &mut comparison.right);
        }
        let ty = self.type_of(comparison.left);
        let mut value = self.first_form(&comparison, ty, Choices::Target(yes));
        if value.is_none() {
            let code = inverted(comparison.code);
            let opposite = Comparison { code, ..comparison.clone() };
            value = self.first_form(&opposite, ty, Choices::Target(no));
            if value.is_some() {
                (yes, no) = (no, yes);
            }
        }
        let value = match value {
            Some(value) => value,
            None => {
                let condition = self.materialized(&comparison);
                let target = self.block(yes);
                self.effect("ISD::BRCOND", &[], &[condition, target], GraphPayload::None)
            }
        };
        self.graph.roots.push(GraphRoot { value, name: None });
        let name = self.context.function.blocks[no].name.clone();
        self.jump_always(&name);
        Ok(())
    }
}

/// Whether a form is for a comparison and a branch, or a selection.
fn is_for(form: &CompareForm, comparison: &Comparison, choices: Choices) -> bool {
    let is_branch = matches!(choices, Choices::Target(_));
    let is_own = form.condition.as_deref().is_none_or(|own| own == comparison.code);
    form.is_branch == is_branch && is_own
}

/// The choices of a branch or selection.
#[derive(Clone, Copy)]
enum Choices {
    /// The values if the condition is true, and if it is not.
    Values([GraphValue; 2]),
    /// The index of the block to which a branch goes.
    Target(usize),
}

impl Choices {
    /// Returns the choices for the opposite condition. A branch keeps its target, so it has none.
    fn reversed(self) -> Option<Choices> {
        match self {
            Choices::Values([yes, no]) => Some(Choices::Values([no, yes])),
            Choices::Target(_) => None,
        }
    }
}
