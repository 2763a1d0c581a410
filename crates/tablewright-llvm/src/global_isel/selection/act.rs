//! The actions after a match: instructions, and values that replace the root's results.

use rustc_hash::FxHashMap;
use tablewright_records::RecordId;
use tablewright_selection::global_isel::action::{
    Action, BuildInstruction, NamedRegister, OperandRenderer, Replacement,
};
use tablewright_selection::global_isel::{InsnId, NameId, OperandRef, TempRegId};
use tablewright_selection::patterns::graph::GraphValue;
use tablewright_target::registers::SubRegIndexId;

use super::check::{Mismatch, RuleMatch};
use super::operand::GenericOperand;
use crate::dag_isel::selector::{CreatedNode, Recorded, TableMatch};

/// The instructions in construction.
#[derive(Default)]
struct Construction {
    created: Vec<CreatedNode>,
    temps: FxHashMap<TempRegId, Recorded>,
    /// The values that replace the root's results, by index.
    results: Vec<Option<Recorded>>,
}

impl RuleMatch<'_, '_> {
    /// Executes the actions.
    pub(super) fn act(mut self) -> Result<TableMatch, Mismatch> {
        let mut construction = Construction::default();
        for action in &self.rule.actions {
            match action {
                Action::Build(build) => self.build(build, &mut construction)?,
                Action::BuildConstant { temp, value } => {
                    construction.temps.insert(*temp, Recorded::Number(*value));
                }
                Action::ReplaceRegister { old_insn: InsnId::ROOT, old_index, with } => {
                    let value = match with {
                        Replacement::Temp(temp) => construction.temps.get(temp).cloned(),
                        Replacement::Operand { insn, index } => {
                            let operands = self.nodes[*insn].map(|node| self.operands(node));
                            operands.and_then(|it| it.get(*index as usize).copied()).map(recorded)
                        }
                    };
                    construction.set_result(*old_index as usize, value);
                }
                Action::ReplaceRegister { .. }
                | Action::Comment(_)
                | Action::Erase(_)
                | Action::ConstrainOperands(_)
                | Action::ConstrainOperand { .. }
                | Action::MakeTempRegister { .. } => {}
            }
        }
        let graph = self.attempt.input.graph;
        let has_chain =
            |value: &GraphValue| graph.get(value.node).types.contains(&self.selector.types().other);
        let chained = self.nodes.iter().flatten().copied().filter(has_chain).collect();
        let result = |result: Option<Recorded>| result.unwrap_or(Recorded::Register(None));
        Ok(TableMatch {
            created: construction.created,
            results: construction.results.into_iter().map(result).collect(),
            pattern: self.rules.pattern_of(self.rule),
            chained,
            assumptions: std::mem::take(&mut self.assumptions),
        })
    }

    /// Creates an instruction. Its first operands are its results.
    fn build(
        &mut self,
        build: &BuildInstruction,
        construction: &mut Construction,
    ) -> Result<(), Mismatch> {
        let def_count = self.selector.def_count(build.opcode);
        let (defs, uses) = build.operands.split_at(def_count.min(build.operands.len()));
        let mut operands = Vec::new();
        for renderer in uses {
            operands.extend(self.render(renderer, construction)?);
        }
        let is_pure = !build.merges_memory_operands;
        let result_count = defs.len();
        let id = build.opcode;
        let index = construction.created.len();
        construction.created.push(CreatedNode::Instruction { id, operands, result_count, is_pure });
        for (result, renderer) in defs.iter().enumerate() {
            let value = Recorded::Created { index, result };
            if let OperandRenderer::Copy { operand, .. } = renderer
                && operand.insn == InsnId::ROOT
            {
                let at = self.rule.operand(*operand).index as usize;
                construction.set_result(at, Some(value));
            } else if let OperandRenderer::TempRegister { temp, .. } = renderer {
                construction.temps.insert(*temp, value);
            }
        }
        Ok(())
    }

    /// Returns the operands that a renderer adds.
    fn render(
        &mut self,
        renderer: &OperandRenderer,
        construction: &mut Construction,
    ) -> Result<Vec<Recorded>, Mismatch> {
        let registers = self.rules.analyses.registers;
        let register = |record: RecordId| Recorded::Register(registers.for_record(record));
        let operand = match renderer {
            OperandRenderer::CopyRemaining { operand, .. } => {
                let first = self.rule.operand(*operand).index as usize;
                let all = self.nodes[operand.insn].map(|node| self.operands(node));
                return Ok(all.into_iter().flatten().skip(first).map(recorded).collect());
            }
            OperandRenderer::Copy { operand, .. } => self.copied(*operand)?,
            OperandRenderer::CopyPhysicalRegister { register: record, .. } => register(*record),
            OperandRenderer::CopyOrAddZeroRegister { operand, zero, .. } => {
                let value = self.operand(*operand).and_then(GenericOperand::value);
                let number = value.and_then(|it| self.attempt.input.graph.get(it.node).constant());
                if number == Some(0) { register(*zero) } else { self.copied(*operand)? }
            }
            OperandRenderer::CopyConstant { insn, name } => match self.constant_of(*insn) {
                Some(number) => Recorded::Number(number),
                None => return self.unknown(*name),
            },
            OperandRenderer::CopyFConstant { name, .. } => return self.unknown(*name),
            OperandRenderer::CopySubRegister { operand, index, .. } => {
                let value = self.copied(*operand)?;
                self.extract(value, *index, construction)?
            }
            OperandRenderer::Register { is_def: true, .. } => return Ok(Vec::new()),
            OperandRenderer::Register { register: NamedRegister::Register(record), .. } => {
                register(*record)
            }
            OperandRenderer::Register { register: NamedRegister::NoRegister, .. } => {
                Recorded::Register(None)
            }
            OperandRenderer::TempRegister { temp, sub_register, .. } => {
                let value = construction.temps.get(temp).cloned();
                let value = value.unwrap_or(Recorded::Register(None));
                match sub_register {
                    Some(index) => self.extract(value, *index, construction)?,
                    None => value,
                }
            }
            OperandRenderer::Immediate { value, .. } => Recorded::Number(*value),
            OperandRenderer::SubRegisterIndex(index) => {
                let name = &self.rules.analyses.sub_reg_indices.get(*index).name;
                Recorded::Enumerator(name.to_string())
            }
            OperandRenderer::ComplexPattern { renderer, sub_operand, name, .. } => {
                let all = self.rendered.get(renderer).cloned().unwrap_or_default();
                let Some(index) = sub_operand else { return Ok(all) };
                match all.get(*index as usize) {
                    Some(operand) => operand.clone(),
                    None => return self.unknown(*name),
                }
            }
            OperandRenderer::Intrinsic(record) => {
                Recorded::Enumerator(self.rules.store.record(*record).name().to_owned())
            }
            OperandRenderer::Custom { insn, function, .. } => {
                self.transformed(self.nodes[*insn], *function)?
            }
            OperandRenderer::CustomOperand { operand, function, .. } => {
                let value = self.operand(*operand).and_then(GenericOperand::value);
                self.transformed(value, *function)?
            }
        };
        Ok(vec![operand])
    }

    fn copied(&self, operand: OperandRef) -> Result<Recorded, Mismatch> {
        match self.operand(operand) {
            Some(operand) => Ok(recorded(operand)),
            None => self.fail(|| "an operand is missing".to_owned()),
        }
    }

    fn constant_of(&self, insn: InsnId) -> Option<i64> {
        self.attempt.input.graph.get(self.nodes[insn]?.node).constant()
    }

    fn unknown<T>(&self, name: NameId) -> Result<T, Mismatch> {
        self.fail(|| format!("not known: the operand {}", self.names().text(name)))
    }

    /// Creates an instruction that reads a sub-register.
    fn extract(
        &self,
        value: Recorded,
        index: SubRegIndexId,
        construction: &mut Construction,
    ) -> Result<Recorded, Mismatch> {
        let Some(id) = self.rules.analyses.extract else {
            return self.fail(|| "the target lacks EXTRACT_SUBREG".to_owned());
        };
        let name = self.rules.analyses.sub_reg_indices.get(index).name.to_string();
        let operands = vec![value, Recorded::Enumerator(name)];
        let created = construction.created.len();
        let extract = CreatedNode::Instruction { id, operands, result_count: 1, is_pure: true };
        construction.created.push(extract);
        Ok(Recorded::Created { index: created, result: 0 })
    }

    /// Applies the transformation that a C++ function of GlobalISel replaces. Without an answer, the operand is the
    /// function's name, and the answer an assumption.
    fn transformed(
        &mut self,
        value: Option<GraphValue>,
        function: NameId,
    ) -> Result<Recorded, Mismatch> {
        let rules = self.rules;
        let function = self.names().text(function);
        let transform = rules.renderers.get(function.trim_start_matches("GICR_"));
        let transform = transform.and_then(|&record| rules.patterns.transform_with(record));
        let number = value.zip(transform).and_then(|(value, transform)| {
            let code = rules.store.str(transform.code);
            if code.trim().is_empty() {
                return self.attempt.input.graph.get(value.node).constant();
            }
            let number = self.selector.evaluate(code, self.attempt.input, value).number()?;
            i64::try_from(number).ok()
        });
        match number {
            Some(number) => Ok(Recorded::Number(number)),
            None if self.attempt.assumes.accepts_nodes() => {
                self.assumptions.push(format!("the result of {function} is not known"));
                Ok(Recorded::Enumerator(function.to_owned()))
            }
            None => self.fail(|| format!("not known: the result of {function}")),
        }
    }
}

impl Construction {
    fn set_result(&mut self, index: usize, value: Option<Recorded>) {
        if self.results.len() <= index {
            self.results.resize(index + 1, None);
        }
        self.results[index] = value;
    }
}

fn recorded(operand: GenericOperand) -> Recorded {
    match operand {
        GenericOperand::Value(value) => Recorded::Value(value),
        GenericOperand::Number(number) => Recorded::Number(number),
    }
}
