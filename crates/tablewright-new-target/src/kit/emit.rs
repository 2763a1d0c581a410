//! Printing of the include: a section for each place of the C++ that includes it.

use tablewright_text::{CppWriter, Escaped, TextSink, line};

use super::model::{Branch, ClassDecoder, Halves, Kit, Nop, Reversal};
use crate::addresses::{AddressUse, DistanceChecks, MemoryRole};
use crate::fixups::FixupPart;
use crate::legality::Legality;
use crate::roles::HalfJoin;
use crate::templates::LlvmRelease;

/// Prints all sections.
pub(super) fn emit(kit: &Kit<'_>, w: &mut CppWriter) {
    line!(
        w,
        "// Written by `tablewright new-target --update` from the description and the answers. Do not edit."
    );
    line!(w);
    section(w, "TARGET", |w| {
        line!(w, "#define {}_DESCRIPTION \"{}\"", kit.names.prefix, Escaped(kit.names.text))
    });
    section(w, "MC", |w| emit_mc(kit, w));
    section(w, "FIXUPS", |w| emit_fixups(kit, w));
    section(w, "FIXUP_OF", |w| emit_fixup_of(kit, w));
    section(w, "DISASSEMBLER", |w| emit_disassembler(kit, w));
    section(w, "ADDRESSES", |w| emit_units(&kit.distances, w));
    section(w, "INSTRUCTIONS", |w| emit_instructions(kit, w));
    section(w, "NODES", |w| {
        for node in &kit.nodes.nodes {
            line!(w, "{node},");
        }
    });
    section(w, "NODE_NAMES", |w| {
        for node in &kit.nodes.nodes {
            line!(w, "case {0}ISD::{node}: return \"{0}ISD::{node}\";", kit.names.name);
        }
    });
    section(w, "CLASSES", |w| emit_classes(kit.names.name, &kit.nodes.legality, w));
    section(w, "LEGALITY", |w| emit_legality(&kit.names.prefix, &kit.nodes.legality, w));
    section(w, "CONDITIONS", |w| emit_conditions(kit, w));
}

/// Prints a section that is included on its own.
fn section(w: &mut CppWriter, name: &str, body: impl FnOnce(&mut CppWriter)) {
    w.guarded(&format!("GET_KIT_{name}"), body);
}

fn emit_mc(kit: &Kit<'_>, w: &mut CppWriter) {
    w.block("enum Fixups", ";", |w| {
        let mut first = " = FirstTargetFixupKind";
        for name in kit.fixups.names() {
            line!(w, "{name}{first},");
            first = "";
        }
        line!(w, "LastFixup{first},");
        line!(w, "NumFixups = LastFixup - FirstTargetFixupKind");
    });
    let high = kit.fixups.list.iter().filter(|fixup| fixup.part == FixupPart::High).count();
    line!(
        w,
        "constexpr bool isHighFixup(unsigned Kind) {{ return Kind < FirstTargetFixupKind + {high}; }}"
    );
    let relative =
        high + kit.fixups.list.iter().filter(|fixup| fixup.part == FixupPart::Low).count();
    line!(
        w,
        "constexpr bool isRelativeFixup(unsigned Kind) {{ return Kind >= FirstTargetFixupKind + {relative}; }}"
    );
    emit_halves(&kit.halves, w);
    w.block("inline const char *const CondNames[] =", ";", |w| {
        if kit.conditions.names.is_empty() {
            line!(w, "\"\",");
        }
        for name in kit.conditions.names {
            line!(w, "\"{}\",", Escaped(name));
        }
    });
    for (key, value) in &kit.macros {
        let space = if value.is_empty() { "" } else { " " };
        w.raw(&format!("#define {key}{space}{value}\n"));
    }
}

/// Prints the functions that split a number or an address.
fn emit_halves(halves: &Halves, w: &mut CppWriter) {
    let (low, high_mask) = (halves.low, mask(halves.high));
    let low_mask = mask(low);
    let (sum, low_part) = match halves.join {
        HalfJoin::Or => ("V".to_owned(), format!("V & {low_mask:#x}")),
        HalfJoin::AddWithCarry => {
            let sign = 1_u64 << low.saturating_sub(1).min(63);
            (format!("(V + {sign:#x})"), sign_extended(&format!("(V & {low_mask:#x})"), low))
        }
    };
    let bits = format!("{sum} >> {low} & {high_mask:#x}");
    let high_part =
        if halves.high_has_sign { sign_extended(&format!("({bits})"), halves.high) } else { bits };
    line!(w, "constexpr int64_t highPart(uint64_t V) {{ return {high_part}; }}");
    line!(w, "constexpr int64_t lowPart(uint64_t V) {{ return {low_part}; }}");
}

/// Returns C++ for a number of some bits with a sign.
fn sign_extended(bits: &str, width: u32) -> String {
    let sign = 1_u64 << width.saturating_sub(1).min(63);
    format!("int64_t({bits} ^ {sign:#x}) - {sign:#x}")
}

fn mask(width: u32) -> u64 {
    1_u64.checked_shl(width).map_or(u64::MAX, |bit| bit - 1)
}

fn emit_fixups(kit: &Kit<'_>, w: &mut CppWriter) {
    let names = kit.fixups.names();
    w.block("const MCFixupKindInfo Infos[] =", ";", |w| {
        for (fixup, name) in kit.fixups.list.iter().zip(&names) {
            let flags = match fixup.part {
                FixupPart::High | FixupPart::Low => "0",
                FixupPart::Relative => match kit.llvm {
                    LlvmRelease::V19 => "MCFixupKindInfo::FKF_IsPCRel",
                    LlvmRelease::V22 => "0",
                },
            };
            line!(w, "{{\"{name}\", {}, {}, {flags}}},", fixup.lowest_bit(), fixup.width);
        }
    });
    line!(w, "// Bytes of the instructions with the fixups.");
    w.block("const unsigned FixupBytes[] =", ";", |w| {
        for fixup in &kit.fixups.list {
            line!(w, "{},", fixup.bytes);
        }
    });
    line!(
        w,
        "// Bits of the fixups: fixup, lowest bit in the instruction, lowest bit in the value, width."
    );
    w.block("const FixupBits Bits[] =", ";", |w| {
        for (fixup, name) in kit.fixups.list.iter().zip(&names) {
            for run in &fixup.runs {
                line!(
                    w,
                    "{{{}::{name}, {}, {}, {}}},",
                    kit.names.name,
                    run.bit,
                    run.value_bit,
                    run.width
                );
            }
        }
    });
    emit_nops(&kit.nops, w);
}

fn emit_nops(nops: &[Nop], w: &mut CppWriter) {
    w.block("bool writeNops(raw_ostream &OS, uint64_t Count, [[maybe_unused]] const MCSubtargetInfo *STI)", "", |w| {
        for nop in nops {
            let size = nop.bytes.len();
            let condition = nop.condition.as_ref().map(|text| format!(" && {text}"));
            let mut bytes = String::new();
            for byte in &nop.bytes {
                write!(bytes, "\\x{byte:02x}");
            }
            line!(w, "for (; Count >= {size}{}; Count -= {size})", condition.unwrap_or_default());
            line!(w, "  OS.write(\"{bytes}\", {size});");
        }
        line!(w, "return Count == 0;");
    });
}

fn emit_fixup_of(kit: &Kit<'_>, w: &mut CppWriter) {
    let names = kit.fixups.names();
    for (part, function) in [
        (FixupPart::High, "highFixup"),
        (FixupPart::Low, "lowFixup"),
        (FixupPart::Relative, "relativeFixup"),
    ] {
        w.block(format!("static unsigned {function}(unsigned Opcode)"), "", |w| {
            line!(w, "switch (Opcode) {{");
            for used in kit.fixups.uses.iter().filter(|used| used.part == part) {
                line!(
                    w,
                    "case {0}::{1}: return {0}::{2};",
                    kit.names.name,
                    used.instruction,
                    names[used.fixup]
                );
            }
            line!(w, "default: return 0;");
            line!(w, "}}");
        });
    }
}

fn emit_disassembler(kit: &Kit<'_>, w: &mut CppWriter) {
    for ClassDecoder { class, registers } in &kit.disassembler.decoders {
        w.block(format!("static const MCPhysReg {class}Registers[] ="), ";", |w| {
            for register in registers {
                match register {
                    Some(name) => line!(w, "{}::{name},", kit.names.name),
                    None => line!(w, "0,"),
                }
            }
        });
        line!(
            w,
            "static DecodeStatus Decode{class}RegisterClass(MCInst &MI, uint64_t N, uint64_t, const MCDisassembler *) {{"
        );
        line!(w, "  return addRegister(MI, N, {class}Registers);");
        line!(w, "}}");
    }
    w.block("static void addOperandsWithoutBits(MCInst &MI)", "", |w| {
        line!(w, "switch (MI.getOpcode()) {{");
        for (instruction, index, register) in &kit.disassembler.implied {
            line!(
                w,
                "case {0}::{instruction}: MI.insert(MI.begin() + {index}, MCOperand::createReg({0}::{register})); break;",
                kit.names.name
            );
        }
        line!(w, "default: break;");
        line!(w, "}}");
    });
}

fn emit_instructions(kit: &Kit<'_>, w: &mut CppWriter) {
    for (kind, roles) in [("store", &kit.roles.stores), ("load", &kit.roles.loads)] {
        emit_memory(kit.names.name, kind, roles, w);
    }
    emit_memory_operands(kit, w);
    emit_distances(kit, w);
    emit_branches(kit, w);
    line!(w, "// Returns the bits of the distance in a branch.");
    w.block("static unsigned branchWidth(unsigned Opcode)", "", |w| {
        line!(w, "switch (Opcode) {{");
        for used in kit.fixups.uses.iter().filter(|used| used.part == FixupPart::Relative) {
            let width = kit.fixups.list[used.fixup].width;
            line!(w, "case {}::{}: return {width};", kit.names.name, used.instruction);
        }
        line!(w, "default: llvm_unreachable(\"only branches have a distance\");");
        line!(w, "}}");
    });
    line!(w, "// Returns the instruction that copies a register, or 0 if there is none.");
    w.block("static unsigned copyOpcode([[maybe_unused]] MCRegister Dst, [[maybe_unused]] MCRegister Src)", "", |w| {
        for copy in &kit.roles.copies {
            line!(
                w,
                "if ({0}::{1}RegClass.contains(Dst) && {0}::{2}RegClass.contains(Src)) return {0}::{3};",
                kit.names.name,
                copy.to,
                copy.from,
                copy.instruction
            );
        }
        line!(w, "return 0;");
    });
}

fn emit_memory_operands(kit: &Kit<'_>, w: &mut CppWriter) {
    let name = kit.names.name;
    line!(w, "// Indexes of the operands of a load or store.");
    w.block("struct MemoryOperands", ";", |w| line!(w, "unsigned Value, Base, Distance;"));
    w.block("static MemoryOperands memoryOperands(unsigned Opcode)", "", |w| {
        line!(w, "switch (Opcode) {{");
        for role in kit.roles.stores.iter().chain(&kit.roles.loads) {
            let MemoryRole { instruction, value, base, distance, .. } = role;
            line!(w, "case {name}::{instruction}: return {{{value}, {base}, {distance}}};");
        }
        line!(w, "default: llvm_unreachable(\"only loads and stores have these operands\");");
        line!(w, "}}");
    });
    line!(w, "// Returns the index of the distance that belongs to the base with this index.");
    let head = "static unsigned distanceOperand([[maybe_unused]] unsigned Opcode, unsigned Base)";
    w.block(head, "", |w| {
        let is_unusual = |place: &&AddressUse| place.distance != place.base + 1;
        let unusual: Vec<&AddressUse> = kit.roles.addresses.iter().filter(is_unusual).collect();
        if !unusual.is_empty() {
            line!(w, "switch (Opcode) {{");
            for AddressUse { instruction, base, distance, .. } in unusual {
                line!(
                    w,
                    "case {name}::{instruction}: return Base == {base} ? {distance} : Base + 1;"
                );
            }
            line!(w, "}}");
        }
        line!(w, "return Base + 1;");
    });
}

/// Prints the check of distances for each complex pattern.
fn emit_units(distances: &DistanceChecks<'_>, w: &mut CppWriter) {
    line!(
        w,
        "// Whether a distance fits the instructions whose address is selectAddr<Unit>; 0 for selectAddr."
    );
    w.block("template <unsigned Unit> static bool distanceFits(int64_t V)", "", |w| {
        for (unit, check) in &distances.units {
            line!(w, "if constexpr (Unit == {unit})");
            line!(w, "  return {check};");
        }
        line!(w, "return {};", distances.without_unit);
    });
}

/// Prints the check of distances for each instruction.
fn emit_distances(kit: &Kit<'_>, w: &mut CppWriter) {
    line!(w, "// Whether a distance fits this instruction with an address.");
    let head = "static bool distanceFits([[maybe_unused]] unsigned Opcode, int64_t V)";
    w.block(head, "", |w| {
        if kit.distances.instructions.len() > 1 {
            line!(w, "switch (Opcode) {{");
            for (check, instructions) in &kit.distances.instructions {
                for instruction in instructions {
                    line!(w, "case {}::{instruction}:", kit.names.name);
                }
                line!(w, "  return {check};");
            }
            line!(w, "}}");
        }
        line!(w, "return {}_FITS_DISP(V);", kit.names.prefix);
    });
}

fn emit_branches(kit: &Kit<'_>, w: &mut CppWriter) {
    line!(w, "// Returns the index of the operand that is a block.");
    w.block("static unsigned targetOperand(unsigned Opcode)", "", |w| {
        line!(w, "switch (Opcode) {{");
        for branch in &kit.branches {
            line!(w, "case {}::{}: return {};", kit.names.name, branch.instruction, branch.target);
        }
        line!(w, "default: llvm_unreachable(\"only branches have a target\");");
        line!(w, "}}");
    });
    w.block("static bool isConditionalBranch(unsigned Opcode)", "", |w| {
        line!(w, "switch (Opcode) {{");
        for branch in kit.branches.iter().filter(|branch| branch.is_conditional()) {
            line!(w, "case {}::{}:", kit.names.name, branch.instruction);
        }
        line!(w, "  return true;");
        line!(w, "default:");
        line!(w, "  return false;");
        line!(w, "}}");
    });
    emit_reversals(kit, w);
}

fn emit_reversals(kit: &Kit<'_>, w: &mut CppWriter) {
    let name = kit.names.name;
    line!(
        w,
        "// Changes a condition, which is the opcode of a branch and its operands without the target. Returns whether an"
    );
    line!(w, "// instruction branches on the opposite condition.");
    let head = "static bool reverseCondition(MutableArrayRef<MachineOperand> Cond)";
    w.block(head, "", |w| {
        line!(w, "switch (Cond[0].getImm()) {{");
        for Branch { instruction, reversal, .. } in &kit.branches {
            let change = match reversal {
                Reversal::Unconditional => continue,
                Reversal::Number => "Cond[1].setImm(Cond[1].getImm() ^ 1); return true;".to_owned(),
                Reversal::Instruction(opposite) => {
                    format!("Cond[0].setImm({name}::{opposite}); return true;")
                }
                Reversal::Impossible => "return false;".to_owned(),
            };
            line!(w, "case {name}::{instruction}: {change}");
        }
        line!(w, "default: llvm_unreachable(\"only branches have a condition\");");
        line!(w, "}}");
    });
}

fn emit_memory(name: &str, kind: &str, roles: &[MemoryRole], w: &mut CppWriter) {
    w.block(format!("static unsigned {kind}Opcode(const TargetRegisterClass *RC)"), "", |w| {
        for role in roles {
            line!(
                w,
                "if ({name}::{}RegClass.hasSubClassEq(RC)) return {name}::{};",
                role.class,
                role.instruction
            );
        }
        line!(w, "llvm_unreachable(\"registers of this class cannot be saved\");");
    });
    let function = if kind == "load" { "isPlainLoad" } else { "isPlainStore" };
    w.block(format!("static bool {function}(unsigned Opcode)"), "", |w| {
        line!(w, "switch (Opcode) {{");
        for role in roles {
            line!(w, "case {name}::{}:", role.instruction);
        }
        line!(w, "  return true;");
        line!(w, "default:");
        line!(w, "  return false;");
        line!(w, "}}");
    });
}

fn emit_classes(name: &str, legality: &Legality, w: &mut CppWriter) {
    for ty in &legality.types {
        let condition = ty.condition.as_ref().map(|text| format!("if ({text}) "));
        let condition = condition.unwrap_or_default();
        line!(w, "{condition}addRegisterClass(MVT::{}, &{name}::{}RegClass);", ty.name, ty.class);
    }
}

fn emit_legality(prefix: &str, legality: &Legality, w: &mut CppWriter) {
    for operation in &legality.expanded {
        let condition = operation.legal_if.as_ref().map(|text| format!("if (!({text})) "));
        let condition = condition.unwrap_or_default();
        let (operation, ty) = (operation.operation, &operation.ty);
        line!(w, "{condition}setOperationAction(ISD::{operation}, MVT::{ty}, Expand);");
    }
    for code in &legality.conditions {
        line!(w, "setCondCodeAction(ISD::{code}, {prefix}_WORD, Expand);");
    }
    for width in &legality.extensions_in_register {
        line!(w, "setOperationAction(ISD::SIGN_EXTEND_INREG, MVT::i{width}, Expand);");
    }
    for (kind, width) in &legality.extending_loads {
        line!(w, "setLoadExtAction(ISD::{kind}, {prefix}_WORD, MVT::i{width}, Expand);");
    }
}

fn emit_conditions(kit: &Kit<'_>, w: &mut CppWriter) {
    for case in &kit.conditions.cases {
        let number = match (case.integer, case.float) {
            (Some(integer), Some(float)) if integer != float => {
                format!("Float ? {float} : {integer}")
            }
            (Some(number), _) | (None, Some(number)) => number.to_string(),
            (None, None) => continue,
        };
        line!(w, "case ISD::{}: N = {number}; break;", case.code);
    }
}
