//! The file `NAMERun.td`: the methods and nodes of C++ as records, for `tablewright assemble`, `disassemble` and `run`.

use tablewright_records::FieldError;

use crate::answers::Answers;
use crate::description::Description;
use crate::fixups::{FIRST_RELOCATION, FixupPart, Fixups};
use crate::roles::{HalfJoin, Roles};

/// Returns the text of the file.
///
/// # Errors
/// If a record of the description is malformed.
pub(crate) fn run_description(
    description: &Description<'_>,
    roles: &Roles,
    answers: &Answers,
    fixups: &Fixups,
) -> Result<String, FieldError> {
    let mut writer = RunWriter { description, roles, answers, fixups, text: String::new() };
    writer.begin();
    writer.syntax();
    writer.relocations();
    writer.nodes()?;
    writer.instructions();
    Ok(writer.text)
}

struct RunWriter<'a, 's> {
    description: &'a Description<'s>,
    roles: &'a Roles,
    answers: &'a Answers,
    fixups: &'a Fixups,
    text: String,
}

impl<'s> RunWriter<'_, 's> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn begin(&mut self) {
        let name = &self.description.name;
        let lines = [
            format!("//===- {name}Run.td - {name} for tools without C++ -===//"),
            "//".to_owned(),
            "// Written by `tablewright new-target --update`. Do not edit.".to_owned(),
            "//".to_owned(),
            "//===----------------------------------------------------------------------===//"
                .to_owned(),
            String::new(),
            format!("include \"{name}.td\""),
            "include \"AsmSyntax.td\"".to_owned(),
            "include \"Simulation.td\"".to_owned(),
            String::new(),
        ];
        for line in lines {
            self.line(&line);
        }
    }

    /// Writes the methods of operands that the templates define.
    fn syntax(&mut self) {
        let align = self.description.code_alignment();
        self.line("// Methods of operands.");
        self.line("def : AsmNumber<\"decodeSImm\", true>;");
        self.line(&format!("def : AsmNumber<\"decodeBranch\", true, {align}>;"));
        self.line("def : AsmNumber<\"decodeWordDisp\", false, 4>;");
        self.line("def : AsmNumber<\"decodeSWordDisp\", true, 4>;");
        let names = &self.answers.conditions.names;
        if !names.is_empty() {
            let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
            self.line(&format!("def : AsmNames<\"printCond\", [{}]>;", names.join(", ")));
        }
        for method in self.relative_printers() {
            self.line(&format!("def : AsmText<\"{method}\", \"$0\">;"));
        }
        let order = self.answers.is_big_endian;
        let is_compressed = !self.description.store.derived_if_defined("CompressPat").is_empty();
        self.line("def : AsmMachine {");
        self.line(&format!("  let IsBigEndian = {order};"));
        self.line(&format!("  let IsCompressed = {is_compressed};"));
        self.line("}");
        let registers = &self.answers.registers;
        self.line("def : SimulatedMachine {");
        self.line(&format!("  let StackPointer = {};", registers.stack_pointer));
        self.line(&format!("  let ReturnAddress = {};", registers.link));
        self.line("}");
        self.line("");
    }

    /// Returns the methods that print distances from the instruction.
    fn relative_printers(&self) -> Vec<&'s str> {
        let classes = self.fixups.uses.iter().map(|used| &used.operand_class);
        let relative = classes.filter(|class| self.description.is_relative(class));
        let mut methods: Vec<&str> =
            relative.filter_map(|class| self.description.text(class, "PrintMethod")).collect();
        methods.sort_unstable();
        methods.dedup();
        methods.retain(|method| *method != "printOperand");
        methods
    }

    fn relocations(&mut self) {
        self.line("// Relocations in object files.");
        let bytes = self.roles.word_type.trim_start_matches('i').parse().unwrap_or(32) / 8;
        self.line(&format!("def : AsmDataRelocation<{bytes}, 1>;"));
        let low = self.fixups.list.iter().find(|fixup| fixup.part == FixupPart::Low);
        let low_width = low.map_or(0, |fixup| fixup.width);
        let round = match self.roles.halves.join {
            HalfJoin::Or => 0,
            HalfJoin::AddWithCarry => 1_u64 << low_width.saturating_sub(1).min(62),
        };
        let mut rows: Vec<String> = Vec::new();
        for used in &self.fixups.uses {
            let (class, number) = (&used.operand_class, used.fixup + FIRST_RELOCATION);
            let width = self.fixups.list[used.fixup].width;
            let row = match used.part {
                FixupPart::High => format!(
                    "def : AsmRelocation<{class}, {number}, {low_width}, {width}, {round}>;"
                ),
                FixupPart::Low => format!("def : AsmRelocation<{class}, {number}, 0, {width}>;"),
                FixupPart::Relative => format!("def : AsmRelocation<{class}, {number}>;"),
            };
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        rows.sort();
        for row in rows {
            self.line(&row);
        }
        self.line("");
    }

    /// Writes the meaning of comparisons, branches and selections.
    fn nodes(&mut self) -> Result<(), FieldError> {
        let nodes = self.description.nodes()?;
        let record = |enumerator: &str| {
            nodes.iter().find(|(_, name)| name == enumerator).map(|(record, _)| record.as_str())
        };
        let Some(flags) = self.flags() else { return Ok(()) };
        self.line("// Nodes: a bit of the flags is a condition.");
        for (enumerator, is_float) in [("CMP", false), ("FCMP", true)] {
            if let Some(node) = record(enumerator) {
                let bits = self.condition_bits(is_float);
                self.line(&format!(
                    "def : NodeSemantics<({node} $a, $b), [(set {flags}, {bits})]>;"
                ));
            }
        }
        let bit = format!("(trunc (srl {flags}, $cc))");
        for (enumerator, operands, meaning) in [
            ("BR", "$target, $cc", format!("(brcond {bit}, $target)")),
            ("SEL", "$a, $b, $cc", format!("(select {bit}, $a, $b)")),
            ("SET", "$cc", format!("(and (srl {flags}, $cc), 1)")),
        ] {
            if let Some(node) = record(enumerator) {
                self.line(&format!("def : NodeSemantics<({node} {operands}), [{meaning}]>;"));
            }
        }
        self.line("");
        Ok(())
    }

    /// Returns the register that comparisons define.
    fn flags(&self) -> Option<String> {
        let branch = self.roles.branches.conditional.first()?;
        let branch = self.description.instruction(&branch.instruction)?;
        branch.implicit_uses.first().cloned()
    }

    /// Returns the type of the flags.
    fn flags_type(&self) -> String {
        let flags = self.flags().unwrap_or_default();
        let mut classes = self.description.classes.iter();
        let class = classes.find(|class| class.registers.contains(&flags));
        class.and_then(|class| class.types.first()).unwrap_or(&self.roles.word_type).clone()
    }

    /// Returns the flags as a tree: the bit of each condition is the result of its comparison.
    fn condition_bits(&self, is_float: bool) -> String {
        let conditions = &self.answers.conditions;
        let map = if is_float { &conditions.float } else { &conditions.integer };
        let ty = self.flags_type();
        let mut tree = String::new();
        for (number, name) in conditions.names.iter().enumerate() {
            let mut codes: Vec<&str> = map
                .iter()
                .filter(|(_, known)| *known == name)
                .map(|(code, _)| code.as_str())
                .collect();
            // Codes that say what an unordered comparison returns come first.
            codes.sort_by_key(|code| {
                if is_float { std::cmp::Reverse(code.len()) } else { std::cmp::Reverse(0) }
            });
            let Some(code) = codes.first() else { continue };
            let bit = format!("(shl ({ty} (zext ({} $a, $b))), {number})", code.to_lowercase());
            tree = if tree.is_empty() { bit } else { format!("(or {tree}, {bit})") };
        }
        tree
    }

    /// Writes the instruction that sets the upper half, which usually has no pattern of its own.
    fn instructions(&mut self) {
        let Some(high) = self.description.instruction(&self.roles.halves.high) else { return };
        let ([output], [number]) = (&high.outputs[..], &high.inputs[..]) else { return };
        let low = self.fixups.list.iter().find(|fixup| fixup.part == FixupPart::Low);
        let low = low.map_or(0, |fixup| fixup.width);
        let word = &self.roles.word_type;
        let mut value = format!("(shl ({word} {}:${}), ({word} {low}))", number.class, number.name);
        if word == "i64" {
            // Numbers and addresses of two halves have 32 bits with a sign.
            value = format!("(sext_inreg {value}, i32)");
        }
        let line = format!(
            "def : Semantics<{}, [(set {}:${}, {value})]>;",
            high.name, output.class, output.name
        );
        self.line("// Instructions without a pattern of their own.");
        self.line(&line);
    }
}
