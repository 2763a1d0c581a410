//! Writes the checks of rules: a line for each.

use tablewright_target::global_isel::InsnId;
use tablewright_target::global_isel::check::{
    Check, ImmediatePredicate, InstructionCheck, OpcodeCheck, OperandCheck, OrderingComparison,
    PlacedCheck, SizeRelation, Splat,
};
use tablewright_target::global_isel::matcher::{InstructionMatcher, OperandMatcher};
use tablewright_target::global_isel::rule::Rule;
use tablewright_text::append;

use super::encoder::Encoder;
use super::names::{TableNames, immediate_value, type_enumerator};

impl Encoder<'_, '_> {
    /// An operation on an instruction.
    fn at_insn(&mut self, opcode: &str, insn: InsnId) -> &mut Self {
        self.opcode(opcode).named_uleb("MI", insn.index() as u64)
    }

    /// An operation on an operand.
    fn at_operand(&mut self, opcode: &str, insn: InsnId, index: u32) -> &mut Self {
        self.at_insn(opcode, insn).named_uleb("Op", index.into())
    }

    /// An operation on an operand that has a short form for those of the root.
    fn at_any_operand(&mut self, opcodes: [&str; 2], insn: InsnId, index: u32) -> &mut Self {
        if insn == InsnId::ROOT {
            self.opcode(opcodes[0]).named_uleb("Op", index.into())
        } else {
            self.at_operand(opcodes[1], insn, index)
        }
    }
}

/// Writes what is checked at an instruction, at its operands, and at the instructions that define these.
pub(super) fn instruction(
    names: &TableNames<'_>,
    rule: &Rule,
    insn: InsnId,
    table: &mut Encoder<'_, '_>,
) {
    let matcher: &InstructionMatcher = &rule.instructions[insn];
    if let Some(count) = matcher.implied_operand_count() {
        instruction_check(names, insn, &InstructionCheck::OperandCount(count), table);
    }
    for check in matcher.checks.iter().filter(|check| !needs_operands(check)) {
        placed_check(names, check, table);
    }
    for operand in &matcher.operands {
        self::operand(names, rule, insn, operand, table);
    }
    for check in matcher.checks.iter().filter(|check| needs_operands(check)) {
        placed_check(names, check, table);
    }
}

/// C++ may look at everything else that is checked, so it comes last.
fn needs_operands(check: &PlacedCheck) -> bool {
    matches!(check.check, Check::Instruction(InstructionCheck::Cxx(_)))
}

fn operand(
    names: &TableNames<'_>,
    rule: &Rule,
    insn: InsnId,
    operand: &OperandMatcher,
    table: &mut Encoder<'_, '_>,
) {
    if !operand.is_hoisted {
        table.end_line_comment(|w| {
            append!(w, "MIs[", insn.index(), "] ");
            match operand.name {
                Some(name) => w.raw(names.name(name)),
                None => append!(w, "Operand ", operand.index),
            }
        });
        if operand.checks.is_empty() {
            table.end_line_comment(|w| w.raw("No operand predicates"));
        }
    }
    for check in &operand.checks {
        match *check {
            OperandCheck::Instruction { insn: defining, ignore_copies } => {
                let at = (insn, operand.index);
                defining_instruction(names, rule, at, (defining, ignore_copies), table);
            }
            _ => operand_check(names, insn, operand.index, check, table),
        }
    }
}

/// Writes a check that looks at no other instruction.
pub(super) fn placed_check(
    names: &TableNames<'_>,
    check: &PlacedCheck,
    table: &mut Encoder<'_, '_>,
) {
    match &check.check {
        Check::Instruction(what) => instruction_check(names, check.insn, what, table),
        Check::Operand { index, check: what } => {
            operand_check(names, check.insn, *index, what, table);
        }
    }
}

fn instruction_check(
    names: &TableNames<'_>,
    insn: InsnId,
    check: &InstructionCheck,
    table: &mut Encoder<'_, '_>,
) {
    use InstructionCheck as C;
    match check {
        C::Opcode(check) => opcode(names, insn, check, table),
        C::OperandCount(count) => {
            let line = table.at_insn("GIM_CheckNumOperands", insn);
            line.named_uleb("Expected", (*count).into());
        }
        C::Immediate(check) => immediate(names, insn, *check, table),
        C::AtomicOrdering { ordering, comparison } => {
            let opcode = match comparison {
                OrderingComparison::Exactly => "GIM_CheckAtomicOrdering",
                OrderingComparison::OrStronger => "GIM_CheckAtomicOrderingOrStrongerThan",
                OrderingComparison::WeakerThan => "GIM_CheckAtomicOrderingWeakerThan",
            };
            let line = table.at_insn(opcode, insn).comment("Order");
            line.value(1, |w| append!(w, "(uint8_t)AtomicOrdering::", names.name(*ordering)));
        }
        C::VectorSplat(splat) => {
            table.at_insn(
                match splat {
                    Splat::AllZeros => "GIM_CheckIsBuildVectorAllZeros",
                    Splat::AllOnes => "GIM_CheckIsBuildVectorAllOnes",
                },
                insn,
            );
        }
        C::NoUse => {
            table.at_insn("GIM_CheckHasNoUse", insn);
        }
        C::OneUse => {
            table.at_insn("GIM_CheckHasOneUse", insn);
        }
        C::Cxx(predicate) => {
            let line = table.at_insn("GIM_CheckCxxInsnPredicate", insn).comment("FnId");
            line.value(2, |w| names.cxx_predicate(*predicate, w));
        }
        C::Flags { flags, are_set } => {
            let opcode = if *are_set { "GIM_MIFlags" } else { "GIM_MIFlagsNot" };
            table.at_insn(opcode, insn).value(4, |w| names.flags(flags, w));
        }
        C::MemorySize { .. }
        | C::MemorySizeOfType { .. }
        | C::MemoryAddressSpaces { .. }
        | C::MemoryAlignment { .. } => memory(insn, check, table),
    }
    table.end_line();
}

fn opcode(names: &TableNames<'_>, insn: InsnId, check: &OpcodeCheck, table: &mut Encoder<'_, '_>) {
    let opcode = match check.second {
        None => "GIM_CheckOpcode",
        Some(_) => "GIM_CheckOpcodeIsEither",
    };
    let line = table.at_insn(opcode, insn).value(2, |w| names.opcode(check.first, w));
    if let Some(second) = check.second {
        line.value(2, |w| names.opcode(second, w));
    }
}

fn immediate(
    names: &TableNames<'_>,
    insn: InsnId,
    check: ImmediatePredicate,
    table: &mut Encoder<'_, '_>,
) {
    let opcode = match immediate_value(check.value) {
        "I64" => "GIM_CheckI64ImmPredicate",
        "APInt" => "GIM_CheckAPIntImmPredicate",
        _ => "GIM_CheckAPFloatImmPredicate",
    };
    let line = table.at_insn(opcode, insn).comment("Predicate");
    line.value(2, |w| names.immediate_predicate(check, w));
}

fn memory(insn: InsnId, check: &InstructionCheck, table: &mut Encoder<'_, '_>) {
    match check {
        InstructionCheck::MemorySize { memory_operand, bytes } => {
            let line = table.at_insn("GIM_CheckMemorySizeEqualTo", insn);
            line.named_uleb("MMO", (*memory_operand).into());
            line.comment("Size").int(4, (*bytes).into());
        }
        InstructionCheck::MemorySizeOfType { memory_operand, relation, operand } => {
            let opcode = match relation {
                SizeRelation::GreaterThan => "GIM_CheckMemorySizeGreaterThanLLT",
                SizeRelation::EqualTo => "GIM_CheckMemorySizeEqualToLLT",
                SizeRelation::LessThan => "GIM_CheckMemorySizeLessThanLLT",
            };
            let line = table.at_insn(opcode, insn).named_uleb("MMO", (*memory_operand).into());
            line.named_uleb("OpIdx", (*operand).into());
        }
        InstructionCheck::MemoryAddressSpaces { memory_operand, spaces } => {
            let line = table.at_insn("GIM_CheckMemoryAddressSpace", insn);
            line.named_uleb("MMO", (*memory_operand).into());
            line.comment("NumAddrSpace").int(1, spaces.len() as i64);
            for &space in spaces {
                line.named_uleb("AddrSpace", space.into());
            }
        }
        InstructionCheck::MemoryAlignment { memory_operand, bytes } => {
            let line = table.at_insn("GIM_CheckMemoryAlignment", insn);
            line.named_uleb("MMO", (*memory_operand).into());
            line.comment("MinAlign").int(1, (*bytes).into());
        }
        _ => {}
    }
}

fn operand_check(
    names: &TableNames<'_>,
    insn: InsnId,
    index: u32,
    check: &OperandCheck,
    table: &mut Encoder<'_, '_>,
) {
    use OperandCheck as C;
    match check {
        C::Immediate(predicate) => {
            let line = table.at_insn("GIM_CheckImmOperandPredicate", insn);
            line.named_uleb("MO", index.into()).comment("Predicate");
            line.value(2, |w| names.immediate_predicate(*predicate, w));
        }
        C::IsImmediate => {
            table.at_operand("GIM_CheckIsImm", insn, index);
        }
        C::SameOperand(same) => {
            let opcode = if same.ignore_copies {
                "GIM_CheckIsSameOperandIgnoreCopies"
            } else {
                "GIM_CheckIsSameOperand"
            };
            let line = table.at_insn(opcode, insn).named_uleb("OpIdx", index.into());
            line.named_uleb("OtherMI", same.other_insn.index() as u64);
            line.named_uleb("OtherOpIdx", same.other_index.into());
        }
        C::ComplexPattern { matcher, renderer } => {
            let line = table.at_operand("GIM_CheckComplexPattern", insn, index);
            line.comment("Renderer").int(2, (*renderer).into());
            line.value(2, |w| append!(w, "GICP_", names.store.record(*matcher).name()));
        }
        C::Intrinsic(intrinsic) => {
            let line = table.at_operand("GIM_CheckIntrinsicID", insn, index);
            line.value(2, |w| names.intrinsic(*intrinsic, w));
        }
        C::ComparePredicate(name) => {
            let line = table.at_operand("GIM_CheckCmpPredicate", insn, index).comment("Predicate");
            line.value(2, |w| append!(w, "CmpInst::", names.name(*name)));
        }
        // That is written with what is checked at the other instruction.
        C::Instruction { .. } => return,
        C::ConstantInt(_)
        | C::LiteralInt(_)
        | C::Type(_)
        | C::PointerToAny { .. }
        | C::RegisterBank(_) => register_check(names, insn, index, check, table),
        C::BasicBlock => {
            table.at_operand("GIM_CheckIsMBB", insn, index);
        }
        C::RecordNamed { slot, name } => {
            let line = table.at_operand("GIM_RecordNamedOperand", insn, index);
            line.named_uleb("StoreIdx", (*slot).into());
            line.end_line_comment(|w| append!(w, "Name : ", names.name(*name)));
            return;
        }
        C::RecordType(ty) => {
            let line = table.at_operand("GIM_RecordRegType", insn, index).comment("TempTypeIdx");
            line.int(1, -1 - ty.index() as i64);
        }
    }
    table.end_line();
}

/// Writes what is checked of a register alone: its type, its bank, its value.
fn register_check(
    names: &TableNames<'_>,
    insn: InsnId,
    index: u32,
    check: &OperandCheck,
    table: &mut Encoder<'_, '_>,
) {
    use OperandCheck as C;
    match check {
        C::ConstantInt(value) => {
            let (opcode, bytes) = match i8::try_from(*value) {
                Ok(_) => ("GIM_CheckConstantInt8", 1),
                Err(_) => ("GIM_CheckConstantInt", 8),
            };
            table.at_operand(opcode, insn, index).int(bytes, *value);
        }
        C::LiteralInt(value) => {
            table.at_operand("GIM_CheckLiteralInt", insn, index).int(8, *value);
        }
        C::Type(ty) => {
            let line = table.at_any_operand(["GIM_RootCheckType", "GIM_CheckType"], insn, index);
            line.comment("Type").value(1, |w| type_enumerator(*ty, w));
        }
        C::PointerToAny { bits } => {
            let line = table.at_operand("GIM_CheckPointerToAny", insn, index);
            line.named_uleb("SizeInBits", (*bits).into());
        }
        C::RegisterBank(class) => {
            let opcodes = ["GIM_RootCheckRegBankForClass", "GIM_CheckRegBankForClass"];
            let line = table.at_any_operand(opcodes, insn, index).comment("RC");
            line.value(2, |w| names.register_class(*class, w));
        }
        _ => {}
    }
}

/// Writes that an operand is defined by an instruction, and what is checked there.
fn defining_instruction(
    names: &TableNames<'_>,
    rule: &Rule,
    (insn, index): (InsnId, u32),
    (defining, ignore_copies): (InsnId, bool),
    table: &mut Encoder<'_, '_>,
) {
    let opcode = if ignore_copies { "GIM_RecordInsnIgnoreCopies" } else { "GIM_RecordInsn" };
    let line = table.opcode(opcode).named_uleb("DefineMI", defining.index() as u64);
    line.named_uleb("MI", insn.index() as u64).named_uleb("OpIdx", index.into());
    line.end_line_comment(|w| append!(w, "MIs[", defining.index(), "]"));
    instruction(names, rule, defining, table);
}
