//! Rules as Graphviz graphs: the instructions in the match and apply lists, connected by operands.

use tablewright_records::TextSink;
use tablewright_selection::combines::{
    CombinePatternId, Name, Pattern, PatternBody, PatternList, RuleReader,
};

use super::CombinesCombiner;
use super::text::pattern_text;
use crate::graphviz::Quoted;

/// Builds a cluster for each rule, containing a cluster for each list.
pub(super) fn rules(reader: &RuleReader<'_, '_>, combiners: &[CombinesCombiner<'_>]) -> String {
    let mut text = "digraph combines {\n  node [shape = box];\n".to_owned();
    for combiner in combiners {
        for rule in combiner.shown() {
            let name = format!("{}.{}", combiner.record.name(), rule.id);
            let label = reader.store.record(rule.record).name();
            writeln!(text, "  subgraph {} {{", Quoted(&format!("cluster {name}")));
            writeln!(text, "    label = {};", Quoted(label));
            let matches = DotList { reader, rule: &name, title: "match", list: &rule.matches };
            let applies = DotList { reader, rule: &name, title: "apply", list: &rule.applies };
            matches.write(&[rule.match_root], &mut text);
            applies.write(&rule.apply_roots, &mut text);
            matches.edges(None, &mut text);
            applies.edges(Some(&matches), &mut text);
            text.push_str("  }\n");
        }
    }
    text.push_str("}\n");
    text
}

/// A pattern list in a rule.
struct DotList<'a> {
    reader: &'a RuleReader<'a, 'a>,
    rule: &'a str,
    title: &'static str,
    list: &'a PatternList,
}

impl DotList<'_> {
    fn node(&self, id: CombinePatternId) -> String {
        format!("{}.{}.{}", self.rule, self.title, id.index())
    }

    fn write(&self, roots: &[CombinePatternId], text: &mut String) {
        let cluster = format!("cluster {}.{}", self.rule, self.title);
        writeln!(text, "    subgraph {} {{", Quoted(&cluster));
        writeln!(text, "      label = {};", Quoted(self.title));
        for (id, pattern) in self.list.patterns.iter_enumerated() {
            let (node, label) = (self.node(id), pattern_text(self.reader, pattern));
            let shape = match pattern.body {
                PatternBody::Code(_) => ", shape = note",
                _ if roots.contains(&id) => ", peripheries = 2",
                PatternBody::AnyOpcode(_) | PatternBody::Instruction(_) => "",
            };
            writeln!(text, "      {} [label = {}{shape}];", Quoted(&node), Quoted(&label));
        }
        text.push_str("    }\n");
    }

    /// Writes an edge from each pattern to the patterns that define its operands. If this list does not define an
    /// operand, the edge leads to its definition in `matches`.
    fn edges(&self, matches: Option<&DotList<'_>>, text: &mut String) {
        for (id, pattern) in self.list.patterns.iter_enumerated() {
            for name in used(pattern) {
                let of_matches = || {
                    let matches = matches?;
                    Some(matches.node(matches.list.operands.def(name)?))
                };
                let def = self.list.operands.def(name).map(|def| self.node(def));
                if let Some(def) = def.or_else(of_matches) {
                    let label = format!("${}", self.reader.names.text(name));
                    let (from, label) = (self.node(id), Quoted(&label));
                    writeln!(text, "    {} -> {} [label = {label}];", Quoted(&from), Quoted(&def));
                }
            }
        }
    }
}

/// Returns the operands that a pattern uses.
fn used(pattern: &Pattern) -> Vec<Name> {
    let Some(instruction) = pattern.instruction() else { return Vec::new() };
    let uses = instruction.named_operands().filter(|(_, operand)| !operand.is_def);
    uses.map(|(name, _)| name).collect()
}
