//! Register class constraints in built instructions.

use tablewright_target::instructions::InstructionId;
use tablewright_target::registers::{RegisterClassId, SubRegIndexId};
use tablewright_target::value_types::ValueType;

use super::action_list::Placed;
use super::instruction_facts::SubregisterKind;
use super::pattern::PatternImport;
use super::skip_reason::{Imported, SkipReason, skip};
use crate::global_isel::action::Action;
use crate::patterns::NodeId;

impl PatternImport<'_, '_> {
    fn constrain_at(&mut self, at_insn: Placed, index: u32, class: RegisterClassId) {
        let action = Action::ConstrainOperand { insn: at_insn.insn, index, class };
        self.actions.insert(at_insn.before, action);
    }

    /// Constrains a root `COPY_TO_REGCLASS` to its stated class.
    pub(super) fn constrain_copy(&mut self, at_insn: Placed, node: NodeId) -> Imported<()> {
        let class = match self.sources.patterns.forest().children(node).get(1) {
            Some(&class) => self.sources.class_of_leaf(class)?,
            None => None,
        };
        let Some(class) = class else {
            return skip("COPY_TO_REGCLASS operand #1 isn't a register class");
        };
        let class = self.sources.registers.classes.expect_of_record(class)?;
        self.constrain_at(at_insn, 0, class);
        Ok(())
    }

    /// Constrains the registers in an instruction that creates a node: to its definition, except for instructions
    /// without classes in their definitions. The type comes from the node's value.
    pub(super) fn constrain_registers(
        &mut self,
        at_insn: Placed,
        node: NodeId,
        instruction: InstructionId,
        ty: Option<ValueType>,
    ) -> Imported<()> {
        match self.sources.known.subregister.kind(instruction) {
            SubregisterKind::InsertSubreg => {
                let Some(part) = self.sources.infer_class_of_child(node, 1)? else {
                    return skip("Cannot infer register class from INSERT_SUBREG operand #1");
                };
                let Some(whole) = self.sources.infer_super_class_of(node, ty)? else {
                    return skip("Cannot infer register class for INSERT_SUBREG operand #0");
                };
                self.constrain_at(at_insn, 0, whole);
                self.constrain_at(at_insn, 1, whole);
                self.constrain_at(at_insn, 2, part);
            }
            SubregisterKind::ExtractSubreg => {
                let Some(whole) = self.sources.infer_class_of_child(node, 0)? else {
                    return skip("Cannot infer register class from EXTRACT_SUBREG operand #0");
                };
                let Some(index) = self.sources.sub_reg_index(node, 1)? else {
                    return skip("EXTRACT_SUBREG child #1 is not a subreg index");
                };
                let (whole, part) = self.class_pair(whole, index)?;
                self.constrain_at(at_insn, 0, part);
                self.constrain_at(at_insn, 1, whole);
            }
            SubregisterKind::SubregToReg => {
                let part = self.sources.subreg_to_reg_part(node);
                let Some(class) = self.sources.infer_class_of_child(node, part)? else {
                    return Err(SkipReason::SubregToRegPart(part).into());
                };
                let Some(whole) = self.sources.class_of_subreg_to_reg(node, ty)? else {
                    return skip("Cannot infer register class for SUBREG_TO_REG operand #0");
                };
                self.constrain_at(at_insn, 0, whole);
                self.constrain_at(at_insn, part as u32 + 1, class);
            }
            SubregisterKind::RegSequence => {
                let Some(whole) = self.sources.infer_class_of_child(node, 0)? else {
                    return skip("REG_SEQUENCE operand #0 isn't a register class");
                };
                self.constrain_at(at_insn, 0, whole);
                let count = self.sources.patterns.forest().children(node).len();
                for at in (1..count).step_by(2) {
                    let Some(index) = self.sources.sub_reg_index(node, at + 1)? else {
                        return skip("REG_SEQUENCE child is not a subreg index");
                    };
                    let Some((_, part)) = self.sources.registers.sub_classes.pair(whole, index)
                    else {
                        return skip(
                            "REG_SEQUENCE subreg index is incompatible with inferred reg class",
                        );
                    };
                    self.constrain_at(at_insn, at as u32, part);
                }
            }
            SubregisterKind::CopyToRegClass | SubregisterKind::None => {
                self.actions.insert(at_insn.before, Action::ConstrainOperands(at_insn.insn));
            }
        }
        Ok(())
    }

    /// Returns the largest sub-class whose registers have a part, and the class for these parts.
    pub(super) fn class_pair(
        &self,
        class: RegisterClassId,
        index: SubRegIndexId,
    ) -> Imported<(RegisterClassId, RegisterClassId)> {
        match self.sources.registers.sub_classes.pair(class, index) {
            Some(pair) => Ok(pair),
            None => skip("subreg index is incompatible with inferred reg class"),
        }
    }
}
