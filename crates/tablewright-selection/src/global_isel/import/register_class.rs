//! Register classes for created values: stated by a leaf, by the creating instruction, or found by type and
//! sub-register.

use tablewright_records::{Feature, FieldError, RecordView};
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::register::SubRegIndexRange;
use tablewright_target::registers::{RegisterClassId, SubRegIndexId};
use tablewright_target::value_types::ValueType;

use super::importer::ImportContext;
use super::instruction_facts::SubregisterKind;
use crate::patterns::{ForestOperation, NodeId};

impl ImportContext<'_> {
    /// Returns the register class for a value from a created instruction, if known.
    pub(super) fn infer_class_of_value(
        &self,
        node: NodeId,
        instruction: InstructionId,
        value: usize,
    ) -> Result<Option<RegisterClassId>, FieldError> {
        use SubregisterKind as K;
        let forest = self.patterns.forest();
        let explicit = |index: usize| match forest.children(node).get(index) {
            Some(&child) if forest.is_leaf(child) => self.class_id_of_leaf(child),
            Some(_) | None => Ok(None),
        };
        let ty = self.patterns.only_type(node, 0);
        match self.known.subregister.kind(instruction) {
            K::CopyToRegClass => explicit(1),
            K::RegSequence => explicit(0),
            K::InsertSubreg => self.infer_super_class_of(node, ty),
            K::SubregToReg => self.class_of_subreg_to_reg(node, ty),
            K::ExtractSubreg => {
                let (Some(whole), Some(index)) =
                    (self.infer_class_of_child(node, 0)?, self.sub_reg_index(node, 1)?)
                else {
                    return Ok(None);
                };
                Ok(self.registers.sub_classes.pair(whole, index).map(|(_, part)| part))
            }
            K::None => {
                let Some(output) = self.operand_record(instruction, value) else { return Ok(None) };
                let class = self.class_of_record(output)?;
                class.map(|class| self.registers.classes.expect_of_record(class)).transpose()
            }
        }
    }

    /// Returns the register class for a node's first value, if known.
    pub(super) fn infer_class(&self, node: NodeId) -> Result<Option<RegisterClassId>, FieldError> {
        use SubregisterKind as K;
        let forest = self.patterns.forest();
        if forest.is_leaf(node) {
            return self.class_id_of_leaf(node);
        }
        let ForestOperation::Instruction(instruction) = forest.operation(node) else {
            return Ok(None);
        };
        if forest.types(node).is_empty() {
            return Ok(None);
        }
        if self.has(Feature::ResultClassesAreInferred) {
            return self.infer_class_of_value(node, instruction, 0);
        }
        let explicit = |index: usize| match forest.children(node).get(index) {
            Some(&child) => self.class_id_of_leaf(child),
            None => Ok(None),
        };
        match self.known.subregister.kind(instruction) {
            K::CopyToRegClass => explicit(1),
            K::RegSequence => explicit(0),
            K::InsertSubreg => {
                let first = forest.children(node).first();
                let ty = first.and_then(|&first| self.patterns.only_type(first, 0));
                self.infer_super_class_of(node, ty)
            }
            K::ExtractSubreg => self.super_class_with(node, 1, self.patterns.only_type(node, 0)),
            K::SubregToReg | K::None => {
                let Some(output) = self.operand_record(instruction, 0) else { return Ok(None) };
                let class = self.class_of_record(output)?;
                class.map(|class| self.registers.classes.expect_of_record(class)).transpose()
            }
        }
    }

    /// Returns the register class for a child's first value, if known.
    pub(super) fn infer_class_of_child(
        &self,
        node: NodeId,
        index: usize,
    ) -> Result<Option<RegisterClassId>, FieldError> {
        match self.patterns.forest().children(node).get(index) {
            Some(&child) => self.infer_class(child),
            None => Ok(None),
        }
    }

    /// Returns the register class for an `INSERT_SUBREG` result: the class of its first operand, or else a class for
    /// the value type with the sub-register.
    pub(super) fn infer_super_class_of(
        &self,
        node: NodeId,
        ty: Option<ValueType>,
    ) -> Result<Option<RegisterClassId>, FieldError> {
        match self.infer_class_of_child(node, 0)? {
            Some(class) => Ok(Some(class)),
            None => self.super_class_with(node, 2, ty),
        }
    }

    /// Returns the child index of the part in a `SUBREG_TO_REG`: the child before the index. Until release 22 a number
    /// precedes both.
    pub(super) fn subreg_to_reg_part(&self, node: NodeId) -> usize {
        self.patterns.forest().children(node).len().saturating_sub(2)
    }

    /// Returns the register class for a `SUBREG_TO_REG` result.
    pub(super) fn class_of_subreg_to_reg(
        &self,
        node: NodeId,
        ty: Option<ValueType>,
    ) -> Result<Option<RegisterClassId>, FieldError> {
        self.super_class_with(node, self.subreg_to_reg_part(node) + 1, ty)
    }

    /// Returns the largest class for a value type that has the sub-register at a child.
    pub(super) fn super_class_with(
        &self,
        node: NodeId,
        child: usize,
        ty: Option<ValueType>,
    ) -> Result<Option<RegisterClassId>, FieldError> {
        let index = self.sub_reg_index(node, child)?;
        let class = |(index, ty)| self.registers.classes.largest_with_sub_reg(index, ty);
        Ok(index.zip(ty).and_then(class))
    }

    /// Returns the sub-register index that a child is.
    ///
    /// # Errors
    /// The reference reads any other record as an index, too, and stops at a field that only indices have.
    pub(super) fn sub_reg_index(
        &self,
        node: NodeId,
        child: usize,
    ) -> Result<Option<SubRegIndexId>, FieldError> {
        let forest = self.patterns.forest();
        let child = forest.children(node).get(child);
        let Some(id) = child.and_then(|&child| forest.leaf_record(child)) else { return Ok(None) };
        let index = self.registers.registers.sub_reg_index(id);
        if index.is_none() {
            let range = SubRegIndexRange::new(self.store.record(id));
            range.size()?;
            range.offset()?;
        }
        Ok(index)
    }

    fn class_id_of_leaf(&self, node: NodeId) -> Result<Option<RegisterClassId>, FieldError> {
        let class = self.class_of_leaf(node)?;
        class.map(|class| self.registers.classes.expect_of_record(class)).transpose()
    }
}
