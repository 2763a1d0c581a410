//! Adds a table line for each check in a rule.

use tablewright_records::AnalysisError;
use tablewright_selection::global_isel::InsnId;
use tablewright_selection::global_isel::check::{
    Check, ImmediatePredicate, ImmediateValue, InstructionCheck, OpcodeCheck, OperandCheck,
    OrderingComparison, PlacedCheck, SizeRelation, Splat,
};
use tablewright_selection::global_isel::matcher::{InstructionMatcher, OperandMatcher};
use tablewright_selection::global_isel::rule::Rule;
use tablewright_text::byte_table::ByteTableBuilder;

use super::builder::{MatchTableBuilder, MatchTableNamedOperands};
use super::names::TypeEnumerator;

/// An operand in a matched instruction.
#[derive(Clone, Copy)]
struct OperandIndex {
    insn: InsnId,
    index: u32,
}

impl MatchTableBuilder<'_> {
    /// Adds the checks of an instruction, its operands, and the instructions that define the operands.
    pub(super) fn instruction(&mut self, rule: &Rule, insn: InsnId) -> Result<(), AnalysisError> {
        let matcher: &InstructionMatcher = &rule.instructions[insn];
        if let Some(count) = matcher.implied_operand_count() {
            self.instruction_check(insn, &InstructionCheck::OperandCount(count))?;
        }
        for check in matcher.checks.iter().filter(|check| !needs_operands(check)) {
            self.placed_check(check)?;
        }
        for operand in &matcher.operands {
            self.operand(rule, insn, operand)?;
        }
        for check in matcher.checks.iter().filter(|check| needs_operands(check)) {
            self.placed_check(check)?;
        }
        Ok(())
    }

    fn operand(
        &mut self,
        rule: &Rule,
        insn: InsnId,
        operand: &OperandMatcher,
    ) -> Result<(), AnalysisError> {
        if !operand.is_hoisted {
            let number = ("MIs[", insn.index(), "] ");
            match operand.name {
                Some(name) => self.comment_line((number, self.names.name(name))),
                None => self.comment_line((number, "Operand ", operand.index)),
            }
            if operand.checks.is_empty() {
                self.comment_line("No operand predicates");
            }
        }
        let at = OperandIndex { insn, index: operand.index };
        for check in &operand.checks {
            if let OperandCheck::Instruction { insn: defining, ignore_copies } = *check {
                self.defining_instruction(rule, at, defining, ignore_copies)?;
            } else {
                self.operand_check(at, check)?;
            }
        }
        Ok(())
    }

    /// Adds the check that an instruction defines an operand, and that instruction's checks.
    fn defining_instruction(
        &mut self,
        rule: &Rule,
        at: OperandIndex,
        defining: InsnId,
        ignore_copies: bool,
    ) -> Result<(), AnalysisError> {
        let opcode = if ignore_copies { "GIM_RecordInsnIgnoreCopies" } else { "GIM_RecordInsn" };
        let line = self.table.opcode(opcode).named_insn("DefineMI", defining);
        line.named_insn("MI", at.insn).named_uleb("OpIdx", at.index);
        line.comment(("MIs[", defining.index(), "]")).end_line();
        self.instruction(rule, defining)
    }

    /// Adds a check that looks at no other instruction.
    pub(super) fn placed_check(&mut self, check: &PlacedCheck) -> Result<(), AnalysisError> {
        let insn = check.insn;
        match check.check {
            Check::Instruction(ref check) => self.instruction_check(insn, check),
            Check::Operand { index, ref check } => {
                self.operand_check(OperandIndex { insn, index }, check)
            }
        }
    }

    fn instruction_check(
        &mut self,
        insn: InsnId,
        check: &InstructionCheck,
    ) -> Result<(), AnalysisError> {
        use InstructionCheck as C;
        let names = self.names;
        let table = &mut self.table;
        match *check {
            C::Opcode(OpcodeCheck { first, second: None, .. }) => {
                table.at_insn("GIM_CheckOpcode", insn).name(2, names.opcode(first)?)
            }
            C::Opcode(OpcodeCheck { first, second: Some(second), .. }) => {
                let line =
                    table.at_insn("GIM_CheckOpcodeIsEither", insn).name(2, names.opcode(first)?);
                line.name(2, names.opcode(second)?)
            }
            C::OperandCount(count) => {
                table.at_insn("GIM_CheckNumOperands", insn).named_uleb("Expected", count)
            }
            C::OperandCountAtLeast(count) => {
                table.at_insn("GIM_CheckNumOperandsGE", insn).named_uleb("Expected", count)
            }
            C::OperandCountAtMost(count) => {
                table.at_insn("GIM_CheckNumOperandsLE", insn).named_uleb("Expected", count)
            }
            C::Immediate(check) => {
                let line = table.at_insn(immediate_opcode(check), insn).note("Predicate");
                line.name(2, names.immediate_predicate(check))
            }
            C::AtomicOrdering { ordering, comparison } => {
                let line = table.at_insn(ordering_opcode(comparison), insn).note("Order");
                line.name(1, ("(uint8_t)AtomicOrdering::", names.name(ordering)))
            }
            C::VectorSplat(Splat::AllZeros) => {
                table.at_insn("GIM_CheckIsBuildVectorAllZeros", insn)
            }
            C::VectorSplat(Splat::AllOnes) => table.at_insn("GIM_CheckIsBuildVectorAllOnes", insn),
            C::NoUse => table.at_insn("GIM_CheckHasNoUse", insn),
            C::OneUse => table.at_insn("GIM_CheckHasOneUse", insn),
            C::Cxx(predicate) => {
                let line = table.at_insn("GIM_CheckCxxInsnPredicate", insn).note("FnId");
                line.name(2, names.cxx_predicate(predicate))
            }
            C::Flags { ref flags, are_set: true } => {
                table.at_insn("GIM_MIFlags", insn).name(4, names.flags(flags))
            }
            C::Flags { ref flags, are_set: false } => {
                table.at_insn("GIM_MIFlagsNot", insn).name(4, names.flags(flags))
            }
            C::MemorySize { memory_operand, bytes } => {
                let line = table
                    .at_insn("GIM_CheckMemorySizeEqualTo", insn)
                    .named_uleb("MMO", memory_operand);
                line.note("Size").int(4, bytes.into())
            }
            C::MemorySizeOfType { memory_operand, relation, operand } => {
                let line = table
                    .at_insn(memory_size_opcode(relation), insn)
                    .named_uleb("MMO", memory_operand);
                line.named_uleb("OpIdx", operand)
            }
            C::MemoryAddressSpaces { memory_operand, ref spaces } => {
                let line = table
                    .at_insn("GIM_CheckMemoryAddressSpace", insn)
                    .named_uleb("MMO", memory_operand);
                line.note("NumAddrSpace").int(1, spaces.len() as i64);
                spaces.iter().fold(line, |line, &space| line.named_uleb("AddrSpace", space))
            }
            C::MemoryAlignment { memory_operand, bytes } => {
                let line = table
                    .at_insn("GIM_CheckMemoryAlignment", insn)
                    .named_uleb("MMO", memory_operand);
                line.note("MinAlign").int(1, bytes.into())
            }
        };
        self.table.end_line();
        Ok(())
    }

    fn operand_check(
        &mut self,
        at: OperandIndex,
        check: &OperandCheck,
    ) -> Result<(), AnalysisError> {
        use OperandCheck as C;
        let names = self.names;
        let table = &mut self.table;
        match *check {
            C::Immediate(predicate) => {
                let line = table.at_insn("GIM_CheckImmOperandPredicate", at.insn);
                line.named_uleb("MO", at.index).note("Predicate");
                line.name(2, names.immediate_predicate(predicate))
            }
            C::Leaf(fragment) => {
                let line = table.at_insn("GIM_CheckLeafOperandPredicate", at.insn);
                line.named_uleb("MO", at.index).note("Predicate");
                line.name(2, ("GICXXPred_MO_Predicate_", names.store.record(fragment).name()))
            }
            C::IsImmediate => table.at_operand("GIM_CheckIsImm", at),
            C::SameOperand(same) => {
                let opcode = if same.ignore_copies {
                    "GIM_CheckIsSameOperandIgnoreCopies"
                } else {
                    "GIM_CheckIsSameOperand"
                };
                let line = table.at_insn(opcode, at.insn);
                line.named_uleb("OpIdx", at.index).named_insn("OtherMI", same.other_insn);
                line.named_uleb("OtherOpIdx", same.other_index)
            }
            C::ComplexPattern { matcher, renderer } => {
                let line = table.at_operand("GIM_CheckComplexPattern", at);
                line.note("Renderer").int(2, renderer.into());
                line.name(2, ("GICP_", names.store.record(matcher).name()))
            }
            C::Intrinsic(intrinsic) => {
                table.at_operand("GIM_CheckIntrinsicID", at).name(2, names.intrinsic(intrinsic))
            }
            C::ComparePredicate(name) => {
                let line = table.at_operand("GIM_CheckCmpPredicate", at).note("Predicate");
                line.name(2, ("CmpInst::", names.name(name)))
            }
            // The line is added with the other instruction's checks.
            C::Instruction { .. } => return Ok(()),
            C::ConstantInt(value) => match i8::try_from(value) {
                Ok(_) => table.at_operand("GIM_CheckConstantInt8", at).int(1, value),
                Err(_) => table.at_operand("GIM_CheckConstantInt", at).int(8, value),
            },
            C::LiteralInt(value) => table.at_operand("GIM_CheckLiteralInt", at).int(8, value),
            C::Type(ty) | C::TypeShape(ty) => {
                let line = table.at_any_operand("GIM_RootCheckType", "GIM_CheckType", at);
                line.note("Type").name(1, TypeEnumerator(ty))
            }
            C::PointerToAny { bits } => {
                table.at_operand("GIM_CheckPointerToAny", at).named_uleb("SizeInBits", bits)
            }
            C::RegisterBank(class) => {
                let (of_root, of_any) =
                    ("GIM_RootCheckRegBankForClass", "GIM_CheckRegBankForClass");
                let line = table.at_any_operand(of_root, of_any, at).note("RC");
                line.name(2, names.register_class(class)?)
            }
            C::BasicBlock => table.at_operand("GIM_CheckIsMBB", at),
            C::RecordNamed { slot, name } => {
                let line =
                    table.at_operand("GIM_RecordNamedOperand", at).named_uleb("StoreIdx", slot);
                line.comment(("Name : ", names.name(name)))
            }
            C::RecordType(ty) => {
                let line = table.at_operand("GIM_RecordRegType", at).note("TempTypeIdx");
                // Temporary types have negative numbers, since types have the others.
                line.int(1, -1 - ty.index() as i64)
            }
        };
        self.table.end_line();
        Ok(())
    }
}

/// Table lines that begin with an operation and its subject.
trait CheckLines {
    /// Adds an operation on an instruction.
    fn at_insn(&mut self, opcode: &str, insn: InsnId) -> &mut Self;

    /// Adds an operation on an operand.
    fn at_operand(&mut self, opcode: &str, at: OperandIndex) -> &mut Self;

    /// Adds an operation on an operand. It has a short form for operands of the root.
    fn at_any_operand(&mut self, of_root: &str, of_any: &str, at: OperandIndex) -> &mut Self;
}

impl CheckLines for ByteTableBuilder {
    fn at_insn(&mut self, opcode: &str, insn: InsnId) -> &mut Self {
        self.opcode(opcode).named_insn("MI", insn)
    }

    fn at_operand(&mut self, opcode: &str, at: OperandIndex) -> &mut Self {
        self.at_insn(opcode, at.insn).named_uleb("Op", at.index)
    }

    fn at_any_operand(&mut self, of_root: &str, of_any: &str, at: OperandIndex) -> &mut Self {
        if at.insn == InsnId::ROOT {
            self.opcode(of_root).named_uleb("Op", at.index)
        } else {
            self.at_operand(of_any, at)
        }
    }
}

/// Returns whether a check reads other checked operands: C++ may, so its check comes last.
fn needs_operands(check: &PlacedCheck) -> bool {
    matches!(check.check, Check::Instruction(InstructionCheck::Cxx(_)))
}

fn immediate_opcode(check: ImmediatePredicate) -> &'static str {
    match check.value {
        ImmediateValue::I64 => "GIM_CheckI64ImmPredicate",
        ImmediateValue::ApFloat => "GIM_CheckAPFloatImmPredicate",
        ImmediateValue::ApInt => "GIM_CheckAPIntImmPredicate",
    }
}

fn ordering_opcode(comparison: OrderingComparison) -> &'static str {
    match comparison {
        OrderingComparison::Exactly => "GIM_CheckAtomicOrdering",
        OrderingComparison::OrStronger => "GIM_CheckAtomicOrderingOrStrongerThan",
        OrderingComparison::WeakerThan => "GIM_CheckAtomicOrderingWeakerThan",
    }
}

fn memory_size_opcode(relation: SizeRelation) -> &'static str {
    match relation {
        SizeRelation::GreaterThan => "GIM_CheckMemorySizeGreaterThanLLT",
        SizeRelation::EqualTo => "GIM_CheckMemorySizeEqualToLLT",
        SizeRelation::LessThan => "GIM_CheckMemorySizeLessThanLLT",
    }
}
