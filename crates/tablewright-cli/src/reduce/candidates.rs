//! Candidate texts: removable parts of a text, and the text without them.

use std::cmp::Reverse;
use std::ops::Range;

use tablewright_syntax::{LanguageDialect, Outline, OutlineKind, OutlineList, outline};

/// A kind of change. Each pass tries one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReductionPass {
    /// Removes parts of these kinds of lists.
    Lists(&'static [OutlineKind]),
    /// Replaces a statement by the statements in its block.
    Blocks,
    /// Replaces a value by an empty value.
    Values,
    /// Removes a line, regardless of its contents.
    Lines,
}

/// The passes, in order. The first passes remove most.
pub(super) const PASSES: [(ReductionPass, &str); 10] = [
    (ReductionPass::Lists(&[OutlineKind::TopLevel]), "statements"),
    (ReductionPass::Blocks, "blocks"),
    (ReductionPass::Lists(&[OutlineKind::Statements]), "statements in blocks"),
    (ReductionPass::Lists(&[OutlineKind::BodyItems]), "items of bodies"),
    (ReductionPass::Lists(&[OutlineKind::LetItems, OutlineKind::Parents]), "classes and lets"),
    (
        ReductionPass::Lists(&[OutlineKind::Elements, OutlineKind::DagArgs]),
        "elements of lists and dags",
    ),
    (ReductionPass::Lists(&[OutlineKind::Arguments, OutlineKind::Parameters]), "arguments"),
    (ReductionPass::Lists(&[OutlineKind::Initializers]), "initial values"),
    (ReductionPass::Values, "values"),
    (ReductionPass::Lines, "lines"),
];

/// A removable part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ReductionPart {
    /// An item in a list, by list index and item index.
    Item { list: usize, index: usize },
    /// Ranges with their replacements.
    Cuts(Vec<ReductionCut>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct ReductionCut {
    range: Range<usize>,
    replacement: &'static str,
}

/// The changes to a text in one pass.
pub(super) struct ReductionCandidates {
    text: String,
    lists: Vec<OutlineList>,
    /// Parts in the order in which they are tried: the end of the text first, since earlier text does not use later
    /// text.
    parts: Vec<ReductionPart>,
}

impl ReductionCandidates {
    pub(super) fn new(text: &str, pass: ReductionPass) -> ReductionCandidates {
        let mut candidates =
            ReductionCandidates { text: text.to_owned(), lists: Vec::new(), parts: Vec::new() };
        if pass == ReductionPass::Lines {
            candidates.add_lines();
        } else if let Some(outline) = outline(text, LanguageDialect::default()) {
            candidates.add(outline, pass);
        }
        candidates.parts.sort_by_cached_key(|part| {
            let range = part.range(&candidates.lists);
            (Reverse(range.start), range.end)
        });
        candidates
    }

    /// Returns the number of changes.
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    fn add(&mut self, outline: Outline, pass: ReductionPass) {
        match pass {
            ReductionPass::Lists(kinds) => {
                self.lists = outline.lists;
                self.lists.retain(|list| kinds.contains(&list.kind));
                for (list, outlined) in self.lists.iter().enumerate() {
                    let items =
                        (0..outlined.items.len()).map(|index| ReductionPart::Item { list, index });
                    self.parts.extend(items);
                }
            }
            ReductionPass::Blocks => {
                let cut = |range| ReductionCut { range, replacement: "" };
                self.parts.extend(outline.blocks.into_iter().map(|block| {
                    let before = block.statement.start..block.body.start;
                    ReductionPart::Cuts(vec![cut(before), cut(block.body.end..block.statement.end)])
                }));
            }
            ReductionPass::Values => {
                for range in outline.values {
                    for replacement in empty_values(&self.text[range.clone()]) {
                        self.parts.push(ReductionPart::Cuts(vec![ReductionCut {
                            range: range.clone(),
                            replacement,
                        }]));
                    }
                }
            }
            ReductionPass::Lines => {}
        }
    }

    fn add_lines(&mut self) {
        let mut start = 0;
        for line in self.text.split_inclusive('\n') {
            let range = start..start + line.len();
            start = range.end;
            self.parts.push(ReductionPart::Cuts(vec![ReductionCut { range, replacement: "" }]));
        }
    }

    /// Returns the text without the parts at these indices.
    pub(super) fn without(&self, left_out: &[usize]) -> String {
        let mut cuts: Vec<ReductionCut> = Vec::new();
        let mut items: Vec<(usize, usize)> = Vec::new();
        for &part in left_out {
            match &self.parts[part] {
                ReductionPart::Item { list, index } => items.push((*list, *index)),
                ReductionPart::Cuts(others) => cuts.extend(others.iter().cloned()),
            }
        }
        items.sort_unstable();
        for same_list in items.chunk_by(|a, b| a.0 == b.0) {
            let indices: Vec<usize> = same_list.iter().map(|&(_, index)| index).collect();
            let ranges = self.cut_items(&self.lists[same_list[0].0], &indices);
            cuts.extend(ranges.into_iter().map(|range| ReductionCut { range, replacement: "" }));
        }
        // An outer cut precedes the cuts inside it.
        cuts.sort_by_key(|cut| (cut.range.start, Reverse(cut.range.end)));
        let mut out = String::with_capacity(self.text.len());
        let mut copied = 0;
        for ReductionCut { range, replacement } in cuts {
            if range.end <= copied && !range.is_empty() {
                continue;
            }
            let start = range.start.max(copied);
            out.push_str(&self.text[copied..start]);
            out.push_str(replacement);
            copied = range.end.max(copied);
        }
        out.push_str(&self.text[copied..]);
        out
    }

    /// Returns the ranges to remove for the list items at `indices`. The indices must be in order.
    fn cut_items(&self, list: &OutlineList, indices: &[usize]) -> Vec<Range<usize>> {
        let items = &list.items;
        if !list.kind.has_commas() {
            return indices.iter().map(|&index| self.with_white_space(&items[index])).collect();
        }
        if let (Some(whole), true) = (&list.whole, indices.len() == items.len()) {
            return vec![whole.clone()];
        }
        // Items at the start are removed with the comma after them, other items with the comma before them.
        let first = indices.iter().enumerate().take_while(|(at, index)| at == *index).count();
        let mut ranges = Vec::new();
        if first > 0 {
            let end = items.get(first).map_or(items[first - 1].end, |next| next.start);
            ranges.push(items[0].start..end);
        }
        ranges.extend(indices[first..].iter().map(|&index| items[index - 1].end..items[index].end));
        ranges
    }

    /// Extends an item by trailing blanks and the line break, if nothing else follows on the line.
    fn with_white_space(&self, item: &Range<usize>) -> Range<usize> {
        let after_item = &self.text[item.end..];
        let spaces = after_item.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let line_break = usize::from(after_item[spaces..].starts_with('\n'));
        item.start..item.end + spaces + line_break
    }
}

impl ReductionPart {
    /// Returns the range from the part's start to its end.
    fn range(&self, lists: &[OutlineList]) -> Range<usize> {
        match self {
            ReductionPart::Item { list, index } => lists[*list].items[*index].clone(),
            ReductionPart::Cuts(cuts) => {
                let start = cuts.first().map_or(0, |cut| cut.range.start);
                start..cuts.last().map_or(start, |cut| cut.range.end)
            }
        }
    }
}

/// Returns shorter values that could replace `value`.
fn empty_values(value: &str) -> Vec<&'static str> {
    let candidates: &[&'static str] = if value.starts_with('"') {
        &["\"\""]
    } else if value.starts_with("[{") {
        &["[{}]"]
    } else if value.starts_with('[') {
        &["[]"]
    } else if value.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
        &["0"]
    } else {
        &["?", "0", "\"\"", "[]"]
    };
    candidates.iter().copied().filter(|empty| empty.len() < value.len()).collect()
}

/// Returns the text in other layouts, the best first: with `;` for empty bodies and without empty argument lists, and
/// with lines indented by their braces.
pub(super) fn layouts(text: &str) -> [String; 2] {
    let indented = indent(text);
    let mut short = indented.replace("<>", "");
    let mut from = 0;
    while let Some(brace) = short[from..].find('{').map(|at| from + at) {
        let after_brace = &short[brace + 1..];
        let spaces = after_brace.len() - after_brace.trim_start().len();
        from = brace + 1;
        if after_brace[spaces..].starts_with('}') {
            let start = short[..brace].trim_end().len();
            short.replace_range(start..brace + spaces + 2, ";");
            from = start;
        }
    }
    [indent(&short), indented]
}

/// Indents the lines that are not empty by the braces around them.
fn indent(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0usize;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let closed_first = line.bytes().take_while(|byte| *byte == b'}').count();
        for _ in 0..depth.saturating_sub(closed_first) {
            out.push_str("  ");
        }
        out.push_str(line);
        out.push('\n');
        depth += line.matches('{').count();
        depth = depth.saturating_sub(line.matches('}').count());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "class A<int x, int y = 2> : B<x>, C { int z = x; }\n\
                        let u = 1, v = 2 in {\ndef a : A<[1, 2, 3], (op 1, \"text\")>;\n}\n";

    /// Removes the items that start with these texts.
    fn check(kind: &'static [OutlineKind], starts: &[&str], expected: &str) {
        let candidates = ReductionCandidates::new(TEXT, ReductionPass::Lists(kind));
        let starts_like = |&index: &usize| {
            let text = &TEXT[candidates.parts[index].range(&candidates.lists)];
            starts.iter().any(|start| text.starts_with(start))
        };
        let left_out: Vec<usize> = (0..candidates.len()).filter(starts_like).collect();
        assert_eq!(left_out.len(), starts.len());
        let text = candidates.without(&left_out);
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn commas_and_brackets_go_with_the_items() {
        check(&[OutlineKind::Elements], &["1"], "[2, 3]");
        check(&[OutlineKind::Elements], &["1", "3"], "[2]");
        check(&[OutlineKind::Elements], &["2", "3"], "[1]");
        check(&[OutlineKind::Elements], &["1", "2", "3"], "[]");
        check(&[OutlineKind::DagArgs], &["1", "\""], "(op )");
        check(&[OutlineKind::Parents], &["B"], "> : C {");
        check(&[OutlineKind::Parents], &["B", "C", "A"], "int y = 2>  {");
        check(&[OutlineKind::Parameters], &["int x", "int y"], "class A : B");
        check(&[OutlineKind::LetItems], &["u"], "let v = 2 in");
        check(&[OutlineKind::Initializers], &["= 2"], "int y > :");
        check(&[OutlineKind::BodyItems], &["int z"], "C { }\n");
        check(&[OutlineKind::TopLevel], &["class"], "");
        check(&[OutlineKind::Parents, OutlineKind::Arguments], &["B", "x"], "> : C {");
    }

    #[test]
    fn a_block_takes_the_place_of_its_statement() {
        let candidates = ReductionCandidates::new(TEXT, ReductionPass::Blocks);
        assert_eq!(candidates.len(), 1);
        assert!(indent(&candidates.without(&[0])).contains("}\ndef a : A"));
    }

    #[test]
    fn empty_bodies_become_semicolons() {
        let text = "class A {\n   \n}\n    let x = 1 in {\n def a : A<> { }\ndef b {\nint x;}\n}\n";
        let [short, indented] = layouts(text);
        assert_eq!(short, "class A;\nlet x = 1 in {\n  def a : A;\n  def b {\n    int x;}\n}\n");
        assert!(indented.contains("\n  def a : A<> { }\n"));
    }

    #[test]
    fn values_become_empty_and_lines_go() {
        let candidates =
            ReductionCandidates::new("def a { string s = \"text\"; }\n", ReductionPass::Values);
        assert_eq!(candidates.without(&[0]), "def a { string s = \"\"; }\n");
        let candidates = ReductionCandidates::new("one {\ntwo\nthree", ReductionPass::Lines);
        assert_eq!(candidates.without(&[1]), "one {\nthree");
    }
}
