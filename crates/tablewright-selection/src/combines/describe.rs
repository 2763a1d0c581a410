//! Patterns, fragments and rules as text, in the format of `--gicombiner-stop-after-parse`.

use tablewright_records::TextSink;

use super::fragment::{CombineParam, Fragment, ParamKind};
use super::operand_table::OperandTable;
use super::pattern::{
    CombinePatternId, InstructionKind, InstructionPattern, MiFlags, Pattern, PatternBody,
    PatternOperand,
};
use super::pattern_list::PatternList;
use super::reader::RuleReader;
use super::rule::{CombineRule, Permutation};

/// The list that contains a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CombineRole {
    Match,
    Apply,
}

impl RuleReader<'_, '_> {
    /// Writes a rule.
    pub fn describe_rule(&self, rule: &CombineRule, out: &mut impl TextSink) {
        let (name, root) = (self.store.record(rule.record).name(), self.names.text(rule.root));
        writeln!(out, "(CombineRule name:{name} id:{} root:{root}", rule.id);
        if !rule.match_data.is_empty() {
            writeln!(out, "  (MatchDatas");
            for data in &rule.match_data {
                let symbol = self.names.text(data.symbol);
                writeln!(out, "    (MatchDataDef symbol:{symbol} type:{})", data.ty);
            }
            writeln!(out, "  )");
        }
        if !rule.fragments.is_empty() {
            writeln!(out, "  (PatFrags");
            for &fragment in &rule.fragments {
                self.describe_fragment(&self.fragments[fragment], out);
            }
            writeln!(out, "  )");
        }
        let root = |id| if id == rule.match_root { "<match_root>" } else { "" };
        self.describe_list("MatchPats", &rule.matches, CombineRole::Match, root, out);
        let root = |id| if rule.apply_roots.contains(&id) { "<apply_root>" } else { "" };
        self.describe_list("ApplyPats", &rule.applies, CombineRole::Apply, root, out);
        self.describe_operands("MatchPats", &rule.matches, out);
        self.describe_operands("ApplyPats", &rule.applies, out);
        if rule.permutations.len() > 1 {
            writeln!(out, "  (PermutationsToEmit");
            for permutation in &rule.permutations {
                writeln!(out, "    {},", self.permutation_text(rule, permutation));
            }
            writeln!(out, "  )");
        }
        writeln!(out, ")");
    }

    /// Returns the alternative of each fragment in a rule as text: `[a[0], b[2]]`.
    pub fn permutation_text(&self, rule: &CombineRule, permutation: &Permutation) -> String {
        let text = |&(pattern, alternative): &(CombinePatternId, usize)| {
            let name = self.names.text(rule.matches.patterns[pattern].name);
            format!("{name}[{alternative}]")
        };
        let mut texts: Vec<String> = permutation.iter().map(text).collect();
        texts.sort_unstable();
        format!("[{}]", texts.join(", "))
    }

    fn describe_list(
        &self,
        title: &str,
        list: &PatternList,
        role: CombineRole,
        root: impl Fn(CombinePatternId) -> &'static str,
        out: &mut impl TextSink,
    ) {
        if list.patterns.is_empty() {
            writeln!(out, "  ({title} <empty>)");
            return;
        }
        writeln!(out, "  ({title} ");
        for (id, pattern) in list.patterns.iter_enumerated() {
            write!(out, "    {}{}:", root(id), self.names.text(pattern.name));
            self.describe_pattern(pattern, role, false, out);
            writeln!(out);
        }
        writeln!(out, "  )");
    }

    fn describe_operands(&self, title: &str, list: &PatternList, out: &mut impl TextSink) {
        let operands: &OperandTable = &list.operands;
        let sorted = operands.sorted(&self.names);
        write!(out, "  (OperandTable {title} ");
        if sorted.is_empty() {
            writeln!(out, "<empty>)");
            return;
        }
        writeln!(out);
        for (name, def) in sorted {
            let def = def.map_or("<live-in>", |id| self.names.text(list.patterns[id].name));
            writeln!(out, "    {name} -> {def}");
        }
        writeln!(out, "  )");
    }

    fn describe_fragment(&self, fragment: &Fragment, out: &mut impl TextSink) {
        let name = self.store.record(fragment.record).name();
        writeln!(out, "    (PatFrag name:{name}");
        for (which, params) in [("ins", fragment.ins()), ("outs", fragment.outs())] {
            if !params.is_empty() {
                writeln!(out, "      ({which} [{}])", self.params_text(params));
            }
        }
        writeln!(out, "      (alternatives [");
        for alternative in &fragment.alternatives {
            writeln!(out, "        [");
            for pattern in alternative.patterns.iter() {
                write!(out, "          ");
                self.describe_pattern(pattern, CombineRole::Match, true, out);
                writeln!(out, ",");
            }
            writeln!(out, "        ],");
        }
        writeln!(out, "      ])\n    )");
    }

    fn params_text(&self, params: &[CombineParam]) -> String {
        let mut texts = Vec::with_capacity(params.len());
        for param in params {
            let kind = match param.kind {
                ParamKind::Root => "root",
                ParamKind::Operand => "machine_operand",
                ParamKind::Immediate => "imm",
            };
            texts.push(format!("{}:{kind}", self.names.text(param.name)));
        }
        texts.join(", ")
    }

    /// Writes an instruction in an apply list with its name, as in the inference log.
    pub(super) fn describe_applied(&self, pattern: &Pattern, out: &mut impl TextSink) {
        self.describe_pattern(pattern, CombineRole::Apply, true, out);
    }

    fn describe_pattern(
        &self,
        pattern: &Pattern,
        role: CombineRole,
        has_name: bool,
        out: &mut impl TextSink,
    ) {
        let kind = match &pattern.body {
            PatternBody::AnyOpcode(_) => "AnyOpcodePattern",
            PatternBody::Code(_) => "CXXPattern",
            PatternBody::Instruction(instruction) => match instruction.kind {
                InstructionKind::Instruction { .. } => "CodeGenInstructionPattern",
                InstructionKind::Fragment(_) => "PatFragPattern",
                InstructionKind::Builtin(_) => "BuiltinPattern",
            },
        };
        write!(out, "({kind} ");
        if has_name {
            write!(out, "name:{} ", self.names.text(pattern.name));
        }
        match &pattern.body {
            PatternBody::AnyOpcode(records) => {
                let names: Vec<&str> =
                    records.iter().map(|&record| self.store.record(record).name()).collect();
                write!(out, "[{}]", names.join(", "));
            }
            PatternBody::Code(code) => {
                let role = if role == CombineRole::Apply { "apply" } else { "match" };
                write!(out, "{role} code:\"{}\"", escaped(code));
            }
            PatternBody::Instruction(instruction) => self.describe_instruction(instruction, out),
        }
        write!(out, ")");
    }

    fn describe_instruction(&self, pattern: &InstructionPattern, out: &mut impl TextSink) {
        let operands: Vec<String> =
            pattern.operands.iter().map(|operand| self.marked_operand(operand)).collect();
        let name = self.store.record(pattern.record).name();
        write!(out, "{name} operands:[{}]", operands.join(", "));
        if let Some(intrinsic) = pattern.intrinsic() {
            write!(out, " intrinsic(@{})", intrinsic.function);
        }
        let Some(MiFlags { set, unset, copied }) = pattern.flags() else { return };
        write!(out, " (MIFlags");
        let copied: Vec<&str> = copied.iter().map(|&name| self.names.text(name)).collect();
        for (what, list) in
            [("set", set.join(", ")), ("unset", unset.join(", ")), ("copy", copied.join(", "))]
        {
            if !list.is_empty() {
                write!(out, " ({what} {list})");
            }
        }
        write!(out, ")");
    }

    fn marked_operand(&self, operand: &PatternOperand) -> String {
        let mark = if operand.is_def { "<def>" } else { "" };
        format!("{mark}{}", self.operand_text(operand))
    }

    /// Returns an operand as written in a description: `i32:$x`, `(i32 0)`.
    pub fn operand_text(&self, operand: &PatternOperand) -> String {
        let mut text = String::new();
        let ty = operand.ty.map(|ty| self.type_text(ty));
        match (ty, operand.immediate) {
            (Some(ty), Some(number)) => write!(text, "({ty} {number})"),
            (Some(ty), None) => text.push_str(&ty),
            (None, Some(number)) => write!(text, "{number}"),
            (None, None) => {}
        }
        if let Some(name) = operand.name {
            let colon = if operand.ty.is_some() || operand.immediate.is_some() { ":" } else { "" };
            write!(text, "{colon}${}", self.names.text(name));
        }
        text
    }
}

/// Returns code on a single line, in LLVM assembly escapes.
fn escaped(code: &str) -> String {
    let mut text = String::with_capacity(code.len());
    for byte in code.bytes() {
        match byte {
            b'\\' => text.push_str("\\\\"),
            b'"' => text.push_str("\\22"),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => write!(text, "\\{byte:02X}"),
        }
    }
    text
}
