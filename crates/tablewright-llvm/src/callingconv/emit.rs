//! Calling conventions as C++ functions, and the registers they assign as arrays.

use std::borrow::Cow;

use tablewright_text::{CppWriter, line};

use super::model::{
    CallingConv, CallingConvAction, CallingConvGuards, CallingConvs, RegList, RegTable,
    RegistersByConv, StackSlot,
};

pub(super) fn emit(model: &CallingConvs<'_>, w: &mut CppWriter) {
    w.file_header("Calling Convention Implementation Fragment", None);
    match model.guards {
        CallingConvGuards::Alternatives if model.passes_orig_type => {
            w.raw("#if !defined(GET_CC_REGISTER_LISTS)\n\n");
        }
        CallingConvGuards::Alternatives => w.raw("#ifndef GET_CC_REGISTER_LISTS\n\n"),
        CallingConvGuards::OnePerPart => {
            w.raw("#ifdef GET_CALLING_CONV_IMPL\n#undef GET_CALLING_CONV_IMPL\n\n");
        }
    }
    let code = FunctionCode { passes_orig_type: model.passes_orig_type };
    // The functions may call each other.
    for convention in &model.conventions {
        code.emit_signature(convention, ";", w);
    }
    for convention in &model.conventions {
        w.raw("\n\n");
        code.emit_signature(convention, " {", w);
        w.indented(|w| {
            for action in &convention.actions {
                line!(w);
                code.emit_action(action, w);
            }
            line!(w);
            line!(w, "return true; // No action took the value.");
        });
        line!(w, "}}");
    }
    match model.guards {
        CallingConvGuards::Alternatives if model.arg_registers.is_empty() => {}
        CallingConvGuards::OnePerPart if model.conventions.is_empty() => {
            w.raw("\n#endif // GET_CALLING_CONV_IMPL\n");
            return;
        }
        CallingConvGuards::Alternatives => w.raw("\n#else\n\n"),
        CallingConvGuards::OnePerPart => w.raw(
            "\n#endif // GET_CALLING_CONV_IMPL\n\n\
             #ifdef GET_CC_REGISTER_LISTS\n#undef GET_CC_REGISTER_LISTS\n\n",
        ),
    }
    emit_register_arrays("ArgRegs", &model.arg_registers, w);
    if !model.swift_arg_registers.is_empty() {
        w.raw("\n// Registers of arguments with a special meaning in Swift.\n");
        emit_register_arrays("Swift_ArgRegs", &model.swift_arg_registers, w);
    }
    w.raw("\n#endif // GET_CC_REGISTER_LISTS\n");
}

/// Writes the functions for conventions.
struct FunctionCode {
    passes_orig_type: bool,
}

impl FunctionCode {
    /// Writes a function head. Parameters on later lines are aligned with the first line.
    fn emit_signature(&self, convention: &CallingConv<'_>, tail: &str, w: &mut CppWriter) {
        let head = if convention.is_entry {
            format!("bool llvm::{}(", convention.name)
        } else {
            format!("static bool {}(", convention.name)
        };
        let width = head.len();
        let orig_type = if self.passes_orig_type { "Type *OrigTy, " } else { "" };
        line!(w, "{head}unsigned ValNo, MVT ValVT,");
        line!(w, "{:width$}MVT LocVT, CCValAssign::LocInfo LocInfo,", "");
        line!(w, "{:width$}ISD::ArgFlagsTy ArgFlags, {orig_type}CCState &State){tail}", "");
    }

    fn emit_action(&self, action: &CallingConvAction<'_>, w: &mut CppWriter) {
        let ty = if self.passes_orig_type { "MCRegister" } else { "unsigned" };
        match action {
            CallingConvAction::If { conditions, then } => self.emit_predicate(conditions, then, w),
            CallingConvAction::DelegateTo(name) => {
                let orig_type = if self.passes_orig_type { "OrigTy, " } else { "" };
                line!(w, "if (!{name}(ValNo, ValVT, LocVT, LocInfo, ArgFlags, {orig_type}State))");
                line!(w, "  return false;");
            }
            CallingConvAction::AssignToReg { registers, stack } => {
                let registers = register_list(registers, w);
                let head = format_args!("if ({ty} Reg = State.AllocateReg({registers}))");
                w.block(head, "", |w| {
                    emit_assign_reg(w);
                    if let Some(slot) = stack {
                        emit_allocate_stack("(void)", slot, w);
                    }
                    line!(w, "return false;");
                });
            }
            CallingConvAction::AssignToRegWithShadow { registers, shadows } => {
                let registers = register_list(registers, w);
                let shadows = register_list(shadows, w);
                let head =
                    format_args!("if ({ty} Reg = State.AllocateReg({registers}, {shadows}))");
                w.block(head, "", |w| {
                    emit_assign_reg(w);
                    line!(w, "return false;");
                });
            }
            CallingConvAction::AssignToStack { offset, slot } => {
                emit_allocate_stack(&format!("int64_t Offset{offset} = "), slot, w);
                emit_assign_mem(*offset, w);
            }
            CallingConvAction::AssignToStackWithShadow { offset, size, align, shadows } => {
                let shadows = register_table("ShadowRegList", shadows, w);
                let size_and_align = format_args!("{size}, Align({align})");
                line!(
                    w,
                    "int64_t Offset{offset} = State.AllocateStack({size_and_align}, {shadows});"
                );
                emit_assign_mem(*offset, w);
            }
            CallingConvAction::PromoteToType { ty, is_floating_point: true } => {
                emit_convert(ty, "FPExt", w)
            }
            CallingConvAction::PromoteToType { ty, is_floating_point: false } => {
                emit_extend(ty, "Ext", w)
            }
            CallingConvAction::PromoteToUpperBitsInType { ty } => emit_extend(ty, "ExtUpper", w),
            CallingConvAction::Convert { ty, loc_info } => emit_convert(ty, loc_info, w),
            CallingConvAction::PassByVal { size, align } => {
                let size_and_align = format_args!("{size}, Align({align})");
                line!(
                    w,
                    "State.HandleByVal(ValNo, ValVT, LocVT, LocInfo, {size_and_align}, ArgFlags);"
                );
                line!(w, "return false;");
            }
            CallingConvAction::Custom(function) => {
                line!(w, "if ({function}(ValNo, ValVT, LocVT, LocInfo, ArgFlags, State))");
                line!(w, "  return false;");
            }
        }
    }

    fn emit_predicate(
        &self,
        conditions: &[String],
        then: &CallingConvAction<'_>,
        w: &mut CppWriter,
    ) {
        match conditions {
            [] => line!(w, "if () {{"),
            [only] => line!(w, "if ({only}) {{"),
            [first, between @ .., last] => {
                line!(w, "if ({first} ||");
                for condition in between {
                    line!(w, "    {condition} ||");
                }
                line!(w, "    {last}) {{");
            }
        }
        w.indented(|w| self.emit_action(then, w));
        line!(w, "}}");
    }
}

/// Writes the register table, if needed, and returns the C++ that refers to the registers.
fn register_list<'a>(list: &'a RegList, w: &mut CppWriter) -> Cow<'a, str> {
    match list {
        RegList::One(register) => register.into(),
        RegList::Table(table) => register_table("RegList", table, w).into(),
    }
}

fn register_table(name: &str, table: &RegTable, w: &mut CppWriter) -> String {
    let name = format!("{name}{}", table.number);
    w.block(format_args!("static const MCPhysReg {name}[] ="), ";", |w| {
        line!(w, "{}", table.registers.join(", "));
    });
    name
}

fn emit_assign_reg(w: &mut CppWriter) {
    line!(w, "State.addLoc(CCValAssign::getReg(ValNo, ValVT, Reg, LocVT, LocInfo));");
}

fn emit_assign_mem(offset: u32, w: &mut CppWriter) {
    line!(w, "State.addLoc(CCValAssign::getMem(ValNo, ValVT, Offset{offset}, LocVT, LocInfo));");
    line!(w, "return false;");
}

const DATA_LAYOUT: &str = "State.getMachineFunction().getDataLayout()";
const IR_TYPE: &str = "EVT(LocVT).getTypeForEVT(State.getContext())";

fn emit_allocate_stack(target: &str, slot: &StackSlot, w: &mut CppWriter) {
    let StackSlot { size, align } = slot;
    let align_of_type = format!("{DATA_LAYOUT}.getABITypeAlign({IR_TYPE})");
    match (size, align) {
        (0, 0) => {
            line!(w, "{target}State.AllocateStack(");
            line!(w, "  {DATA_LAYOUT}.getTypeAllocSize({IR_TYPE}), ");
            line!(w, "  {align_of_type});");
        }
        (0, align) => {
            line!(w, "{target}State.AllocateStack(");
            line!(w, "  {DATA_LAYOUT}.getTypeAllocSize({IR_TYPE}), Align({align}));");
        }
        (size, 0) => {
            line!(w, "{target}State.AllocateStack({size}, ");
            line!(w, "  {align_of_type});");
        }
        (size, align) => line!(w, "{target}State.AllocateStack({size}, Align({align}));"),
    }
}

fn emit_convert(ty: &str, loc_info: &str, w: &mut CppWriter) {
    line!(w, "LocVT = {ty};");
    line!(w, "LocInfo = CCValAssign::{loc_info};");
}

fn emit_extend(ty: &str, kind: &str, w: &mut CppWriter) {
    line!(w, "LocVT = {ty};");
    line!(w, "if (ArgFlags.isSExt())");
    line!(w, "  LocInfo = CCValAssign::S{kind};");
    line!(w, "else if (ArgFlags.isZExt())");
    line!(w, "  LocInfo = CCValAssign::Z{kind};");
    line!(w, "else");
    line!(w, "  LocInfo = CCValAssign::A{kind};");
}

/// Writes an array for each convention. An empty array contains the number for no register.
fn emit_register_arrays(suffix: &str, registers: &RegistersByConv<'_>, w: &mut CppWriter) {
    for (convention, registers) in registers {
        let names: Vec<&str> = registers.iter().map(String::as_str).collect();
        let names = if names.is_empty() { "0".to_owned() } else { names.join(", ") };
        line!(w, "const MCRegister {convention}_{suffix}[] = {{ {names} }};");
    }
}
