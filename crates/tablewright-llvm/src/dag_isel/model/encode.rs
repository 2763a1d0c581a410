//! Table encoding: converts each matcher to an interpreter opcode and operands.
//!
//! In: the matcher tree, and numbers for the entities it refers to. Out: a [`ByteTable`] with a line for each
//! matcher. A scope or switch has a line for each branch and another for its end.

use tablewright_records::{Feature, RecordStore};
use tablewright_target::registers::RegisterId;
use tablewright_target::value_types::ValueType;
use tablewright_text::byte_table::{ByteTable, ByteTableBuilder, JumpEncoding};
use tablewright_text::{Append, TextSink, append};

use super::matcher::{Chain, EmitNode, Matcher, MatcherType, PatternIndex, RecordedValue};
use super::numbers::PredicateNumber;
use super::{DagIsel, TableFormat};

use crate::support::qualified_name::Qualified;

use Matcher as M;

/// Numbers below this have opcodes of their own.
const SHORT_FORMS: u32 = 8;
/// For fewer chains, special opcodes merge a single chain.
const SHORT_CHAINS: u32 = 3;
/// Numbers above this occupy two bytes.
const MAX_BYTE: u32 = 255;
/// Types with greater numbers occupy two bytes.
const MAX_TYPE: u64 = 127;
/// Extra indentation for a line's second part: an operation after `OPC_Coverage`, or a node's types.
const OPERATION_INDENTATION: u8 = 10;
const TYPES_INDENTATION: u8 = 14;

/// Encodes the whole table, with or without its comments.
pub(super) fn encode(model: &DagIsel<'_>, root: &Chain, has_comments: bool) -> ByteTable {
    let mut encoder = Encoder { model, has_comments, table: ByteTableBuilder::new() };
    encoder.table.open();
    encoder.chain(root);
    encoder.table.finish()
}

/// Encodes a table with a single step without branches.
pub(super) fn encode_step(model: &DagIsel<'_>, step: &Matcher, has_comments: bool) -> ByteTable {
    let mut encoder = Encoder { model, has_comments, table: ByteTableBuilder::new() };
    encoder.step(step);
    encoder.table.end_line();
    encoder.table.finish()
}

/// Encodes a signed number as unsigned: the sign is the lowest bit.
fn with_sign_bit(number: i64) -> u64 {
    if number >= 0 { (number as u64) << 1 } else { (number as u64).wrapping_neg() << 1 | 1 }
}

/// Returns the chain and glue part of a node opcode's name. `None` if flags follow the opcode.
fn node_info(node: &EmitNode, replaces: bool, store: &RecordStore) -> Option<&'static str> {
    let is_rare = node.types.is_empty()
        && store.release().has(Feature::SelectorLacksShortOpcodesWithoutResult);
    if !has_type_count(node) || node.has_mem_refs || node.fixed_arity.is_some() {
        return None;
    }
    match (node.has_chain, node.has_in_glue, node.has_out_glue) {
        (true, false, false) => Some("Chain"),
        _ if is_rare => None,
        (false, false, false) => Some("None"),
        (false, true, false) if replaces => Some("GlueInput"),
        (false, false, true) if replaces => Some("GlueOutput"),
        _ => None,
    }
}

/// Whether the opcode contains the number of node types.
fn has_type_count(node: &EmitNode) -> bool {
    node.types.len() < 3
}

struct Encoder<'m> {
    model: &'m DagIsel<'m>,
    has_comments: bool,
    table: ByteTableBuilder,
}

impl<'m> Encoder<'m> {
    fn chain(&mut self, chain: &Chain) {
        for matcher in chain.iter() {
            if let M::Scope(branches) = matcher {
                self.scope(branches);
            } else if let M::SwitchOpcode(cases) = matcher {
                self.begin_switch("SwitchOpcode", cases.len());
                for (index, (node, case)) in cases.iter().enumerate() {
                    let node = self.model.patterns.sd_node(*node);
                    let opcode = self.model.store.str(node.opcode);
                    self.case("SwitchOpcode", index, case, |table| table.name(2, opcode));
                }
                self.end_switch("SwitchOpcode");
            } else if let M::SwitchType(cases) = matcher {
                self.begin_switch("SwitchType", cases.len());
                for (index, (ty, case)) in cases.iter().enumerate() {
                    let ty = self.type_operand(*ty);
                    self.case("SwitchType", index, case, |table| ty.add_to(table));
                }
                self.end_switch("SwitchType");
            } else {
                self.step(matcher);
                self.table.end_line();
            }
        }
    }

    fn note(&mut self, text: impl Append) {
        if self.has_comments {
            self.table.note(text);
        }
    }

    fn comment(&mut self, text: impl Append) {
        if self.has_comments {
            self.table.comment(text);
        }
    }

    /// Adds a scope's branches, each with its length, then a zero length.
    fn scope(&mut self, branches: &[Chain]) {
        let counts_first = self.model.format == TableFormat::Sleb128;
        if self.has_comments && counts_first {
            self.table.opcode(("OPC_Scope /*", branches.len(), " children */"));
        } else {
            self.table.opcode("OPC_Scope");
        }
        for (index, branch) in branches.iter().enumerate() {
            if index > 0 {
                self.note("Scope");
            }
            let end = self.table.new_label();
            self.table.jump(JumpEncoding::VariableDistance, end);
            if self.has_comments {
                self.table.offset(end);
                if index == 0 && !counts_first {
                    self.table.comment((branches.len(), " children in Scope"));
                }
            }
            self.table.end_line();
            self.table.open();
            self.chain(branch);
            self.table.close();
            self.table.place(end);
        }
        self.table.uleb128(0);
        if counts_first {
            self.comment("End of Scope");
        } else {
            self.note("End of Scope");
        }
        self.table.end_line();
    }

    fn begin_switch(&mut self, name: &str, count: usize) {
        if self.has_comments {
            let count = (" /*", count, " cases */");
            self.table.opcode(("OPC_", name, count));
        } else {
            self.table.opcode(("OPC_", name, " "));
        }
    }

    /// Adds a switch case: its length, the compared value, and the steps.
    fn case(
        &mut self,
        name: &str,
        index: usize,
        case: &Chain,
        key: impl FnOnce(&mut ByteTableBuilder) -> &mut ByteTableBuilder,
    ) {
        if index > 0 {
            self.note(name);
        }
        let end = self.table.new_label();
        key(self.table.jump(JumpEncoding::VariableDistance, end));
        if self.has_comments {
            self.table.offset(end);
        }
        self.table.end_line();
        self.table.open();
        self.chain(case);
        self.table.close();
        self.table.place(end);
    }

    fn end_switch(&mut self, name: &str) {
        self.table.int(1, 0);
        self.comment(("End", name));
        self.table.end_line();
    }

    fn ty(&mut self, ty: ValueType) {
        self.type_operand(ty).add_to(&mut self.table);
    }

    fn type_operand(&self, ty: ValueType) -> TypeOperand<impl Append + use<'m>> {
        let enumerator = self.model.type_enumerator(ty);
        let number = u64::try_from(ty.0).unwrap_or_default();
        match self.model.format {
            TableFormat::Sleb128 if number > MAX_TYPE => TypeOperand::Number(number, enumerator),
            TableFormat::Sleb128 | TableFormat::SignInLowestBit => TypeOperand::Name(enumerator),
        }
    }

    /// Adds a number with sign.
    fn signed(&mut self, value: i64) {
        match self.model.format {
            TableFormat::SignInLowestBit => _ = self.table.uleb128(with_sign_bit(value)),
            TableFormat::Sleb128 => _ = self.table.sleb128(value),
        }
    }

    /// Returns the bits of an integer type with at least `least` bits. Such types have special opcodes.
    fn common_bits(&self, ty: ValueType, least: u32) -> Option<u32> {
        let bits = [8, 16, 32, 64];
        let index = self.model.types.integers.iter().position(|&integer| integer == Some(ty))?;
        Some(bits[index]).filter(|&bits| bits >= least)
    }

    /// Adds a step without branches.
    fn step(&mut self, matcher: &Matcher) {
        let (store, patterns) = (self.model.store, self.model.patterns);
        let table = &mut self.table;
        match *matcher {
            // These have separate lines.
            M::Scope(_) | M::SwitchOpcode(_) | M::SwitchType(_) => {}
            M::RecordNode { what, slot } => {
                table.opcode("OPC_RecordNode");
                self.recorded(what, slot);
            }
            M::RecordChild { child, what, slot } => {
                table.opcode(("OPC_RecordChild", child));
                self.recorded(what, slot);
            }
            M::RecordMemRef => _ = table.opcode("OPC_RecordMemRef"),
            M::CaptureGlueInput => _ = table.opcode("OPC_CaptureGlueInput"),
            M::MoveChild(child) => self.numbered("OPC_MoveChild", child),
            M::MoveSibling(child) => self.numbered("OPC_MoveSibling", child),
            M::MoveParent => _ = table.opcode("OPC_MoveParent"),
            M::CheckSame(slot) => _ = table.opcode("OPC_CheckSame").int(1, slot.into()),
            M::CheckChildSame { child, slot } => {
                table.opcode(("OPC_CheckChild", child, "Same")).int(1, slot.into());
            }
            M::CheckPatternPredicate(condition) => self.pattern_predicate(condition),
            M::CheckPredicate { fragment, ref operands } => {
                let PredicateNumber { number, uses_operands } =
                    self.model.numbers.predicate(fragment);
                if uses_operands {
                    let line = table.opcode("OPC_CheckPredicateWithOperands");
                    line.count(operands.len()).note("#Ops");
                    operands.iter().for_each(|&slot| _ = line.int(1, slot.into()));
                    line.int(1, number.into());
                } else {
                    self.numbered("OPC_CheckPredicate", number);
                }
                self.comment(("Predicate_", self.model.fragment_name(fragment)));
            }
            M::CheckOpcode { opcode, .. } => {
                table.opcode("OPC_CheckOpcode").name(2, store.str(opcode));
            }
            M::CheckType { ty, result: result @ 1.. } => {
                let opcode = match ty {
                    MatcherType::Simple(_) => "OPC_CheckTypeRes",
                    MatcherType::ByHwMode(_) => "OPC_CheckTypeResByHwMode",
                };
                table.opcode(opcode).int(1, result.into());
                self.ty_or_number(ty);
            }
            M::CheckType { ty, result: 0 } => self.check_type("OPC_Check", ty),
            M::CheckChildType { child, ty } => self.check_type(("OPC_CheckChild", child), ty),
            M::CheckInteger(value) => {
                table.opcode("OPC_CheckInteger");
                self.signed(value);
            }
            M::CheckChildInteger { child, value } => {
                table.opcode(("OPC_CheckChild", child, "Integer"));
                self.signed(value);
            }
            M::CheckCondCode(code) => {
                let name = store.record(code).name();
                table.opcode("OPC_CheckCondCode").name(1, ("ISD::", name));
            }
            M::CheckChild2CondCode(code) => {
                let name = store.record(code).name();
                table.opcode("OPC_CheckChild2CondCode").name(1, ("ISD::", name));
            }
            M::CheckValueType(ty) => {
                table.opcode("OPC_CheckValueType");
                self.ty(ty);
            }
            M::CheckComplexPat { pattern, slot, first_slot, name } => {
                let number = self.model.numbers.complex_pattern(pattern);
                if number < SHORT_FORMS {
                    table.opcode(("OPC_CheckComplexPat", number));
                } else {
                    table.opcode("OPC_CheckComplexPat").name(1, ("/*CP*/", number));
                }
                table.name(1, ("/*#*/", slot));
                let pattern = patterns.complex_pattern(pattern);
                let name = name.map_or("", |name| store.str(name));
                let slots = first_slot..first_slot + pattern.operand_count as u32;
                let function = self.model.complex_pattern_function(pattern);
                self.comment(((function, ":$", name), Slots(slots)));
            }
            M::CheckAndImm(value) => _ = table.opcode("OPC_CheckAndImm").uleb128(value as u64),
            M::CheckOrImm(value) => _ = table.opcode("OPC_CheckOrImm").uleb128(value as u64),
            M::CheckUndef(_) => _ = table.opcode("OPC_CheckUndef"),
            M::CheckImmAllOnesV => _ = table.opcode("OPC_CheckImmAllOnesV"),
            M::CheckImmAllZerosV => _ = table.opcode("OPC_CheckImmAllZerosV"),
            M::CheckFoldableChainNode => _ = table.opcode("OPC_CheckFoldableChainNode"),
            M::EmitInteger(ref integer) => {
                match integer.ty {
                    MatcherType::Simple(ty) => {
                        let bits = self.common_bits(ty, 8);
                        match self.model.format {
                            TableFormat::SignInLowestBit => self.typed("OPC_EmitInteger", ty, bits),
                            TableFormat::Sleb128 => self.begin_emit_integer(ty, bits),
                        }
                    }
                    MatcherType::ByHwMode(_) => self.by_hw_mode("OPC_EmitInteger", integer.ty),
                }
                let value = self.model.emitted_value(integer);
                self.signed(value);
                match &integer.name {
                    Some(name) => self.emitted(integer.slot, &**name),
                    None => self.emitted(integer.slot, value),
                }
            }
            M::EmitStringInteger { ref text, ty, slot } => {
                match ty {
                    MatcherType::Simple(ty) => {
                        let bits = self.common_bits(ty, 32).filter(|&bits| bits == 32);
                        match self.model.format {
                            TableFormat::SignInLowestBit => {
                                self.typed("OPC_EmitStringInteger", ty, bits);
                            }
                            // The enumerator is a byte without the highest bit of its seven.
                            TableFormat::Sleb128 => self.begin_emit_integer(ty, bits),
                        }
                    }
                    MatcherType::ByHwMode(_) => self.by_hw_mode("OPC_EmitInteger", ty),
                }
                self.table.name(1, &**text);
                self.emitted(slot, &**text);
            }
            M::EmitRegister { register, ty } => self.emit_register(register, ty),
            M::EmitConvertToTarget(slot) => self.numbered("OPC_EmitConvertToTarget", slot),
            M::EmitMergeInputChains(ref slots) => match slots[..] {
                [slot @ ..SHORT_CHAINS] => {
                    table.opcode(("OPC_EmitMergeInputChains1_", slot));
                }
                _ => {
                    let line = table.opcode("OPC_EmitMergeInputChains").count(slots.len());
                    slots.iter().for_each(|&slot| _ = line.int(1, slot.into()));
                }
            },
            M::EmitCopyToReg { slot, register } => {
                let name = Qualified(self.model.registers.qualified_name(store, register));
                if register.number() > MAX_BYTE {
                    table.opcode("OPC_EmitCopyToRegTwoByte").int(1, slot.into()).name(2, name);
                } else {
                    self.numbered("OPC_EmitCopyToReg", slot);
                    self.table.name(1, name);
                }
            }
            M::EmitNodeXForm { transform, slot } => {
                let number = self.model.numbers.transform(transform);
                table.opcode("OPC_EmitNodeXForm").int(1, number.into()).int(1, slot.into());
                self.comment(store.record(patterns.transform(transform).record).name());
            }
            M::EmitNode(ref node) => {
                self.node("OPC_EmitNode", node, node_info(node, false, store));
                if !node.types.is_empty() {
                    let first = node.first_slot.unwrap_or(0);
                    self.comment(("Results =", Slots(first..first + node.types.len() as u32)));
                }
            }
            M::MorphNodeTo { ref node, pattern } => {
                self.coverage(pattern);
                self.node("OPC_MorphNodeTo", node, node_info(node, true, store));
                self.pattern_comment(pattern);
            }
            M::CompleteMatch { ref results, pattern } => {
                self.coverage(pattern);
                let line = self.table.opcode("OPC_CompleteMatch").count(results.len());
                results.iter().for_each(|&slot| _ = line.uleb128(slot.into()));
                self.pattern_comment(pattern);
            }
        }
    }

    /// Adds an opcode whose number is part of its name, if it is low.
    fn numbered(&mut self, name: &str, number: u32) {
        if number < SHORT_FORMS {
            self.table.opcode((name, number));
        } else {
            self.table.opcode(name).int(1, number.into());
        }
    }

    /// Adds an opcode whose type is part of its name or follows it.
    fn typed(&mut self, name: impl Append, ty: ValueType, bits: Option<u32>) {
        match bits {
            Some(bits) => _ = self.table.opcode((name, bits)),
            None => {
                self.table.opcode(name);
                self.ty(ty);
            }
        }
    }

    fn begin_emit_integer(&mut self, ty: ValueType, bits: Option<u32>) {
        match bits {
            Some(_) => self.typed("OPC_EmitIntegerI", ty, bits),
            None => self.typed("OPC_EmitInteger", ty, None),
        }
    }

    /// Writes a comment on an integer.
    fn emitted(&mut self, slot: u32, what: impl Append) {
        match self.model.format {
            TableFormat::SignInLowestBit => {}
            TableFormat::Sleb128 => self.comment(("#", slot, (" = ", what))),
        }
    }

    /// Adds an opcode whose type depends on the mode. The number of the type that is used most is part of the name.
    fn by_hw_mode(&mut self, name: impl Append, ty: MatcherType) {
        match self.model.numbers.ty(ty) {
            0 if self.has_comments => {
                let types = self.model.type_name(ty);
                self.table.opcode((name, "ByHwMode0", ("/*", types.as_str(), "*/")));
            }
            0 => _ = self.table.opcode((name, "ByHwMode0")),
            _ => {
                self.table.opcode((name, "ByHwMode"));
                self.type_number(ty);
            }
        }
    }

    /// Adds a type's number.
    fn type_number(&mut self, ty: MatcherType) {
        self.note(self.model.type_name(ty).as_str());
        self.table.uleb128(self.model.numbers.ty(ty).into());
    }

    /// Adds a type, or its number if it depends on the mode.
    fn ty_or_number(&mut self, ty: MatcherType) {
        match ty {
            MatcherType::Simple(ty) => self.ty(ty),
            MatcherType::ByHwMode(_) => self.type_number(ty),
        }
    }

    fn check_type(&mut self, name: impl Append, ty: MatcherType) {
        let MatcherType::Simple(ty) = ty else {
            return self.by_hw_mode((name, "Type"), ty);
        };
        match self.common_bits(ty, 32) {
            bits @ Some(_) => self.typed((name, "TypeI"), ty, bits),
            None => self.typed((name, "Type"), ty, None),
        }
    }

    fn emit_register(&mut self, register: Option<RegisterId>, ty: MatcherType) {
        let Some(register) = register else {
            self.begin_emit_register(ty);
            let none = match self.model.numbers.operand_lists {
                None => "0 /*zero_reg*/",
                Some(_) => "MCRegister::NoRegister",
            };
            self.table.name(1, none);
            return;
        };
        let name = Qualified(self.model.registers.qualified_name(self.model.store, register));
        if register.number() > MAX_BYTE {
            match ty {
                MatcherType::Simple(ty) => self.typed("OPC_EmitRegister2", ty, None),
                MatcherType::ByHwMode(_) => {
                    self.table.opcode("OPC_EmitRegisterByHwMode2");
                    self.type_number(ty);
                }
            }
            self.table.name(2, name);
        } else {
            self.begin_emit_register(ty);
            self.table.name(1, name);
        }
    }

    fn begin_emit_register(&mut self, ty: MatcherType) {
        let MatcherType::Simple(ty) = ty else {
            self.table.opcode("OPC_EmitRegisterByHwMode");
            return self.type_number(ty);
        };
        match self.common_bits(ty, 32) {
            bits @ Some(_) => self.typed("OPC_EmitRegisterI", ty, bits),
            None => self.typed("OPC_EmitRegister", ty, None),
        }
    }

    fn recorded(&mut self, what: RecordedValue, slot: u32) {
        let (store, patterns) = (self.model.store, self.model.patterns);
        let record = |record| store.record(record).name();
        let slot = ("#", slot, " = ");
        match what {
            RecordedValue::Named(name) => self.comment((slot, "$", store.str(name))),
            RecordedValue::Argument { scope, name } => {
                self.comment((slot, ("$pred:", scope, ":"), store.str(name)));
            }
            RecordedValue::Chained(node) => {
                let name = record(patterns.sd_node(node).record);
                self.comment((slot, ("'", name, "' chained node")));
            }
            RecordedValue::Glued(node) => {
                let name = record(patterns.sd_node(node).record);
                self.comment((slot, ("'", name, "' glue output node")));
            }
            RecordedValue::Register(register) => {
                self.comment((slot, "physreg input ", record(register)));
            }
            RecordedValue::ComplexPattern(pattern) => {
                self.comment((slot, "$", record(patterns.complex_pattern(pattern).record)));
            }
        }
    }

    fn pattern_predicate(&mut self, condition: u32) {
        let number = self.model.numbers.pattern_predicate(condition);
        if number > MAX_BYTE {
            self.table.opcode("OPC_CheckPatternPredicateTwoByte").int(2, number.into());
        } else {
            self.numbered("OPC_CheckPatternPredicate", number);
        }
        self.comment(self.model.numbers.pattern_predicates[number as usize].as_str());
    }

    /// Adds a pattern index, if coverage is measured.
    fn coverage(&mut self, pattern: PatternIndex) {
        if let Some(coverage) = &self.model.coverage {
            let line = self.table.opcode("OPC_Coverage");
            let index = coverage.index(pattern);
            match self.model.format {
                TableFormat::SignInLowestBit => line.int(2, index.into()),
                TableFormat::Sleb128 => line.int(4, index.into()),
            };
            line.line_break(OPERATION_INDENTATION);
        }
    }

    fn pattern_comment(&mut self, pattern: PatternIndex) {
        if self.has_comments {
            self.table.numbered_comment(pattern);
        }
    }

    /// Adds an emitted node: opcode, flags outside the opcode, types and operands.
    fn node(&mut self, opcode: &str, node: &EmitNode, info: Option<&str>) {
        if node.captures_symbol {
            self.table.opcode("OPC_CaptureDeactivationSymbol");
            self.table.line_break(OPERATION_INDENTATION);
        }
        let info = info.filter(|_| !node.depends_on_mode());
        let info_text = info.unwrap_or("");
        if node.depends_on_mode() {
            self.table.opcode((opcode, "ByHwMode"));
        } else if has_type_count(node) {
            self.table.opcode((opcode, node.types.len(), info_text));
        } else {
            self.table.opcode((opcode, info_text));
        }
        let name = &self.model.instruction_names[node.instruction.index()];
        self.table.name(2, name.as_str());
        if info.is_none() {
            self.table.name(1, NodeFlags(node));
        }
        self.table.line_break(TYPES_INDENTATION);
        if !has_type_count(node) || node.depends_on_mode() {
            self.table.count(node.types.len());
            self.note("#VTs");
        }
        for &ty in &node.types {
            match ty {
                MatcherType::Simple(ty) if !node.depends_on_mode() => self.ty(ty),
                MatcherType::Simple(_) | MatcherType::ByHwMode(_) => self.type_number(ty),
            }
        }
        self.table.count(node.operands.len());
        self.note("#Ops");
        match &self.model.numbers.operand_lists {
            None => node.operands.iter().for_each(|&slot| _ = self.table.uleb128(slot.into())),
            Some(_) if node.operands.is_empty() => {}
            Some(lists) => {
                let offset = lists.offset(&node.operand_bytes()).unwrap_or_default();
                self.note("OperandList");
                self.table.uleb128(offset as u64);
                if self.has_comments {
                    let mut slots = String::new();
                    node.operands.iter().for_each(|slot| append!(&mut slots, " #", *slot));
                    self.table.comment(("Ops =", slots.as_str()));
                }
            }
        }
    }
}

/// A type as an operand.
enum TypeOperand<A> {
    Name(A),
    /// A number of two bytes, with its name.
    Number(u64, A),
}

impl<A: Append> TypeOperand<A> {
    fn add_to(self, table: &mut ByteTableBuilder) -> &mut ByteTableBuilder {
        match self {
            TypeOperand::Name(name) => table.name(1, name),
            TypeOperand::Number(number, name) => table.note(name).uleb128(number),
        }
    }
}

/// Result slots, for comments.
struct Slots(std::ops::Range<u32>);

impl Append for Slots {
    fn append_to(&self, out: &mut impl TextSink) {
        self.0.clone().for_each(|slot| append!(out, " #", slot));
    }
}

/// The node flags that its opcode does not imply.
struct NodeFlags<'a>(&'a EmitNode);

impl Append for NodeFlags<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        let node = self.0;
        out.push('0');
        for (is_set, flag) in [
            (node.has_chain, "|OPFL_Chain"),
            (node.has_in_glue, "|OPFL_GlueInput"),
            (node.has_out_glue, "|OPFL_GlueOutput"),
            (node.has_mem_refs, "|OPFL_MemRefs"),
        ] {
            out.push_str(if is_set { flag } else { "" });
        }
        if let Some(arity) = node.fixed_arity {
            append!(out, "|OPFL_Variadic", arity);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_of_an_integer_is_its_lowest_bit() {
        assert_eq!([0, 1, -1, 63, -64].map(with_sign_bit), [0, 2, 3, 126, 129]);
    }
}
