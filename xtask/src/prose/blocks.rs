//! Text blocks: comments in Rust, paragraphs in Markdown, and option help.

use regex_lite::Regex;

/// Finds comments in Rust source. A comment ends at code and at another kind of comment (`//`, `///`,
/// `//!`). Examples between fences are left out.
pub(super) fn rust_comments(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    let mut kind = None;
    let mut is_fenced = false;
    for line in text.lines() {
        let comment = comment_of(line);
        let new_kind = comment.map(|(kind, _)| kind);
        if new_kind != kind || new_kind.is_none() {
            if !block.is_empty() {
                blocks.push(block.join("\n"));
                block.clear();
            }
            (kind, is_fenced) = (new_kind, false);
        }
        let Some((_, content)) = comment else { continue };
        if content.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if !is_fenced {
            block.push(content);
        }
    }
    if !block.is_empty() {
        blocks.push(block.join("\n"));
    }
    blocks
}

/// Returns a comment line's kind and text; `None` for code and for `////`.
fn comment_of(line: &str) -> Option<(&'static str, &str)> {
    let line = line.trim_start();
    let (kind, tail) = ["///", "//!", "//"]
        .into_iter()
        .find_map(|kind| line.strip_prefix(kind).map(|rest| (kind, rest)))?;
    if tail.starts_with('/') {
        return None;
    }
    Some((kind, tail.strip_prefix([' ', '\t']).unwrap_or(tail)))
}

/// Finds paragraphs in Markdown, without fenced examples, tables, HTML and comments.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    let text = without_fences(text);
    let text = compile("(?s)<!--.*?-->").replace_all(&text, "");
    compile(r"\n\s*\n")
        .split(&text)
        .filter(|block| {
            let block = block.trim_start();
            !["|", "{{", "<"].iter().any(|start| block.starts_with(start))
        })
        .map(str::to_owned)
        .collect()
}

/// Empties the lines in fenced examples. An unclosed fence is text.
fn without_fences(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut kept = Vec::new();
    let mut index = 0;
    while index < lines.len() {
        let fence = ["```", "~~~"].into_iter().find(|fence| lines[index].starts_with(fence));
        let length = fence
            .and_then(|fence| lines[index + 1..].iter().position(|line| line.starts_with(fence)));
        match length {
            Some(length) => {
                kept.push("");
                index += length + 2;
            }
            None => {
                kept.push(lines[index]);
                index += 1;
            }
        }
    }
    kept.join("\n")
}

/// Finds help texts in a command's page: a block for each option, and for each paragraph around the
/// options. Default and possible values are left out.
pub(super) fn help(page: &str) -> Vec<String> {
    let values = compile(r"\[(default|possible values|aliases): [^\]]*\]");
    let option = compile(r"^ +[-<\[]\S.*? {2,}(?:- )?(\S.*)$");
    let mut blocks = paragraphs(page);
    let mut paragraph: Vec<String> = Vec::new();
    for line in fenced_lines(page) {
        let line = values.replace_all(line, "");
        let is_heading = line.ends_with(':') && !line.starts_with(' ');
        if let Some(groups) = option.captures(&line) {
            blocks.push(groups[1].trim_end().to_owned());
        } else if line.trim().is_empty() || is_heading || line.to_lowercase().starts_with("usage:")
        {
            blocks.push(std::mem::take(&mut paragraph).join("\n"));
        } else if !line.starts_with("    ") {
            // Deeper lines are examples.
            paragraph.push(line.into_owned());
        }
    }
    blocks.push(paragraph.join("\n"));
    blocks.retain(|block| !block.trim().is_empty());
    blocks
}

fn fenced_lines(page: &str) -> impl Iterator<Item = &str> {
    let mut is_fenced = false;
    page.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        if is_fence {
            is_fenced = !is_fenced;
        }
        is_fenced && !is_fence
    })
}

fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).expect("patterns are constant")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_ends_at_code_and_at_another_kind() {
        let text = "//! A\n//! b.\n\n/// C\n// d\nlet x; // e\n//// f\n    /// G\n";
        assert_eq!(rust_comments(text), ["A\nb.", "C", "d", "G"]);
    }

    #[test]
    fn examples_in_comments_are_left_out() {
        assert_eq!(rust_comments("/// A\n/// ```\n/// b\n/// ```\n/// c\n"), ["A\nc"]);
        // Code ends an example that nobody closed.
        assert_eq!(rust_comments("/// ```\n/// b\nfn f() {}\n/// C\n"), ["C"]);
    }

    #[test]
    fn paragraphs_are_without_fences_tables_and_html() {
        let text = "# A\n\nb\n```sh\nc\n\nd\n```\ne\n\n| f |\n\n<g>\n\n<!-- h\n\ni -->j\n";
        assert_eq!(paragraphs(text), ["# A", "b", "e", "j"]);
    }

    #[test]
    fn a_fence_that_is_not_closed_is_text() {
        assert_eq!(paragraphs("```\na"), ["```\na"]);
    }

    #[test]
    fn help_has_a_block_for_each_option() {
        let page = "# `x`\n\n```text\nShow y\n\nUsage: x [FILE]\n\nOptions:\n  -f, --format <F>  \
                    The format [default: a] [possible values: a, b]\n  -D <m>   - Macro\n\n\
                    Lines after\nall:\n    x --y\n```\n";
        assert_eq!(help(page), ["# `x`", "Show y", "The format", "Macro", "Lines after"]);
    }
}
