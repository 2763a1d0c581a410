//! Prints the table: a line for each step, with its offset, nested as the tree of steps is.

use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::patterns::NodeId;
use tablewright_target::value_types::ValueType;
use tablewright_text::{CppWriter, append};

use super::Options;
use crate::dag_isel::model::DagIsel;
use crate::dag_isel::model::matcher::{Branch, Chain, EmitNode, Matcher, PatternPlace, Recorded};
use crate::dag_isel::model::size::{SHORT_FORMS, Sizes, form_of, vbr_size, with_sign_bit};
use crate::support::qualified_name::Qualified;

use Matcher as M;

/// How wide offsets are printed.
const OFFSET_WIDTH: usize = 6;
/// Registers with numbers above this take two bytes.
const MAX_REGISTER_BYTE: u32 = 255;

/// Prints the whole table.
pub(super) fn emit(model: &DagIsel<'_>, options: Options, w: &mut CppWriter<'_>) {
    let mut table = Table { model, sizes: model.sizes(), options, w };
    table.chain(&model.root, 1, 0);
}

/// A step as it is printed, in one line. What is made is printed without comments.
pub(in crate::dag_isel) fn step_text(model: &DagIsel<'_>, matcher: &Matcher) -> String {
    let is_made =
        matches!(matcher, M::EmitNode(_) | M::MorphNodeTo { .. } | M::CompleteMatch { .. });
    let options = Options { has_comments: !is_made, has_coverage: false };
    let mut w = CppWriter::new();
    Table { model, sizes: model.sizes(), options, w: &mut w }.step(matcher, 0);
    let text = w.finish();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Table<'m, 'w, 'o> {
    model: &'m DagIsel<'m>,
    sizes: Sizes<'m>,
    options: Options,
    w: &'w mut CppWriter<'o>,
}

impl Table<'_, '_, '_> {
    /// Prints steps that begin at `offset`. Returns where they end.
    fn chain(&mut self, chain: &Chain, level: usize, offset: u32) -> u32 {
        let mut at = offset;
        for matcher in chain.iter() {
            self.offset(at, level);
            at = match matcher {
                M::Scope(branches) => self.scope(branches, level, at),
                M::SwitchOpcode(cases) => {
                    let (name, count) = ("SwitchOpcode", cases.len());
                    self.begin_switch(name, count);
                    let mut next = at + 1;
                    for (place, (node, case)) in cases.iter().enumerate() {
                        self.begin_case(name, place, case, level, next);
                        let node = self.model.patterns.sd_node(*node);
                        append!(self.w, "TARGET_VAL(", self.model.store.str(node.opcode), "),");
                        next = self.end_case(case, level, next, 2);
                    }
                    self.end_switch(name, level, next)
                }
                M::SwitchType(cases) => {
                    let (name, count) = ("SwitchType", cases.len());
                    self.begin_switch(name, count);
                    let mut next = at + 1;
                    for (place, (ty, case)) in cases.iter().enumerate() {
                        self.begin_case(name, place, case, level, next);
                        self.ty(*ty);
                        self.w.raw(",");
                        next = self.end_case(case, level, next, 1);
                    }
                    self.end_switch(name, level, next)
                }
                matcher => {
                    self.step(matcher, level);
                    at + self.sizes.of(matcher)
                }
            };
        }
        at
    }

    /// The beginning of a line: where the step is, and an indentation.
    fn offset(&mut self, offset: u32, level: usize) {
        if self.options.has_comments {
            append!(self.w, "/*");
            for _ in 0..OFFSET_WIDTH.saturating_sub(digits(offset)) {
                self.w.raw(" ");
            }
            append!(self.w, offset, "*/");
        }
        self.indent(level);
    }

    fn indent(&mut self, level: usize) {
        for _ in 0..level {
            self.w.raw(" ");
        }
    }

    fn comment(&mut self, text: &str) {
        if self.options.has_comments {
            append!(self.w, " // ", text);
        }
    }

    fn scope(&mut self, branches: &[Branch], level: usize, at: u32) -> u32 {
        self.w.raw("OPC_Scope, ");
        let mut next = at + 1;
        for (place, branch) in branches.iter().enumerate() {
            if place > 0 {
                self.offset(next, level);
                if self.options.has_comments {
                    self.w.raw("/*Scope*/ ");
                }
            }
            next += vbr_size(u64::from(branch.size));
            self.vbr(u64::from(branch.size));
            if self.options.has_comments {
                append!(self.w, "/*->", next + branch.size, "*/");
                if place == 0 {
                    append!(self.w, " // ", branches.len(), " children in Scope");
                }
            }
            self.w.raw("\n");
            next = self.chain(&branch.chain, level + 1, next);
        }
        self.offset(next, level);
        self.w.raw(if self.options.has_comments { "0, /*End of Scope*/\n" } else { "0, \n" });
        next + 1
    }

    fn begin_switch(&mut self, name: &str, count: usize) {
        append!(self.w, "OPC_", name, " ");
        if self.options.has_comments {
            append!(self.w, "/*", count, " cases */");
        }
        self.w.raw(", ");
    }

    fn begin_case(&mut self, name: &str, place: usize, case: &Branch, level: usize, at: u32) {
        if place > 0 {
            self.offset(at, level);
            if self.options.has_comments {
                append!(self.w, "/*", name, "*/ ");
            }
        }
        self.vbr(u64::from(case.size));
    }

    /// Prints what a case leads to. `key_size` is how many bytes the case itself takes.
    fn end_case(&mut self, case: &Branch, level: usize, at: u32, key_size: u32) -> u32 {
        let at = at + vbr_size(u64::from(case.size)) + key_size;
        if self.options.has_comments {
            append!(self.w, "// ->", at + case.size);
        }
        self.w.raw("\n");
        self.chain(&case.chain, level + 1, at)
    }

    fn end_switch(&mut self, name: &str, level: usize, at: u32) -> u32 {
        self.offset(at, level);
        self.w.raw("0,");
        self.comment(&format!("End{name}"));
        self.w.raw("\n");
        at + 1
    }

    /// A number in groups of seven bits, each but the last with the eighth bit set.
    fn vbr(&mut self, number: u64) {
        if number < 128 {
            append!(self.w, number, ", ");
            return;
        }
        let mut rest = number;
        while rest >= 128 {
            append!(self.w, rest & 127, "|128,");
            rest >>= 7;
        }
        append!(self.w, rest);
        if self.options.has_comments {
            append!(self.w, "/*", number, "*/");
        }
        self.w.raw(", ");
    }

    fn ty(&mut self, ty: ValueType) {
        let name =
            self.model.types.name(self.model.store, ty).unwrap_or("INVALID_SIMPLE_VALUE_TYPE");
        // One name differs between TableGen and C++.
        append!(self.w, "MVT::", if name == "untyped" { "Untyped" } else { name });
    }

    /// The bits of a type with an opcode of its own.
    fn bits(&self, ty: ValueType) -> &'static str {
        let place = self.sizes.integers.iter().position(|&known| known == Some(ty));
        ["8", "16", "32", "64"][place.unwrap_or(0)]
    }

    /// Prints a step without branches, up to the end of its line.
    fn step(&mut self, matcher: &Matcher, level: usize) {
        match matcher {
            M::Scope(_) | M::SwitchOpcode(_) | M::SwitchType(_) => {}
            M::RecordNode { what, slot } => {
                self.w.raw("OPC_RecordNode,");
                self.recorded(*what, *slot);
            }
            M::RecordChild { child, what, slot } => {
                append!(self.w, "OPC_RecordChild", *child, ",");
                self.recorded(*what, *slot);
            }
            M::RecordMemRef => self.w.raw("OPC_RecordMemRef,"),
            M::CaptureGlueInput => self.w.raw("OPC_CaptureGlueInput,"),
            M::MoveChild(child) => self.numbered("OPC_MoveChild", *child),
            M::MoveSibling(child) => self.numbered("OPC_MoveSibling", *child),
            M::MoveParent => self.w.raw("OPC_MoveParent,"),
            M::CheckSame(slot) => append!(self.w, "OPC_CheckSame, ", *slot, ","),
            M::CheckChildSame { child, slot } => {
                append!(self.w, "OPC_CheckChild", *child, "Same, ", *slot, ",");
            }
            M::CheckPatternPredicate(condition) => self.pattern_predicate(*condition),
            M::CheckPredicate { fragment, operands } => {
                let (number, uses_operands) = self.model.numbers.predicate(*fragment);
                if uses_operands {
                    append!(self.w, "OPC_CheckPredicateWithOperands, ", operands.len());
                    self.w.raw("/*#Ops*/, ");
                    for &slot in operands {
                        append!(self.w, slot, ", ");
                    }
                    append!(self.w, number, ",");
                } else {
                    self.numbered("OPC_CheckPredicate", number);
                }
                if self.options.has_comments {
                    let record = self.model.patterns.fragment(*fragment).record;
                    append!(self.w, " // Predicate_", self.model.store.record(record).name());
                }
            }
            M::CheckOpcode { opcode, .. } => {
                append!(
                    self.w,
                    "OPC_CheckOpcode, TARGET_VAL(",
                    self.model.store.str(*opcode),
                    "),"
                );
            }
            M::CheckType { ty, result: result @ 1.. } => {
                append!(self.w, "OPC_CheckTypeRes, ", *result, ", ");
                self.ty(*ty);
                self.w.raw(",");
            }
            M::CheckType { ty, .. } => self.check_type("OPC_Check", *ty),
            M::CheckChildType { child, ty } => {
                self.check_type(&format!("OPC_CheckChild{child}"), *ty);
            }
            M::CheckInteger(value) => {
                self.w.raw("OPC_CheckInteger, ");
                self.vbr(with_sign_bit(*value));
            }
            M::CheckChildInteger { child, value } => {
                append!(self.w, "OPC_CheckChild", *child, "Integer, ");
                self.vbr(with_sign_bit(*value));
            }
            M::CheckCondCode(code) => self.named("OPC_CheckCondCode, ISD::", *code),
            M::CheckChild2CondCode(code) => self.named("OPC_CheckChild2CondCode, ISD::", *code),
            M::CheckValueType(ty) => {
                self.w.raw("OPC_CheckValueType, ");
                self.ty(*ty);
                self.w.raw(",");
            }
            M::CheckComplexPat { .. } => self.complex_pattern(matcher),
            M::CheckAndImm(value) => {
                self.w.raw("OPC_CheckAndImm, ");
                self.vbr(*value as u64);
            }
            M::CheckOrImm(value) => {
                self.w.raw("OPC_CheckOrImm, ");
                self.vbr(*value as u64);
            }
            M::CheckImmAllOnesV => self.w.raw("OPC_CheckImmAllOnesV,"),
            M::CheckImmAllZerosV => self.w.raw("OPC_CheckImmAllZerosV,"),
            M::CheckFoldableChainNode => self.w.raw("OPC_CheckFoldableChainNode,"),
            _ => self.make(matcher, level),
        }
        self.w.raw("\n");
    }

    /// Prints a step that makes something.
    fn make(&mut self, matcher: &Matcher, level: usize) {
        match matcher {
            M::EmitInteger(made) => {
                self.typed("OPC_EmitInteger", made.ty, self.sizes.is_common_integer(made.ty));
                self.vbr(with_sign_bit(made.value));
            }
            M::EmitStringInteger { text, ty } => {
                let is_common = self.sizes.integers[2] == Some(*ty);
                self.typed("OPC_EmitStringInteger", *ty, is_common);
                append!(self.w, **text, ",");
            }
            M::EmitRegister { register, ty } => {
                let name = register.map(|id| {
                    Qualified(self.model.registers.qualified_name(self.model.store, id)).to_string()
                });
                let is_long =
                    register.is_some_and(|register| register.number() > MAX_REGISTER_BYTE);
                let name = name.as_deref().unwrap_or("0 /*zero_reg*/");
                if is_long {
                    self.w.raw("OPC_EmitRegister2, ");
                    self.ty(*ty);
                    append!(self.w, ", TARGET_VAL(", name, "),");
                } else {
                    let is_common = self.sizes.is_common(*ty);
                    match is_common {
                        true => {
                            let bits = self.bits(*ty);
                            append!(self.w, "OPC_EmitRegisterI", bits, ", ");
                        }
                        false => self.typed("OPC_EmitRegister", *ty, false),
                    }
                    append!(self.w, name, ",");
                }
            }
            M::EmitConvertToTarget(slot) => self.numbered("OPC_EmitConvertToTarget", *slot),
            M::EmitMergeInputChains(slots) => match slots[..] {
                [slot @ 0..3] => append!(self.w, "OPC_EmitMergeInputChains1_", slot, ","),
                _ => {
                    append!(self.w, "OPC_EmitMergeInputChains, ", slots.len(), ", ");
                    for &slot in slots {
                        append!(self.w, slot, ", ");
                    }
                }
            },
            M::EmitCopyToReg { slot, register } => {
                let name = self.model.registers.qualified_name(self.model.store, *register);
                let name = Qualified(name).to_string();
                if register.number() > MAX_REGISTER_BYTE {
                    append!(self.w, "OPC_EmitCopyToRegTwoByte, ", *slot, ", TARGET_VAL(");
                    append!(self.w, name.as_str(), "),");
                } else {
                    let separator = if *slot < SHORT_FORMS { "" } else { ", " };
                    append!(
                        self.w,
                        "OPC_EmitCopyToReg",
                        separator,
                        *slot,
                        ", ",
                        name.as_str(),
                        ","
                    );
                }
            }
            M::EmitNodeXForm { transform, slot } => {
                let number = self.model.numbers.transform(*transform);
                append!(self.w, "OPC_EmitNodeXForm, ", number, ", ", *slot, ",");
                if self.options.has_comments {
                    let record = self.model.patterns.transform(*transform).record;
                    append!(self.w, " // ", self.model.store.record(record).name());
                }
            }
            M::EmitNode(node) => self.node(node, None, level),
            M::MorphNodeTo { node, pattern } => self.node(node, Some(*pattern), level),
            M::CompleteMatch { results, pattern } => {
                self.covered(*pattern, level);
                append!(self.w, "OPC_CompleteMatch, ", results.len(), ", ");
                for &slot in results {
                    self.vbr(u64::from(slot));
                }
                self.pattern_comment(*pattern, level);
            }
            _ => {}
        }
    }

    /// A step whose number is part of its name, if it is low.
    fn numbered(&mut self, name: &str, number: u32) {
        let separator = if number < SHORT_FORMS { "" } else { ", " };
        append!(self.w, name, separator, number, ",");
    }

    fn named(&mut self, step: &str, record: tablewright_records::RecordId) {
        append!(self.w, step, self.model.store.record(record).name(), ",");
    }

    /// A step whose type is part of its name, or follows it.
    fn typed(&mut self, name: &str, ty: ValueType, is_common: bool) {
        if is_common {
            let bits = self.bits(ty);
            append!(self.w, name, bits, ", ");
        } else {
            append!(self.w, name, ", ");
            self.ty(ty);
            self.w.raw(", ");
        }
    }

    fn check_type(&mut self, name: &str, ty: ValueType) {
        if self.sizes.is_common(ty) {
            let bits = self.bits(ty);
            append!(self.w, name, "TypeI", bits, ",");
        } else {
            append!(self.w, name, "Type, ");
            self.ty(ty);
            self.w.raw(",");
        }
    }

    fn recorded(&mut self, what: Recorded, slot: u32) {
        if !self.options.has_comments {
            return;
        }
        let (store, patterns) = (self.model.store, self.model.patterns);
        append!(self.w, " // #", slot, " = ");
        let record = |record| store.record(record).name();
        match what {
            Recorded::Named(name) => append!(self.w, "$", store.str(name)),
            Recorded::Argument { scope, name } => {
                append!(self.w, "$pred:", scope, ":", store.str(name));
            }
            Recorded::Chained(node) => {
                append!(self.w, "'", record(patterns.sd_node(node).record), "' chained node");
            }
            Recorded::Glued(node) => {
                append!(self.w, "'", record(patterns.sd_node(node).record), "' glue output node");
            }
            Recorded::Register(register) => append!(self.w, "physreg input ", record(register)),
            Recorded::ComplexPattern(pattern) => {
                append!(self.w, "$", record(patterns.complex_pattern(pattern).record));
            }
        }
    }

    fn pattern_predicate(&mut self, condition: u32) {
        let number = self.model.numbers.pattern_predicate(condition);
        if number > 255 {
            append!(self.w, "OPC_CheckPatternPredicateTwoByte, TARGET_VAL(", number, "),");
        } else {
            self.numbered("OPC_CheckPatternPredicate", number);
        }
        if self.options.has_comments {
            let text = &self.model.numbers.pattern_predicates[number as usize];
            append!(self.w, " // ", text.as_str());
        }
    }

    fn complex_pattern(&mut self, matcher: &Matcher) {
        let M::CheckComplexPat { pattern, slot, first_slot, name } = matcher else { return };
        let (store, described) = (self.model.store, self.model.patterns.complex_pattern(*pattern));
        let number = self.model.numbers.complex_pattern(*pattern);
        match number < SHORT_FORMS {
            true => append!(self.w, "OPC_CheckComplexPat", number, ", "),
            false => append!(self.w, "OPC_CheckComplexPat, /*CP*/", number, ", "),
        }
        append!(self.w, "/*#*/", *slot, ",");
        if self.options.has_comments {
            append!(self.w, " // ", store.str(described.select_func), ":$");
            append!(self.w, name.map_or("", |name| store.str(name)));
            for operand in 0..described.operand_count as u32 {
                append!(self.w, " #", first_slot + operand);
            }
        }
    }

    /// The index of a pattern, where coverage is measured.
    fn covered(&mut self, pattern: PatternPlace, level: usize) {
        if let Some(coverage) = &self.model.coverage {
            append!(self.w, "OPC_Coverage, TARGET_VAL(", coverage.index(pattern), "),\n");
            self.indent(OFFSET_WIDTH + 4 + level);
        }
    }

    /// A node that is made; that of a pattern takes the place of the matched one.
    fn node(&mut self, node: &EmitNode, pattern: Option<PatternPlace>, level: usize) {
        if let Some(pattern) = pattern {
            self.covered(pattern, level);
        }
        let form = form_of(node, pattern.is_some());
        self.w.raw(if pattern.is_some() { "OPC_MorphNodeTo" } else { "OPC_EmitNode" });
        if form.has_count {
            append!(self.w, node.types.len());
        }
        append!(self.w, form.info.unwrap_or(""), ", TARGET_VAL(");
        append!(self.w, self.model.instruction_names[node.instruction.index()].as_str(), ")");
        if form.info.is_none() {
            self.w.raw(", 0");
            for (is_set, flag) in [
                (node.has_chain, "|OPFL_Chain"),
                (node.has_in_glue, "|OPFL_GlueInput"),
                (node.has_out_glue, "|OPFL_GlueOutput"),
                (node.has_mem_refs, "|OPFL_MemRefs"),
            ] {
                self.w.raw(if is_set { flag } else { "" });
            }
            if let Some(arity) = node.fixed_arity {
                append!(self.w, "|OPFL_Variadic", arity);
            }
        }
        self.w.raw(",\n");
        self.indent(OFFSET_WIDTH + 8 + level);
        if !form.has_count {
            append!(self.w, node.types.len());
            self.w.raw(if self.options.has_comments { "/*#VTs*/, " } else { ", " });
        }
        for &ty in &node.types {
            self.ty(ty);
            self.w.raw(", ");
        }
        append!(self.w, node.operands.len());
        self.w.raw(if self.options.has_comments { "/*#Ops*/, " } else { ", " });
        for &slot in &node.operands {
            self.vbr(u64::from(slot));
        }
        match pattern {
            Some(pattern) => self.pattern_comment(pattern, level),
            None if self.options.has_comments && !node.types.is_empty() => {
                self.w.raw(" // Results =");
                let first = node.first_slot.unwrap_or(0);
                for result in 0..node.types.len() as u32 {
                    append!(self.w, " #", first + result);
                }
            }
            None => {}
        }
    }

    /// What a pattern matches and makes.
    fn pattern_comment(&mut self, place: PatternPlace, level: usize) {
        if !self.options.has_comments {
            return;
        }
        let pattern = &self.model.patterns.list[place as usize];
        self.w.raw("\n");
        self.indent(OFFSET_WIDTH + 4 + level);
        let (source, result) = (self.text(pattern.source), self.text(pattern.result));
        append!(self.w, "// Src: ", source.as_str(), " - Complexity = ");
        let complexity = self.model.patterns.complexity(pattern, self.model.all);
        append!(self.w, complexity, "\n");
        self.indent(OFFSET_WIDTH + 4 + level);
        append!(self.w, "// Dst: ", result.as_str());
    }

    fn text(&self, tree: NodeId) -> String {
        let text = self.model.patterns.text(self.model.store, tree, &[], &mut Diagnostics::new());
        text.unwrap_or_default()
    }
}

/// How many digits a number has.
fn digits(number: u32) -> usize {
    number.checked_ilog10().map_or(1, |digits| digits as usize + 1)
}
