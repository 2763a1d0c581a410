//! Reads a table written without sharing back into rules, to test the effect of sharing.

use tablewright_records::{RecordId, RecordStore, Value};
use tablewright_selection::global_isel::action::*;
use tablewright_selection::global_isel::check::*;
use tablewright_selection::global_isel::low_level_type::{LowLevelType, ScalarType, TypeOrTemp};
use tablewright_selection::global_isel::rule::Rule;
use tablewright_selection::global_isel::{
    InsnId, NameId, NewInsnId, OperandRef, RuleSet, TempRegId, TempTypeId,
};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::registers::{
    RegisterClassId, RegisterClasses, SubRegIndexId, SubRegIndices,
};

use crate::support::qualified_name::Qualified;

/// Meanings of the names in a table.
pub(super) struct Context<'a> {
    pub(super) store: &'a RecordStore,
    pub(super) instructions: &'a Instructions,
    pub(super) classes: &'a RegisterClasses,
    pub(super) indices: &'a SubRegIndices,
    /// The types in the order of the enum.
    pub(super) set: RuleSet,
}

/// A line: its operation, its values with the comments in front of them, and the comment at its end.
struct Line<'l> {
    opcode: &'l str,
    fields: Vec<&'l str>,
    comment: Option<&'l str>,
}

fn split(line: &str) -> Line<'_> {
    let line = line.trim_start();
    let (values, comment) = match line.split_once("// ") {
        Some((values, comment)) => (values, Some(comment)),
        None => (line, None),
    };
    let mut fields = Vec::new();
    let mut rest = values.trim();
    while !rest.is_empty() {
        if let Some(comment) = rest.strip_prefix("/*") {
            let (text, after) = comment.split_once("*/").unwrap();
            if let Some(number) = text.strip_suffix('(') {
                // A number of several bytes.
                fields.push(number.trim());
                rest = after.split_once("/*)*/,").unwrap().1.trim_start();
            } else {
                rest = after.trim_start();
            }
            continue;
        }
        let end = if rest.starts_with("GIMT_Encode") || rest.starts_with("uint8_t(") {
            rest.find("),").unwrap() + 1
        } else {
            rest.find(',').unwrap()
        };
        let value = &rest[..end];
        let value = match value.strip_prefix("GIMT_Encode") {
            Some(value) => value.split_once('(').unwrap().1.strip_suffix(')').unwrap(),
            None => value.strip_prefix("uint8_t(").map_or(value, |v| v.strip_suffix(')').unwrap()),
        };
        fields.push(value);
        rest = rest[end + 1..].trim_start();
    }
    let opcode = if fields.is_empty() { "" } else { fields.remove(0) };
    Line { opcode, fields, comment }
}

fn int(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

fn id(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

fn insn(text: &str) -> InsnId {
    InsnId::from_index(id(text))
}

/// The type of an enumerator.
pub(super) fn low_level_type(name: &str) -> LowLevelType {
    let text = name.strip_prefix("GILLT_").unwrap();
    let number = |text: &str| id(text) as u32;
    if let Some(scalar) = text.strip_prefix('s') {
        return LowLevelType::scalar(number(scalar));
    }
    let (prefix, is_scalable) = if text.starts_with("nxv") { ("nxv", true) } else { ("v", false) };
    if let Some((elements, bits)) = text.strip_prefix(prefix).and_then(|t| t.split_once('s')) {
        let element = ScalarType::any(number(bits));
        return LowLevelType::vector(is_scalable, number(elements), element);
    }
    let (space, bits) = text[1..].split_once('s').unwrap();
    LowLevelType::pointer(number(space), number(bits))
}

fn temp_type(number: i64) -> TempTypeId {
    TempTypeId::from_index((-1 - number) as usize)
}

/// The rules of a table.
pub(super) fn rules(text: &str, context: &mut Context<'_>) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    let mut operand = None;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let parts = split(line);
        if parts.opcode == "GIM_Try" {
            let number = parts.comment.unwrap().trim_start_matches("Rule ID ");
            rules.push(Rule::new(id(number.trim_end_matches(" //")) as u32));
            rules.last_mut().unwrap().add_root(None);
            continue;
        }
        if let Some(rule) = rules.last_mut() {
            Reader { context, rule, operand: &mut operand }.line(&parts);
        }
    }
    rules
}

struct Reader<'r, 'a> {
    context: &'r mut Context<'a>,
    rule: &'r mut Rule,
    operand: &'r mut Option<OperandRef>,
}

impl Reader<'_, '_> {
    fn line(&mut self, line: &Line<'_>) {
        if line.opcode.is_empty() {
            self.comment(line.comment.unwrap_or_default());
        } else if line.opcode.starts_with("GIM_") {
            self.check(line);
        } else if line.opcode.starts_with("GIR_") {
            self.action(line);
        }
    }

    fn comment(&mut self, text: &str) {
        if let Some(operand) = text.strip_prefix("MIs[") {
            let (number, name) = operand.split_once("] ").unwrap();
            let insn = insn(number);
            let index = self.rule.instructions[insn].operands.len() as u32;
            let operand = self.rule.add_operand(insn, index, None, 0);
            if name != format!("Operand {index}") {
                let name = self.context.set.names.intern(name);
                self.rule.instructions[insn].operands[operand.place as usize].name = Some(name);
            }
            *self.operand = Some(operand);
        } else if !text.starts_with("Label ")
            && text != "No operand predicates"
            && !text.starts_with("GIR_Coverage")
        {
            self.rule.actions.push(Action::Comment(Comment::Text(text.into())));
        }
    }

    fn record(&self, name: &str) -> RecordId {
        self.context.store.find_record(name).unwrap_or_else(|| panic!("no record {name}"))
    }

    fn qualified(&self, name: &str) -> RecordId {
        self.record(name.rsplit_once("::").unwrap().1)
    }

    fn instruction(&self, name: &str) -> InstructionId {
        self.context.instructions.id(self.qualified(name)).unwrap()
    }

    fn class(&self, name: &str) -> RegisterClassId {
        let wanted = name.strip_suffix("RegClassID").unwrap();
        let mut classes = self.context.classes.iter();
        let found = classes.find(|(_, class)| {
            Qualified(class.qualified_name(self.context.store)).to_string() == wanted
        });
        found.unwrap().0
    }

    fn fragment(&self, name: &str) -> ImmediatePredicate {
        let (value, fragment) =
            name.strip_prefix("GICXXPred_").unwrap().split_once("_Predicate_").unwrap();
        let value = match value {
            "I64" => ImmediateValue::I64,
            "APInt" => ImmediateValue::ApInt,
            _ => ImmediateValue::ApFloat,
        };
        ImmediatePredicate { fragment: self.record(fragment), value }
    }

    fn features(&self, text: &str) -> Option<Vec<RecordId>> {
        if text.is_empty() {
            return Some(Vec::new());
        }
        let rest = text.strip_prefix('_')?;
        let ends = rest.match_indices('_').map(|(at, _)| at).chain([rest.len()]);
        ends.into_iter().find_map(|end| {
            let record = self.context.store.find_record(&rest[..end])?;
            let mut features = self.features(&rest[end..])?;
            features.insert(0, record);
            Some(features)
        })
    }

    fn check(&mut self, line: &Line<'_>) {
        let f = &line.fields;
        let name = line.opcode.strip_prefix("GIM_").unwrap();
        match name {
            // What is implied, and what comes from actions.
            "Reject" | "CheckIsSafeToFold" | "CheckCanReplaceReg" | "CheckNumOperands" => {}
            "CheckFeatures" => {
                let mut text = f[0].strip_prefix("GIFBS").unwrap();
                if let Some((before, mode)) = text.rsplit_once("_HwMode") {
                    self.rule.conditions.hw_mode = Some(id(mode) as u32);
                    text = before;
                }
                self.rule.conditions.features = self.features(text).unwrap();
            }
            "CheckSimplePredicate" => {
                let name = self.intern(f[0]);
                self.rule.conditions.simple_predicates.push(name);
            }
            "RecordInsn" | "RecordInsnIgnoreCopies" => {
                let at = self.rule.operand_at(insn(f[1]), id(f[2]) as u32).unwrap();
                self.rule.ignore_copies = name.ends_with("Copies");
                self.rule.check_defined_by(at, None).unwrap();
            }
            _ => match self.instruction_check(name, f) {
                Some(check) => self.rule.check(insn(f[0]), check),
                None => self.operand_check(name, line),
            },
        }
    }

    fn intern(&mut self, name: &str) -> NameId {
        self.context.set.names.intern(name)
    }

    fn opcode(&self, f: &[&str]) -> OpcodeCheck {
        let store = self.context.store;
        let first = self.instruction(f[1]);
        let record = store.record(self.context.instructions.record(first));
        let ends_with_any = |field| {
            let last = record.dag(field).unwrap().args.last().map(|last| store.value(last.value));
            matches!(last, Some(Value::Def(last)) if store.record(last).name() == "variable_ops")
        };
        OpcodeCheck {
            first,
            second: f.get(2).map(|name| self.instruction(name)),
            is_variadic: ends_with_any("InOperandList") || ends_with_any("OutOperandList"),
            is_constant: f[1] == "TargetOpcode::G_CONSTANT" && f.len() == 2,
        }
    }

    fn instruction_check(&mut self, name: &str, f: &[&str]) -> Option<InstructionCheck> {
        use InstructionCheck as I;
        let number = |at: usize| id(f[at]) as u32;
        let memory_operand = || number(1);
        Some(match name {
            "CheckOpcode" | "CheckOpcodeIsEither" => I::Opcode(self.opcode(f)),
            "CheckI64ImmPredicate" | "CheckAPIntImmPredicate" | "CheckAPFloatImmPredicate" => {
                I::Immediate(self.fragment(f[1]))
            }
            _ if name.starts_with("CheckAtomicOrdering") => I::AtomicOrdering {
                ordering: self.intern(f[1].rsplit_once("::").unwrap().1),
                comparison: match name.strip_prefix("CheckAtomicOrdering") {
                    Some("") => OrderingComparison::Exactly,
                    Some("OrStrongerThan") => OrderingComparison::OrStronger,
                    _ => OrderingComparison::WeakerThan,
                },
            },
            "CheckMemorySizeEqualTo" => {
                I::MemorySize { memory_operand: memory_operand(), bytes: number(2) }
            }
            _ if name.starts_with("CheckMemorySize") => I::MemorySizeOfType {
                memory_operand: memory_operand(),
                relation: match name {
                    "CheckMemorySizeEqualToLLT" => SizeRelation::EqualTo,
                    "CheckMemorySizeLessThanLLT" => SizeRelation::LessThan,
                    _ => SizeRelation::GreaterThan,
                },
                operand: number(2),
            },
            "CheckMemoryAddressSpace" => I::MemoryAddressSpaces {
                memory_operand: memory_operand(),
                spaces: (3..f.len()).map(number).collect(),
            },
            "CheckMemoryAlignment" => {
                I::MemoryAlignment { memory_operand: memory_operand(), bytes: number(2) }
            }
            "CheckIsBuildVectorAllOnes" => I::VectorSplat(Splat::AllOnes),
            "CheckIsBuildVectorAllZeros" => I::VectorSplat(Splat::AllZeros),
            "CheckHasNoUse" => I::NoUse,
            "CheckHasOneUse" => I::OneUse,
            "CheckCxxInsnPredicate" => I::Cxx(CxxPredicate::Enumerator(self.intern(f[1]))),
            "MIFlags" | "MIFlagsNot" => {
                let flags = self.flags(f[1]).into();
                I::Flags { flags, are_set: name == "MIFlags" }
            }
            _ => return None,
        })
    }

    fn operand_check(&mut self, name: &str, line: &Line<'_>) {
        use OperandCheck as O;
        let f = &line.fields;
        let number = |at: usize| id(f[at]) as u32;
        let check = match name {
            "RootCheckType" => O::Type(low_level_type(f[1])),
            "CheckType" => O::Type(low_level_type(f[2])),
            "CheckPointerToAny" => O::PointerToAny { bits: number(2) },
            "RootCheckRegBankForClass" => O::RegisterBank(self.class(f[1])),
            "CheckRegBankForClass" => O::RegisterBank(self.class(f[2])),
            "CheckComplexPattern" => O::ComplexPattern {
                matcher: self.record(f[3].strip_prefix("GICP_").unwrap()),
                renderer: number(2),
            },
            "CheckConstantInt" | "CheckConstantInt8" => O::ConstantInt(int(f[2])),
            "CheckLiteralInt" => O::LiteralInt(int(f[2])),
            "CheckIntrinsicID" => {
                let name = f[2].strip_prefix("Intrinsic::").unwrap();
                O::Intrinsic(self.record(&format!("int_{name}")))
            }
            "CheckCmpPredicate" => {
                O::ComparePredicate(self.intern(f[2].strip_prefix("CmpInst::").unwrap()))
            }
            "CheckIsMBB" => O::BasicBlock,
            "CheckIsImm" => O::IsImmediate,
            "CheckImmOperandPredicate" => O::Immediate(self.fragment(f[2])),
            "CheckIsSameOperand" | "CheckIsSameOperandIgnoreCopies" => {
                O::SameOperand(SameOperand {
                    name: self.rule.operand(self.operand.unwrap()).name.unwrap(),
                    other_insn: insn(f[2]),
                    other_index: number(3),
                    ignore_copies: name.ends_with("Copies"),
                })
            }
            "RecordNamedOperand" => O::RecordNamed {
                slot: number(2),
                name: self.intern(line.comment.unwrap().strip_prefix("Name : ").unwrap()),
            },
            "RecordRegType" => O::RecordType(temp_type(int(f[2]))),
            _ => panic!("unknown check {name}"),
        };
        let is_at_root = name.starts_with("Root");
        let (insn, index) =
            if is_at_root { (InsnId::ROOT, number(0)) } else { (insn(f[0]), number(1)) };
        let at = self.rule.operand_at(insn, index).unwrap();
        assert!(self.rule.check_operand(at, check));
    }

    fn type_or_temp(&self, text: &str) -> TypeOrTemp {
        match text.parse::<i64>() {
            Ok(number) => TypeOrTemp::Temp(temp_type(number)),
            Err(_) => TypeOrTemp::Known(low_level_type(text)),
        }
    }

    fn action(&mut self, line: &Line<'_>) {
        let f = &line.fields;
        let number = |at: usize| id(f[at]) as u32;
        let name = line.opcode.strip_prefix("GIR_").unwrap();
        let new = |at: usize| NewInsnId::from_index(id(f[at]));
        let action = match name {
            "Done" | "Coverage" => return,
            "DoneWithCustomAction" => {
                self.rule.custom_action = Some(self.context.set.names.intern(f[0]));
                return;
            }
            "MutateOpcode" => {
                let mut build = BuildInstruction::new(new(0), self.instruction(f[2]));
                build.mutated = Some(insn(f[1]));
                Action::Build(Box::new(build))
            }
            "BuildMI" => {
                Action::Build(Box::new(BuildInstruction::new(new(0), self.instruction(f[1]))))
            }
            "BuildRootMI" => {
                let new = NewInsnId::from_index(0);
                Action::Build(Box::new(BuildInstruction::new(new, self.instruction(f[0]))))
            }
            "BuildConstant" => {
                Action::BuildConstant { temp: TempRegId::from_index(id(f[0])), value: int(f[1]) }
            }
            "EraseFromParent" => Action::Erase(insn(f[0])),
            "EraseRootFromParent_Done" => Action::Erase(InsnId::ROOT),
            "ReplaceReg" | "ReplaceRegWithTempReg" => Action::ReplaceRegister {
                old_insn: insn(f[0]),
                old_index: number(1),
                with: match name {
                    "ReplaceReg" => Replacement::Operand { insn: insn(f[2]), index: number(3) },
                    _ => Replacement::Temp(TempRegId::from_index(id(f[2]))),
                },
            },
            "RootConstrainSelectedInstOperands" => {
                Action::ConstrainOperands(NewInsnId::from_index(0))
            }
            "ConstrainSelectedInstOperands" => Action::ConstrainOperands(new(0)),
            "ConstrainOperandRC" => {
                Action::ConstrainOperand { insn: new(0), index: number(1), class: self.class(f[2]) }
            }
            "MakeTempReg" => Action::MakeTempRegister {
                temp: TempRegId::from_index(id(f[0])),
                ty: self.type_or_temp(f[1]),
            },
            _ => {
                self.part_of_build(name, line);
                return;
            }
        };
        self.rule.actions.push(action);
    }

    /// Reads a line with more data for an instruction that is being built.
    fn part_of_build(&mut self, name: &str, line: &Line<'_>) {
        let f = &line.fields;
        let register = |name: &str| self.qualified(name);
        match name {
            "MergeMemOperands" => self.build().merges_memory_operands = true,
            "SetMIFlags" => {
                let flags = self.flags(f[1]);
                self.build().set_flags = flags;
            }
            "UnsetMIFlags" => {
                let flags = self.flags(f[1]);
                self.build().unset_flags = flags;
            }
            "CopyMIFlags" => self.build().copied_flags.push(insn(f[1])),
            "AddImplicitDef" => {
                let register = register(f[1]);
                let build = self.build();
                push(&mut build.implicit_defs, register);
                if f[2] == "RegState::Dead" {
                    build.dead_implicit_defs.push(register);
                }
            }
            "AddImplicitUse" => {
                let register = register(f[1]);
                push(&mut self.build().implicit_uses, register);
            }
            // The comment that names the register is lost.
            "SetImplicitDefDead" => {}
            _ => {
                let renderer = self.renderer(name, line);
                self.build().operands.push(renderer);
            }
        }
    }

    fn build(&mut self) -> &mut BuildInstruction {
        let mut actions = self.rule.actions.iter_mut().rev();
        actions
            .find_map(
                |action| if let Action::Build(build) = action { Some(&mut **build) } else { None },
            )
            .unwrap()
    }

    fn flags(&mut self, text: &str) -> Vec<NameId> {
        text.split(" | ").map(|flag| self.context.set.names.intern(flag)).collect()
    }

    fn renderer(&mut self, name: &str, line: &Line<'_>) -> OperandRenderer {
        use OperandRenderer as R;
        let f = &line.fields;
        let number = |at: usize| id(f[at]) as u32;
        let mut intern = |text: &str| self.context.set.names.intern(text);
        let comment = line.comment.map(&mut intern);
        let function = f.iter().find_map(|f| f.strip_prefix("GICR_")).map(&mut intern);
        let operand = |at: usize| self.rule.operand_at(insn(f[at]), number(at + 1)).unwrap();
        let index = |at: usize| SubRegIndexId::from_index(id(f[at]) - 1);
        match name {
            "RootToRootCopy" => R::Copy {
                operand: self.rule.operand_at(InsnId::ROOT, number(0)).unwrap(),
                name: comment.unwrap(),
            },
            "Copy" => R::Copy { operand: operand(1), name: comment.unwrap() },
            "CopyOrAddZeroReg" => R::CopyOrAddZeroRegister {
                operand: operand(1),
                name: comment.unwrap(),
                zero: self.qualified(f[3]),
            },
            "CopyConstantAsSImm" => R::CopyConstant { insn: insn(f[1]), name: comment.unwrap() },
            "CopyFConstantAsFPImm" => R::CopyFConstant { insn: insn(f[1]), name: comment.unwrap() },
            "CopySubReg" => {
                R::CopySubRegister { operand: operand(1), name: comment.unwrap(), index: index(3) }
            }
            "AddRegister" => R::Register {
                register: match f[1].rsplit_once("::").unwrap().1 {
                    "NoRegister" => NamedRegister::NoRegister,
                    name => NamedRegister::Register(self.record(name)),
                },
                is_def: f[2] == "RegState::Define",
                is_dead: false,
            },
            "AddTempRegister" | "AddSimpleTempRegister" | "AddTempSubRegister" => R::TempRegister {
                temp: TempRegId::from_index(id(f[1])),
                is_def: name == "AddTempRegister",
                is_dead: f.get(2).is_some_and(|flags| flags.ends_with("Dead")),
                sub_register: f.get(3).map(|name| self.sub_register(name)),
            },
            "AddImm" | "AddImm8" => R::Immediate { value: int(f[1]), ty: None },
            "AddCImm" => R::Immediate { value: int(f[2]), ty: Some(self.type_or_temp(f[1])) },
            "ComplexRenderer" | "ComplexSubOperandRenderer" | "ComplexSubOperandSubRegRenderer" => {
                R::ComplexPattern {
                    renderer: number(1),
                    name: comment.unwrap(),
                    sub_operand: f.get(2).map(|_| number(2)),
                    sub_register: f.get(3).map(|_| index(3)),
                }
            }
            "AddIntrinsicID" => {
                let name = f[1].strip_prefix("Intrinsic::").unwrap();
                R::Intrinsic(self.record(&format!("int_{name}")))
            }
            "CustomRenderer" => {
                R::Custom { insn: insn(f[1]), name: comment.unwrap(), function: function.unwrap() }
            }
            "CustomOperandRenderer" => R::CustomOperand {
                operand: operand(1),
                name: comment.unwrap(),
                function: function.unwrap(),
            },
            _ => panic!("unknown action {name}"),
        }
    }

    fn sub_register(&self, name: &str) -> SubRegIndexId {
        let mut all = self.context.indices.iter();
        all.find(|(_, index)| {
            Qualified(index.qualified_name(self.context.store)).to_string() == name
        })
        .unwrap()
        .0
    }
}

fn push(list: &mut Box<[RecordId]>, register: RecordId) {
    let mut all = std::mem::take(list).into_vec();
    all.push(register);
    *list = all.into();
}
