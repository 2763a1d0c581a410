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
        let (mut left, mut right) = match is_unsigned {
            true => (self.zero_extended(a), self.zero_extended(b)),
            false => (self.sign_extended(a), self.sign_extended(b)),
        };
        let mut code = code;
        let is_constant =
            |graph: &SelectionGraph, value: GraphValue| graph.get(value.node).constant().is_some();
        if is_constant(&self.graph, left) && !is_constant(&self.graph, right) {
            (left, right, code) = (right, left, swapped(code));
        }
        if let Some(number) = self.graph.get(right.node).constant() {
            let ty = self.type_of(right);
            // A strict comparison with the neighbour is the usual form.
            let strict = match code {
                "SETGE" => number.checked_sub(1).map(|number| ("SETGT", number)),
                "SETLE" => number.checked_add(1).map(|number| ("SETLT", number)),
                "SETUGE" if number != 0 => Some(("SETUGT", number.wrapping_sub(1))),
                "SETULE" if number != -1 => Some(("SETULT", number.wrapping_add(1))),
                _ => None,
            };
            if let Some((strict, number)) = strict {
                (code, right) = (strict, self.number(number, ty));
            }
        }
        Ok(Comparison { code, left, right })
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

    /// Returns the result of a comparison that has no pattern: equality by a difference and a comparison with 0, any
    /// other by a selection between 1 and 0.
    fn indirect(&mut self, comparison: &Comparison, ty: ValueType) -> Option<GraphValue> {
        let &Comparison { code, left, right } = comparison;
        let (one, zero) = (self.number(1, ty), self.number(0, ty));
        if let Some(value) = self.first_form(comparison, ty, Choices::Values([one, zero])) {
            return Some(value);
        }
        if code != "SETEQ" && code != "SETNE" {
            return None;
        }
        let difference = match self.graph.get(right.node).constant() {
            Some(0) => left,
            Some(number) => {
                let number = self.number(number.wrapping_neg(), ty);
                self.node("ISD::ADD", ty, &[left, number])
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
        is_selected.then(|| self.set_condition(&unsigned, ty))
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

    /// Builds the first form of a selection or branch that can be selected.
    fn first_form(
        &mut self,
        comparison: &Comparison,
        ty: ValueType,
        choices: Choices,
    ) -> Option<GraphValue> {
        let node_count = self.context.compare_forms.len();
        for (form, is_opposite) in BlockBuilder::forms(comparison) {
            for kind in 0..node_count + 2 {
                let choices = if is_opposite { choices.reversed() } else { Some(choices) };
                let Some(choices) = choices else { continue };
                let is_selected = self.can_select(|test| {
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
                });
                if is_selected && let Some(value) = self.form(&form, ty, choices, kind) {
                    return Some(value);
                }
            }
        }
        None
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
        let is_branch = matches!(choices, Choices::Target(_));
        let is_other = form.condition.as_deref().is_some_and(|own| own != code);
        if form.is_branch != is_branch || is_other {
            return None;
        }
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
            value = Some(match node.has_chain {
                true if is_branch => {
                    self.effect(&node.opcode, &[], &operands, GraphPayload::None)
                }
                true => self.effect(&node.opcode, &[result], &operands, GraphPayload::None),
                false => self.node(&node.opcode, result, &operands),
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
        self.jump(&name);
        Ok(())
    }
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
