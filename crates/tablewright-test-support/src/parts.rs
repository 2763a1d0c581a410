//! Parts of an output: single items and lines, without their margins.

/// Returns the function or class whose head contains `head`, up to its closing brace, without the margin.
///
/// # Panics
/// If the output lacks the head.
pub fn item(output: &str, head: &str) -> String {
    let mut lines = output.lines().skip_while(|line| !line.contains(head)).peekable();
    let first = lines.peek().unwrap_or_else(|| panic!("no {head} in {output}"));
    let margin = first.len() - first.trim_start().len();
    let mut item = String::new();
    let (mut depth, mut has_block) = (0, false);
    for line in lines {
        item += &line[margin.min(line.len() - line.trim_start().len())..];
        item.push('\n');
        depth += line.matches('{').count() as i64 - line.matches('}').count() as i64;
        has_block |= line.contains('{');
        if depth == 0 && (has_block || line.ends_with(';')) {
            break;
        }
    }
    item
}

/// Returns the lines that contain one of `marks`, without their margins.
pub fn lines(output: &str, marks: &[&str]) -> String {
    let lines = output.lines().filter(|line| marks.iter().any(|mark| line.contains(mark)));
    lines.map(|line| format!("{}\n", line.trim())).collect()
}
