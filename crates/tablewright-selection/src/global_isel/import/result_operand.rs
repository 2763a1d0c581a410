//! Result operands and their renderers.
//!
//! In: a child of a node that creates an instruction. Out: an operand renderer, and actions that must come before.

use tablewright_records::{Feature, Record, RecordId, RecordView};
use tablewright_target::record_views::instruction::RegisterOperandRecord;

use super::action_list::ActionId;
use super::leaf_class::LeafClass;
use super::pattern::PatternImport;
use super::result::temp_register;
use super::skip_reason::{Imported, SkipReason, skip};
use crate::global_isel::NameId;
use crate::global_isel::action::{Action, OperandRenderer};
use crate::patterns::{ForestOperation, NodeId, TransformId};
use crate::record_views::global_isel::GiCustomOperandRendererRecord;

impl<'s> PatternImport<'_, 's> {
    /// Adds an operand. Returns the insertion point for the next operand, an action.
    pub(super) fn render_operand(
        &mut self,
        before: ActionId,
        build: ActionId,
        node: NodeId,
    ) -> Imported<ActionId> {
        if self.sources.has(Feature::ResultsAreRenderedByName) {
            return self.render_node(before, build, node);
        }
        let name = self.node_name(node);
        if let Some(renderer) = self.sub_operand(name) {
            self.render(build, renderer);
            return Ok(before);
        }
        let renderer = match self.sources.patterns.forest().operation(node) {
            ForestOperation::Transform(transform) => self.transformed(node, transform)?,
            ForestOperation::Instruction(_) => {
                let (temp, before) = self.make_nested(before, node)?;
                self.render(build, temp_register(temp, false, None));
                return Ok(before);
            }
            ForestOperation::Int(value) => OperandRenderer::Immediate { value, ty: None },
            ForestOperation::Record(record) => {
                self.leaf(node, self.sources.store.record(record))?
            }
            ForestOperation::Any => self.unset(node)?,
            ForestOperation::IntrinsicNumber(_) => {
                return skip("Dst pattern child is an unsupported kind");
            }
            ForestOperation::Node(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::ComplexPattern(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => {
                self.matched_node(node).ok_or(SkipReason::MadeOperand(node))?
            }
        };
        self.render(build, renderer);
        Ok(before)
    }

    /// Returns the renderer for a complex pattern's operand, if the name refers to such an operand.
    pub(super) fn sub_operand(&self, name: NameId) -> Option<OperandRenderer> {
        let operand = self.rule.sub_operand(name)?;
        Some(OperandRenderer::ComplexPattern {
            renderer: operand.renderer,
            name,
            sub_operand: Some(operand.sub_operand),
            sub_register: None,
        })
    }

    /// Returns a transformation of a value that was matched.
    pub(super) fn transformed(
        &mut self,
        node: NodeId,
        transform: TransformId,
    ) -> Imported<OperandRenderer> {
        let patterns = self.sources.patterns;
        let transform = patterns.transform(transform);
        let argument = patterns.forest().children(node).first().copied();
        let Some(record) = self.sources.equivalences.transform(transform.record) else {
            if self.sources.has(Feature::ResultsAreRenderedByName) {
                return Err(SkipReason::TransformOfResult(transform.record).into());
            }
            let name = argument.and_then(|argument| patterns.forest().name(argument));
            return Err(SkipReason::Transform(name).into());
        };
        let Some(argument) = argument else {
            return skip("Dst pattern child is an unsupported kind");
        };
        let function =
            GiCustomOperandRendererRecord::new(self.sources.store.record(record)).renderer_fn()?;
        let (function, name) = (self.name(function), self.node_name(argument));
        // A constant of the target is an operand, with no instruction that defines it.
        Ok(match self.sources.store.record(transform.node).name() {
            "timm" => {
                let operand = self.operand_to_copy(name);
                OperandRenderer::CustomOperand { operand, name, function }
            }
            _ => {
                let insn = self.instruction_to_copy(name);
                OperandRenderer::Custom { insn, name, function }
            }
        })
    }

    /// Renders a matched selection DAG node, which is not computed again; `None` if such a node cannot be copied as an
    /// operand.
    pub(super) fn matched_node(&mut self, node: NodeId) -> Option<OperandRenderer> {
        let name = self.node_name(node);
        if self.sources.is_basic_block(node) {
            return Some(self.copy(name));
        }
        match self.sources.sd_node_record(node).map(|record| record.name()) {
            Some("timm" | "tframeindex") => Some(self.copy(name)),
            Some("imm") => {
                let insn = self.instruction_to_copy(name);
                Some(OperandRenderer::CopyConstant { insn, name })
            }
            Some("fpimm") => {
                let insn = self.instruction_to_copy(name);
                Some(OperandRenderer::CopyFConstant { insn, name })
            }
            _ => None,
        }
    }

    pub(super) fn copy(&mut self, name: NameId) -> OperandRenderer {
        OperandRenderer::Copy { operand: self.operand_to_copy(name), name }
    }

    fn leaf(&mut self, node: NodeId, record: Record<'s>) -> Imported<OperandRenderer> {
        if self.sources.patterns.forest().types(node).len() != 1 {
            return skip("Dst pattern child has multiple results");
        }
        if self.sources.type_of(node, 0).is_none() {
            return skip("Dst operand has an unsupported type");
        }
        let name = self.node_name(node);
        Ok(match self.sources.leaf_class(record) {
            LeafClass::Register => {
                let register = self.named_register(record.id());
                OperandRenderer::Register { register, is_def: false, is_dead: false }
            }
            LeafClass::RegisterOperand => self.register_operand(name, record)?,
            LeafClass::RegisterClass | LeafClass::RegClassByHwMode | LeafClass::ValueType => {
                self.copy(name)
            }
            LeafClass::SubRegIndex => {
                match self.sources.registers.registers.sub_reg_index(record.id()) {
                    Some(index) => {
                        OperandRenderer::Immediate { value: i64::from(index.number()), ty: None }
                    }
                    None => return skip("Dst pattern child def is an unsupported tablegen class"),
                }
            }
            LeafClass::ComplexPattern => {
                if self.sources.equivalences.complex_pattern(record.id()).is_none() {
                    return skip("SelectionDAG ComplexPattern not mapped to GlobalISel");
                }
                self.complex_operand(name)?
            }
            LeafClass::CondCode | LeafClass::ImmLeaf | LeafClass::Other => {
                return skip("Dst pattern child def is an unsupported tablegen class");
            }
        })
    }

    /// Returns an operand with a name: a copy, or the register that is always zero for the constant zero.
    pub(super) fn register_operand(
        &mut self,
        name: NameId,
        record: Record<'s>,
    ) -> Imported<OperandRenderer> {
        Ok(match RegisterOperandRecord::new(record).gi_zero_register()? {
            Some(zero) => OperandRenderer::CopyOrAddZeroRegister {
                operand: self.operand_to_copy(name),
                name,
                zero: zero.id(),
            },
            None => self.copy(name),
        })
    }

    /// Renders the result of a named operand's complex pattern.
    pub(super) fn complex_operand(&mut self, name: NameId) -> Imported<OperandRenderer> {
        let operand = self.operand_named(name)?;
        let renderer = self.rule.operand(operand).renderer;
        let (sub_operand, sub_register) = (None, None);
        Ok(OperandRenderer::ComplexPattern { renderer, name, sub_operand, sub_register })
    }

    /// Renders `?`: the root's operand with this name.
    fn unset(&mut self, node: NodeId) -> Imported<OperandRenderer> {
        let forest = self.sources.patterns.forest();
        let mut operands = forest.children(self.pattern.source).iter();
        let is_of_root = operands.any(|&operand| forest.name(operand) == forest.name(node));
        if !is_of_root {
            return skip("Dst pattern child is an unsupported kind");
        }
        let name = self.node_name(node);
        Ok(self.copy(name))
    }

    /// Adds an operand's default values. Returns the insertion point for the next operand, an action.
    pub(super) fn render_defaults(
        &mut self,
        before: ActionId,
        build: ActionId,
        operand: RecordId,
    ) -> Imported<ActionId> {
        let patterns = self.sources.patterns;
        let by_name = self.sources.has(Feature::ResultsAreRenderedByName);
        let (first, mut before) = (before, before);
        for &value in patterns.default_values(operand) {
            if by_name {
                before = self.render_node(before, build, value)?;
                continue;
            }
            let renderer = match patterns.forest().operation(value) {
                ForestOperation::Int(value) => OperandRenderer::Immediate { value, ty: None },
                ForestOperation::Record(record)
                    if self.sources.special.undef_tied_input == Some(record) =>
                {
                    before = self.make_undefined(before, build, value)?;
                    continue;
                }
                ForestOperation::Record(record) => {
                    let register = self.named_register(record);
                    OperandRenderer::Register { register, is_def: false, is_dead: false }
                }
                ForestOperation::Any
                | ForestOperation::IntrinsicNumber(_)
                | ForestOperation::Node(_)
                | ForestOperation::Fragment(_)
                | ForestOperation::Instruction(_)
                | ForestOperation::Transform(_)
                | ForestOperation::ComplexPattern(_)
                | ForestOperation::Set
                | ForestOperation::Implicit => return skip("Could not add default op"),
            };
            self.render(build, renderer);
        }
        Ok(if by_name { before } else { first })
    }

    /// Creates an undefined operand with an `IMPLICIT_DEF` instruction.
    pub(super) fn make_undefined(
        &mut self,
        before: ActionId,
        build: ActionId,
        value: NodeId,
    ) -> Imported<ActionId> {
        let ty = self.sources.patterns.first_type(value, 0);
        let Some(ty) = ty.and_then(|ty| self.sources.low_level_type(ty)) else {
            let by_name = self.sources.has(Feature::ResultsAreRenderedByName);
            return skip(if by_name { "unsupported type" } else { "Could not add default op" });
        };
        let opcode =
            self.sources.expect(self.sources.known.implicit_def, "IMPLICIT_DEF", self.pattern)?;
        let (temp, _) = self.make_temp(before, ty);
        let mut undefined = self.new_build(opcode)?;
        let is_def = self.sources.has(Feature::UndefinedInputsAreDefined);
        undefined.operands.push(temp_register(temp, is_def, None));
        self.render(build, temp_register(temp, false, None));
        Ok(self.actions.insert(before, Action::Build(Box::new(undefined))))
    }
}
