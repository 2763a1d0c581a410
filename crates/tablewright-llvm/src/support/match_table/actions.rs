//! Adds a table line for each operation in a rule's actions.

use tablewright_records::AnalysisError;
use tablewright_selection::global_isel::action::{
    Action, BuildInstruction, Comment, NamedRegister, OperandRenderer, Replacement,
};
use tablewright_selection::global_isel::low_level_type::TypeOrTemp;
use tablewright_selection::global_isel::rule::Rule;
use tablewright_selection::global_isel::{InsnId, NewInsnId, OperandRef};
use tablewright_text::byte_table::ByteTableBuilder;

use super::builder::{MatchTableBuilder, MatchTableNamedOperands};
use super::names::TypeEnumerator;

/// Table lines that begin with an operation and its subject.
trait ActionLines {
    /// Adds an operation on a built instruction.
    fn at_new(&mut self, opcode: &str, insn: NewInsnId) -> &mut Self;

    /// Adds an operation that copies from a matched instruction.
    fn copying(&mut self, opcode: &str, new: NewInsnId, old: InsnId) -> &mut Self;

    /// Adds an immediate, in one byte if it fits.
    fn immediate(&mut self, insn: NewInsnId, name: &str, value: i64) -> &mut Self;

    /// Adds an operation on an operand of a matched instruction that is replaced.
    fn replacing(&mut self, opcode: &str, insn: InsnId, index: u32) -> &mut Self;

    fn type_or_temp(&mut self, ty: TypeOrTemp) -> &mut Self;
}

impl ActionLines for ByteTableBuilder {
    fn at_new(&mut self, opcode: &str, insn: NewInsnId) -> &mut Self {
        self.opcode(opcode).named_uleb("InsnID", insn.index() as u64)
    }

    fn copying(&mut self, opcode: &str, new: NewInsnId, old: InsnId) -> &mut Self {
        let line = self.opcode(opcode).named_uleb("NewInsnID", new.index() as u64);
        line.named_insn("OldInsnID", old)
    }

    fn immediate(&mut self, insn: NewInsnId, name: &str, value: i64) -> &mut Self {
        let (opcode, bytes) = match i8::try_from(value) {
            Ok(_) => ("GIR_AddImm8", 1),
            Err(_) => ("GIR_AddImm", 8),
        };
        self.at_new(opcode, insn).note(name).int(bytes, value)
    }

    fn replacing(&mut self, opcode: &str, insn: InsnId, index: u32) -> &mut Self {
        self.opcode(opcode).named_insn("OldInsnID", insn).named_uleb("OldOpIdx", index)
    }

    fn type_or_temp(&mut self, ty: TypeOrTemp) -> &mut Self {
        match ty {
            TypeOrTemp::Known(ty) => self.name(1, TypeEnumerator(ty)),
            TypeOrTemp::Temp(ty) => self.int(1, -1 - ty.index() as i64),
        }
    }
}

impl MatchTableBuilder<'_> {
    /// Adds the checks that an action requires.
    pub(super) fn additional_check(&mut self, action: &Action) {
        if let Action::ReplaceRegister {
            old_insn,
            old_index,
            with: Replacement::Operand { insn, index },
        } = *action
        {
            let line = self.table.replacing("GIM_CheckCanReplaceReg", old_insn, old_index);
            line.named_insn("NewInsnId", insn).named_uleb("NewOpIdx", index).end_line();
        }
    }

    /// Adds an action. `erased` are the matched instructions that are gone.
    pub(super) fn action(
        &mut self,
        rule: &Rule,
        action: &Action,
        erased: &mut Vec<InsnId>,
    ) -> Result<(), AnalysisError> {
        let names = self.names;
        let table = &mut self.table;
        match *action {
            Action::Comment(Comment::Text(ref text)) => table.comment(&**text),
            Action::Comment(Comment::Numbered(number)) => table.numbered_comment(number),
            Action::Build(ref build) => return self.build_instruction(rule, build, erased),
            Action::BuildConstant { temp, value } => {
                let line = table.opcode("GIR_BuildConstant");
                line.named_uleb("TempRegID", temp.index() as u64).note("Val").int(8, value)
            }
            Action::Erase(insn) => {
                if !erase(insn, erased) {
                    return Ok(());
                }
                table.opcode("GIR_EraseFromParent").named_insn("InsnID", insn)
            }
            Action::ReplaceRegister {
                old_insn,
                old_index,
                with: Replacement::Operand { insn, index },
            } => {
                let line = table.replacing("GIR_ReplaceReg", old_insn, old_index);
                line.named_insn("NewInsnId", insn).named_uleb("NewOpIdx", index)
            }
            Action::ReplaceRegister { old_insn, old_index, with: Replacement::Temp(temp) } => {
                let line = table.replacing("GIR_ReplaceRegWithTempReg", old_insn, old_index);
                line.named_uleb("TempRegID", temp.index() as u64)
            }
            Action::ConstrainOperands(insn) if insn.index() == 0 => {
                table.opcode("GIR_RootConstrainSelectedInstOperands")
            }
            Action::ConstrainOperands(insn) => {
                table.at_new("GIR_ConstrainSelectedInstOperands", insn)
            }
            Action::ConstrainOperand { insn, index, class } => {
                let line = table.at_new("GIR_ConstrainOperandRC", insn).named_uleb("Op", index);
                line.name(2, names.register_class(class)?)
            }
            Action::MakeTempRegister { temp, ty } => {
                let line = table.opcode("GIR_MakeTempReg");
                line.named_uleb("TempRegID", temp.index() as u64).note("TypeID").type_or_temp(ty)
            }
        };
        self.table.end_line();
        Ok(())
    }

    /// Adds the last action, with an operation that ends the rule if there is one. Returns whether there is.
    pub(super) fn last_action(
        &mut self,
        rule: &Rule,
        action: &Action,
        erased: &mut Vec<InsnId>,
    ) -> Result<bool, AnalysisError> {
        if let Action::Erase(InsnId::ROOT) = action {
            let is_ended = erase(InsnId::ROOT, erased);
            if is_ended {
                self.table.opcode("GIR_EraseRootFromParent_Done").end_line();
            }
            return Ok(is_ended);
        }
        self.action(rule, action, erased)?;
        Ok(false)
    }

    fn build_instruction(
        &mut self,
        rule: &Rule,
        build: &BuildInstruction,
        erased: &mut Vec<InsnId>,
    ) -> Result<(), AnalysisError> {
        if let Some(old) = build.mutated {
            self.mutate_instruction(build, old)?;
            self.flags(build);
            erase(old, erased);
            return Ok(());
        }
        let line = if build.insn.index() == 0 {
            self.table.opcode("GIR_BuildRootMI")
        } else {
            self.table.at_new("GIR_BuildMI", build.insn)
        };
        line.note("Opcode").name(2, self.names.opcode(build.opcode)?).end_line();
        for operand in &build.operands {
            self.new_operand(rule, build.insn, operand)?;
        }
        for (index, def) in build.implicit_defs.iter().enumerate() {
            if build.dead_implicit_defs.contains(def) {
                let line = self.table.at_new("GIR_SetImplicitDefDead", build.insn);
                line.note(("OpIdx for ", self.names.qualified(*def)?));
                line.uleb128(index as u64).end_line();
            }
        }
        if build.merges_memory_operands {
            let insns = rule.instructions.indices();
            let line = self.table.at_new("GIR_MergeMemOperands", build.insn);
            line.note("NumInsns").int(1, insns.len() as i64).note("MergeInsnID's");
            for insn in insns {
                line.uleb128(insn.index() as u64);
            }
            line.end_line();
        }
        self.flags(build);
        Ok(())
    }

    fn mutate_instruction(
        &mut self,
        build: &BuildInstruction,
        old: InsnId,
    ) -> Result<(), AnalysisError> {
        let line = self.table.at_new("GIR_MutateOpcode", build.insn);
        line.named_insn("RecycleInsnID", old).note("Opcode");
        line.name(2, self.names.opcode(build.opcode)?).end_line();
        let casts = self.casts_register_flags;
        for def in &build.implicit_defs {
            let line = self.table.at_new("GIR_AddImplicitDef", build.insn);
            line.name(2, self.names.qualified(*def)?);
            if build.dead_implicit_defs.contains(def) {
                let flags =
                    if casts { "static_cast<unsigned>(RegState::Dead)" } else { "RegState::Dead" };
                line.name(2, flags);
            } else {
                line.int(2, 0);
            }
            line.end_line();
        }
        for used in &build.implicit_uses {
            let line = self.table.at_new("GIR_AddImplicitUse", build.insn);
            line.name(2, self.names.qualified(*used)?).end_line();
        }
        Ok(())
    }

    fn flags(&mut self, build: &BuildInstruction) {
        for &old in &build.copied_flags {
            let line = self.table.at_new("GIR_CopyMIFlags", build.insn);
            line.named_insn("OldInsnID", old).end_line();
        }
        let lists =
            [("GIR_SetMIFlags", &build.set_flags), ("GIR_UnsetMIFlags", &build.unset_flags)];
        for (opcode, flags) in lists.into_iter().filter(|(_, flags)| !flags.is_empty()) {
            let flags = self.names.flags(flags);
            self.table.at_new(opcode, build.insn).name(4, flags).end_line();
        }
    }

    /// Adds an operand of a built instruction. A comment names the matched operand from which it is made.
    fn new_operand(
        &mut self,
        rule: &Rule,
        new: NewInsnId,
        operand: &OperandRenderer,
    ) -> Result<(), AnalysisError> {
        use OperandRenderer as R;
        let names = self.names;
        let casts = self.casts_register_flags;
        let index = |operand: OperandRef| rule.operand(operand).index;
        let table = &mut self.table;
        match *operand {
            R::Copy { operand, name } => {
                copy(new, operand.insn, index(operand), table).comment(names.name(name))
            }
            R::CopyRemaining { operand, name } => {
                let line = table.copying("GIR_CopyRemaining", new, operand.insn);
                line.named_uleb("OpIdx", index(operand)).comment(names.name(name))
            }
            R::CopyPhysicalRegister { operand, register } => {
                let line = copy(new, operand.insn, index(operand), table);
                line.comment(names.store.record(register).name())
            }
            R::CopyOrAddZeroRegister { operand, name, zero } => {
                let line = table.copying("GIR_CopyOrAddZeroReg", new, operand.insn);
                line.named_uleb("OpIdx", index(operand)).name(2, names.qualified(zero)?);
                line.comment(names.name(name))
            }
            R::CopyConstant { insn, name } => {
                table.copying("GIR_CopyConstantAsSImm", new, insn).comment(names.name(name))
            }
            R::CopyFConstant { insn, name } => {
                table.copying("GIR_CopyFConstantAsFPImm", new, insn).comment(names.name(name))
            }
            R::CopySubRegister { operand, name, index: part } => {
                let line = table.copying("GIR_CopySubReg", new, operand.insn);
                line.named_uleb("OpIdx", index(operand));
                line.note("SubRegIdx").int(2, part.number().into()).comment(names.name(name))
            }
            R::ComplexPattern { renderer, name, sub_operand, sub_register } => {
                let opcode = match (sub_operand, sub_register) {
                    (None, _) => "GIR_ComplexRenderer",
                    (Some(_), None) => "GIR_ComplexSubOperandRenderer",
                    (Some(_), Some(_)) => "GIR_ComplexSubOperandSubRegRenderer",
                };
                let line = table.at_new(opcode, new).note("RendererID").int(2, renderer.into());
                if let Some(sub_operand) = sub_operand {
                    line.named_uleb("SubOperand", sub_operand);
                }
                if let Some(part) = sub_register {
                    line.note("SubRegIdx").int(2, part.number().into());
                }
                line.comment(names.name(name))
            }
            R::Custom { insn, name, function } => {
                let line = table.at_new("GIR_CustomRenderer", new).named_insn("OldInsnID", insn);
                line.note("Renderer").name(2, ("GICR_", names.name(function)));
                line.comment(names.name(name))
            }
            R::CustomOperand { operand, name, function } => {
                let line = table.at_new("GIR_CustomOperandRenderer", new);
                line.named_insn("OldInsnID", operand.insn).named_uleb("OpIdx", index(operand));
                line.note("OperandRenderer").name(2, ("GICR_", names.name(function)));
                line.comment(names.name(name))
            }
            R::Register { register, is_def, is_dead } => {
                let line = table.at_new("GIR_AddRegister", new);
                match register {
                    NamedRegister::Register(register) => line.name(2, names.qualified(register)?),
                    NamedRegister::NoRegister => line.name(2, names.no_register()?),
                };
                let line = line.note("AddRegisterRegFlags");
                match (is_def, is_dead, casts) {
                    (true, true, false) => line.name(2, "RegState::Define | RegState::Dead"),
                    _ => register_flags(is_def, is_dead, casts, line),
                }
            }
            R::TempRegister { temp, is_def, is_dead, sub_register } => {
                let opcode = match (sub_register, is_def) {
                    (Some(_), _) => "GIR_AddTempSubRegister",
                    (None, true) => "GIR_AddTempRegister",
                    (None, false) => "GIR_AddSimpleTempRegister",
                };
                let line = table.at_new(opcode, new).named_uleb("TempRegID", temp.index() as u64);
                if sub_register.is_some() || is_def {
                    register_flags(is_def, is_dead, casts, line.note("TempRegFlags"));
                }
                if let Some(part) = sub_register {
                    line.name(2, names.sub_register(part)?);
                }
                line
            }
            R::Immediate { value, ty: Some(ty) } => {
                let line = table.at_new("GIR_AddCImm", new).note("Type").type_or_temp(ty);
                line.note("Imm").int(8, value)
            }
            R::Immediate { value, ty: None } => table.immediate(new, "Imm", value),
            R::SubRegisterIndex(part) => table.immediate(new, "SubRegIndex", part.number().into()),
            R::Intrinsic(intrinsic) => {
                let line = table.opcode("GIR_AddIntrinsicID").named_uleb("MI", new.index() as u64);
                line.name(2, names.intrinsic(intrinsic))
            }
        };
        self.table.end_line();
        Ok(())
    }
}

fn copy(
    new: NewInsnId,
    old: InsnId,
    index: u32,
    table: &mut ByteTableBuilder,
) -> &mut ByteTableBuilder {
    let line = if new.index() == 0 && old == InsnId::ROOT {
        table.opcode("GIR_RootToRootCopy")
    } else {
        table.copying("GIR_Copy", new, old)
    };
    line.named_uleb("OpIdx", index)
}

/// Adds the flags of a register operand in two bytes. `casts`: see [`MatchTableBuilder::casts_register_flags`].
fn register_flags(
    is_def: bool,
    is_dead: bool,
    casts: bool,
    line: &mut ByteTableBuilder,
) -> &mut ByteTableBuilder {
    let flags = match (is_def, is_dead) {
        (false, _) => return line.int(2, 0),
        (true, false) => "RegState::Define",
        (true, true) => "RegState::Define|RegState::Dead",
    };
    if casts { line.name(2, ("static_cast<uint16_t>(", flags, ")")) } else { line.name(2, flags) }
}

/// Marks a matched instruction as erased. Returns false if it was erased before.
fn erase(insn: InsnId, erased: &mut Vec<InsnId>) -> bool {
    let is_there = !erased.contains(&insn);
    if is_there {
        erased.push(insn);
    }
    is_there
}
