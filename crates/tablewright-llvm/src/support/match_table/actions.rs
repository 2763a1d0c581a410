//! Writes what rules do: a line for each operation.

use tablewright_target::global_isel::action::{
    Action, BuildInstruction, Comment, NamedRegister, OperandRenderer, Replacement,
};
use tablewright_target::global_isel::low_level_type::TypeOrTemp;
use tablewright_target::global_isel::rule::Rule;
use tablewright_target::global_isel::{InsnId, NewInsnId, OperandRef};
use tablewright_text::append;

use super::encoder::Encoder;
use super::names::{TableNames, type_enumerator};

/// Writes the actions of a rule.
pub(super) struct ActionWriter<'a> {
    pub(super) names: &'a TableNames<'a>,
    pub(super) rule: &'a Rule,
    /// The matched instructions that are gone.
    pub(super) erased: Vec<InsnId>,
}

impl Encoder<'_, '_> {
    /// An operation on an instruction that is made.
    fn at_new(&mut self, opcode: &str, insn: NewInsnId) -> &mut Self {
        self.opcode(opcode).named_uleb("InsnID", insn.index() as u64)
    }

    /// An operation that copies from a matched instruction.
    fn copying(&mut self, opcode: &str, new: NewInsnId, old: InsnId) -> &mut Self {
        let line = self.opcode(opcode).named_uleb("NewInsnID", new.index() as u64);
        line.named_uleb("OldInsnID", old.index() as u64)
    }

    fn type_or_temp(&mut self, ty: TypeOrTemp) -> &mut Self {
        match ty {
            TypeOrTemp::Known(ty) => self.value(1, |w| type_enumerator(ty, w)),
            TypeOrTemp::Temp(ty) => self.int(1, -1 - ty.index() as i64),
        }
    }

    /// An immediate, in one byte if it fits.
    fn immediate(&mut self, insn: NewInsnId, name: &str, value: i64) -> &mut Self {
        let (opcode, bytes) = match i8::try_from(value) {
            Ok(_) => ("GIR_AddImm8", 1),
            Err(_) => ("GIR_AddImm", 8),
        };
        self.at_new(opcode, insn).comment(name).int(bytes, value)
    }
}

/// Writes what has to hold so that an action can be done.
pub(super) fn additional_check(action: &Action, table: &mut Encoder<'_, '_>) {
    let Action::ReplaceRegister { old_insn, old_index, with: Replacement::Operand { insn, index } } =
        *action
    else {
        return;
    };
    replacement(table.opcode("GIM_CheckCanReplaceReg"), (old_insn, old_index), (insn, index));
}

fn replacement(line: &mut Encoder<'_, '_>, old: (InsnId, u32), new: (InsnId, u32)) {
    line.named_uleb("OldInsnID", old.0.index() as u64).named_uleb("OldOpIdx", old.1.into());
    line.named_uleb("NewInsnId", new.0.index() as u64).named_uleb("NewOpIdx", new.1.into());
    line.end_line();
}

impl ActionWriter<'_> {
    /// Writes an action.
    pub(super) fn action(&mut self, action: &Action, table: &mut Encoder<'_, '_>) {
        match action {
            Action::Comment(Comment::Text(text)) => {
                table.end_line_comment(|w| w.raw(text));
                return;
            }
            Action::Comment(Comment::Numbered(number)) => {
                table.end_line_comment(|w| (self.names.comments)(*number, w));
                return;
            }
            Action::Build(build) => {
                self.build(build, table);
                return;
            }
            Action::BuildConstant { temp, value } => {
                let line = table.opcode("GIR_BuildConstant");
                line.named_uleb("TempRegID", temp.index() as u64);
                line.comment("Val").int(8, *value);
            }
            Action::Erase(insn) => {
                if !self.erases(*insn) {
                    return;
                }
                let line = table.opcode("GIR_EraseFromParent");
                line.named_uleb("InsnID", insn.index() as u64);
            }
            Action::ReplaceRegister { old_insn, old_index, with } => {
                let old = (*old_insn, *old_index);
                self::replace_register(old, *with, table);
                return;
            }
            Action::ConstrainOperands(insn) if insn.index() == 0 => {
                table.opcode("GIR_RootConstrainSelectedInstOperands");
            }
            Action::ConstrainOperands(insn) => {
                table.at_new("GIR_ConstrainSelectedInstOperands", *insn);
            }
            Action::ConstrainOperand { insn, index, class } => {
                let line = table.at_new("GIR_ConstrainOperandRC", *insn);
                line.named_uleb("Op", (*index).into());
                line.value(2, |w| self.names.register_class(*class, w));
            }
            Action::MakeTempRegister { temp, ty } => {
                let line = table.opcode("GIR_MakeTempReg");
                line.named_uleb("TempRegID", temp.index() as u64);
                line.comment("TypeID").type_or_temp(*ty);
            }
        }
        table.end_line();
    }

    /// Writes the last action, with an operation that ends the rule if there is one. Returns whether there is.
    pub(super) fn last_action(&mut self, action: &Action, table: &mut Encoder<'_, '_>) -> bool {
        match action {
            Action::Erase(InsnId::ROOT) => {
                let ends = self.erases(InsnId::ROOT);
                if ends {
                    table.closing("GIR_EraseRootFromParent_Done").end_line();
                }
                ends
            }
            action => {
                self.action(action, table);
                false
            }
        }
    }

    /// Remembers that an instruction is gone. Returns whether it was there before.
    fn erases(&mut self, insn: InsnId) -> bool {
        let is_there = !self.erased.contains(&insn);
        if is_there {
            self.erased.push(insn);
        }
        is_there
    }

    fn build(&mut self, build: &BuildInstruction, table: &mut Encoder<'_, '_>) {
        if let Some(old) = build.mutated {
            self.mutate(build, old, table);
            self.flags(build, table);
            self.erases(old);
            return;
        }
        let line = if build.insn.index() == 0 {
            table.opcode("GIR_BuildRootMI")
        } else {
            table.at_new("GIR_BuildMI", build.insn)
        };
        line.comment("Opcode").value(2, |w| self.names.opcode(build.opcode, w)).end_line();
        for operand in &build.operands {
            self.operand(build.insn, operand, table);
        }
        for (place, def) in build.implicit_defs.iter().enumerate() {
            if build.dead_implicit_defs.contains(def) {
                let line = table.at_new("GIR_SetImplicitDefDead", build.insn);
                line.comment_with(|w| {
                    w.raw("OpIdx for ");
                    self.names.qualified(*def, w);
                });
                line.uleb(place as u64).end_line();
            }
        }
        if build.merges_memory_operands {
            let insns = self.rule.instructions.indices();
            let line = table.at_new("GIR_MergeMemOperands", build.insn);
            line.comment("NumInsns").int(1, insns.len() as i64).comment("MergeInsnID's");
            for insn in insns {
                line.uleb(insn.index() as u64);
            }
            line.end_line();
        }
        self.flags(build, table);
    }

    fn mutate(&self, build: &BuildInstruction, old: InsnId, table: &mut Encoder<'_, '_>) {
        let line = table.at_new("GIR_MutateOpcode", build.insn);
        line.named_uleb("RecycleInsnID", old.index() as u64).comment("Opcode");
        line.value(2, |w| self.names.opcode(build.opcode, w)).end_line();
        for def in &build.implicit_defs {
            let line = table.at_new("GIR_AddImplicitDef", build.insn);
            line.value(2, |w| self.names.qualified(*def, w));
            if build.dead_implicit_defs.contains(def) {
                line.value(2, |w| w.raw("RegState::Dead"));
            } else {
                line.int(2, 0);
            }
            line.end_line();
        }
        for used in &build.implicit_uses {
            let line = table.at_new("GIR_AddImplicitUse", build.insn);
            line.value(2, |w| self.names.qualified(*used, w)).end_line();
        }
    }

    fn flags(&self, build: &BuildInstruction, table: &mut Encoder<'_, '_>) {
        for old in &build.copied_flags {
            let line = table.at_new("GIR_CopyMIFlags", build.insn);
            line.named_uleb("OldInsnID", old.index() as u64).end_line();
        }
        let lists =
            [("GIR_SetMIFlags", &build.set_flags), ("GIR_UnsetMIFlags", &build.unset_flags)];
        for (opcode, flags) in lists.into_iter().filter(|(_, flags)| !flags.is_empty()) {
            let line = table.at_new(opcode, build.insn);
            line.value(4, |w| self.names.flags(flags, w)).end_line();
        }
    }

    fn operand(&self, new: NewInsnId, operand: &OperandRenderer, table: &mut Encoder<'_, '_>) {
        use OperandRenderer as R;
        let names = self.names;
        let comment = match *operand {
            R::Copy { operand, name } => {
                self.copy(new, operand, table);
                name
            }
            R::CopyPhysicalRegister { operand, register } => {
                self.copy(new, operand, table);
                table.end_line_comment(|w| w.raw(names.store.record(register).name()));
                return;
            }
            R::CopyOrAddZeroRegister { operand, name, zero } => {
                let line = table.copying("GIR_CopyOrAddZeroReg", new, operand.insn);
                line.named_uleb("OpIdx", self.index(operand));
                line.value(2, |w| names.qualified(zero, w));
                name
            }
            R::CopyConstant { insn, name } => {
                table.copying("GIR_CopyConstantAsSImm", new, insn);
                name
            }
            R::CopyFConstant { insn, name } => {
                table.copying("GIR_CopyFConstantAsFPImm", new, insn);
                name
            }
            R::CopySubRegister { operand, name, index } => {
                let line = table.copying("GIR_CopySubReg", new, operand.insn);
                line.named_uleb("OpIdx", self.index(operand));
                line.comment("SubRegIdx").int(2, index.number().into());
                name
            }
            R::ComplexPattern { renderer, name, sub_operand, sub_register } => {
                let opcode = match (sub_operand, sub_register) {
                    (None, _) => "GIR_ComplexRenderer",
                    (Some(_), None) => "GIR_ComplexSubOperandRenderer",
                    (Some(_), Some(_)) => "GIR_ComplexSubOperandSubRegRenderer",
                };
                let line = table.at_new(opcode, new).comment("RendererID").int(2, renderer.into());
                if let Some(sub_operand) = sub_operand {
                    line.named_uleb("SubOperand", sub_operand.into());
                }
                if let Some(index) = sub_register {
                    line.comment("SubRegIdx").int(2, index.number().into());
                }
                name
            }
            R::Custom { insn, name, function } => {
                let line = table.at_new("GIR_CustomRenderer", new);
                line.named_uleb("OldInsnID", insn.index() as u64).comment("Renderer");
                line.value(2, |w| append!(w, "GICR_", names.name(function)));
                name
            }
            R::CustomOperand { operand, name, function } => {
                let line = table.at_new("GIR_CustomOperandRenderer", new);
                line.named_uleb("OldInsnID", operand.insn.index() as u64);
                line.named_uleb("OpIdx", self.index(operand)).comment("OperandRenderer");
                line.value(2, |w| append!(w, "GICR_", names.name(function)));
                name
            }
            _ => {
                self.new_operand(new, operand, table);
                table.end_line();
                return;
            }
        };
        table.end_line_comment(|w| w.raw(names.name(comment)));
    }

    /// Writes an operand that nothing matched gives.
    fn new_operand(&self, new: NewInsnId, operand: &OperandRenderer, table: &mut Encoder<'_, '_>) {
        use OperandRenderer as R;
        match *operand {
            R::Register { register, is_def } => self.register(new, register, is_def, table),
            R::TempRegister { temp, is_def, is_dead, sub_register } => {
                let opcode = match (sub_register, is_def) {
                    (Some(_), _) => "GIR_AddTempSubRegister",
                    (None, true) => "GIR_AddTempRegister",
                    (None, false) => "GIR_AddSimpleTempRegister",
                };
                let line = table.at_new(opcode, new).named_uleb("TempRegID", temp.index() as u64);
                if sub_register.is_some() || is_def {
                    line.comment("TempRegFlags");
                    match (is_def, is_dead) {
                        (false, _) => line.int(2, 0),
                        (true, false) => line.value(2, |w| w.raw("RegState::Define")),
                        (true, true) => line.value(2, |w| w.raw("RegState::Define|RegState::Dead")),
                    };
                }
                if let Some(index) = sub_register {
                    line.value(2, |w| self.names.sub_register(index, w));
                }
            }
            R::Immediate { value, ty: Some(ty) } => {
                let line = table.at_new("GIR_AddCImm", new).comment("Type").type_or_temp(ty);
                line.comment("Imm").int(8, value);
            }
            R::Immediate { value, ty: None } => {
                table.immediate(new, "Imm", value);
            }
            R::SubRegisterIndex(index) => {
                table.immediate(new, "SubRegIndex", index.number().into());
            }
            R::Intrinsic(intrinsic) => {
                let line = table.opcode("GIR_AddIntrinsicID").named_uleb("MI", new.index() as u64);
                line.value(2, |w| self.names.intrinsic(intrinsic, w));
            }
            R::Copy { .. }
            | R::CopyPhysicalRegister { .. }
            | R::CopyOrAddZeroRegister { .. }
            | R::CopyConstant { .. }
            | R::CopyFConstant { .. }
            | R::CopySubRegister { .. }
            | R::ComplexPattern { .. }
            | R::Custom { .. }
            | R::CustomOperand { .. } => {}
        }
    }

    fn register(
        &self,
        new: NewInsnId,
        register: NamedRegister,
        is_def: bool,
        table: &mut Encoder<'_, '_>,
    ) {
        let line = table.at_new("GIR_AddRegister", new);
        line.value(2, |w| match register {
            NamedRegister::Register(register) => self.names.qualified(register, w),
            NamedRegister::NoRegister => {
                append!(w, self.names.register_namespace(), "::NoRegister");
            }
        });
        line.comment("AddRegisterRegFlags");
        if is_def {
            line.value(2, |w| w.raw("RegState::Define"));
        } else {
            line.int(2, 0);
        }
    }

    fn copy(&self, new: NewInsnId, operand: OperandRef, table: &mut Encoder<'_, '_>) {
        let line = if new.index() == 0 && operand.insn == InsnId::ROOT {
            table.opcode("GIR_RootToRootCopy")
        } else {
            table.copying("GIR_Copy", new, operand.insn)
        };
        line.named_uleb("OpIdx", self.index(operand));
    }

    fn index(&self, operand: OperandRef) -> u64 {
        self.rule.operand(operand).index.into()
    }
}

fn replace_register(old: (InsnId, u32), with: Replacement, table: &mut Encoder<'_, '_>) {
    match with {
        Replacement::Operand { insn, index } => {
            replacement(table.opcode("GIR_ReplaceReg"), old, (insn, index));
        }
        Replacement::Temp(temp) => {
            let line = table.opcode("GIR_ReplaceRegWithTempReg");
            line.named_uleb("OldInsnID", old.0.index() as u64);
            line.named_uleb("OldOpIdx", old.1.into());
            line.named_uleb("TempRegID", temp.index() as u64).end_line();
        }
    }
}
