//! Patterns as Graphviz graphs: trees with types, paths to steps, and patterns that shadow other patterns.

use tablewright_llvm::matcher_table::Shadowed;
use tablewright_records::TextSink;
use tablewright_selection::patterns::TreeDescription;

use super::report::PatternReport;
use super::table_position::{At, branch_text};
use super::target::MatcherTarget;
use crate::graphviz::Quoted;

/// Draws the pattern trees after inference: sources and results.
pub(super) fn patterns(reports: &[PatternReport]) -> String {
    let mut graph = Graph::new("patterns");
    for tried in reports.iter().flat_map(|report| &report.tried) {
        let number = tried.index + 1;
        writeln!(graph.text, "  subgraph cluster_{number} {{");
        writeln!(graph.text, "    label = {};", Quoted(&format!("pattern {number}")));
        graph.tree(&tried.source, &format!("{number}.match"));
        graph.tree(&tried.result, &format!("{number}.make"));
        graph.text.push_str("  }\n");
    }
    graph.finish()
}

/// Draws the paths to steps, with the patterns behind them.
pub(super) fn at(target: &MatcherTarget<'_>, positions: &[At]) -> String {
    let table = &target.table;
    let mut graph = Graph::new("table");
    let node = |offset: u32| format!("at {offset}");
    for position in positions {
        let path = table.path_to(position.step);
        for (at, &step) in path.iter().enumerate() {
            let of = &table.steps()[step];
            let label = format!("{}: {}", of.offset, table.step_text(step));
            graph.node(&node(of.offset), &label, "box");
            if let Some(&before) = at.checked_sub(1).and_then(|before| path.get(before)) {
                let from = node(table.steps()[before].offset);
                let branch = of.branch.filter(|&branch| table.branch(branch).first == step);
                let label = branch.map_or(String::new(), |branch| branch_text(target, branch));
                graph.edge(&from, &node(of.offset), &label);
            }
        }
        let from = node(table.steps()[position.step].offset);
        for pattern in table.patterns_from(position.step) {
            let to = format!("pattern {}", pattern + 1);
            graph.node(&to, &target.pattern_text(pattern), "note");
            graph.edge(&from, &to, "");
        }
    }
    graph.finish()
}

/// Draws an edge from each selected pattern to the patterns that it shadows.
pub(super) fn shadowed(target: &MatcherTarget<'_>, shadowed: &[Shadowed]) -> String {
    let mut graph = Graph::new("shadowed");
    let name = |index: usize| format!("pattern {}", index + 1);
    for each in shadowed {
        for &index in each.by.iter().chain([&each.pattern]) {
            let record = target.record_name(target.pattern(index).record);
            let label = format!("{record}\n{}", target.pattern_text(index));
            graph.node(&name(index), &label, "box");
        }
        for &by in &each.by {
            graph.edge(&name(by), &name(each.pattern), "");
        }
    }
    graph.finish()
}

/// A graph under construction. Nodes and edges are written once.
struct Graph {
    text: String,
    written: std::collections::HashSet<String>,
}

impl Graph {
    fn new(name: &str) -> Graph {
        let text = format!("digraph {name} {{\n");
        Graph { text, written: std::collections::HashSet::new() }
    }

    fn finish(mut self) -> String {
        self.text.push_str("}\n");
        self.text
    }

    fn line(&mut self, line: String) {
        if !self.written.contains(&line) {
            self.text.extend(["  ", &line, "\n"]);
            self.written.insert(line);
        }
    }

    fn node(&mut self, name: &str, label: &str, shape: &str) {
        let (name, label) = (Quoted(name), Quoted(label));
        self.line(format!("{name} [label = {label}, shape = {shape}];"));
    }

    fn edge(&mut self, from: &str, to: &str, label: &str) {
        let (from, to) = (Quoted(from), Quoted(to));
        self.line(if label.is_empty() {
            format!("{from} -> {to};")
        } else {
            format!("{from} -> {to} [label = {}];", Quoted(label))
        });
    }

    /// Writes a tree whose root is named `name`.
    fn tree(&mut self, node: &TreeDescription, name: &str) {
        let mut label = node.label();
        for types in &node.types {
            write!(label, "\n{types}");
        }
        self.node(name, &label, if node.is_leaf() { "plaintext" } else { "box" });
        for (index, child) in node.children.iter().enumerate() {
            let of_child = format!("{name}.{index}");
            self.tree(child, &of_child);
            self.edge(name, &of_child, "");
        }
    }
}
