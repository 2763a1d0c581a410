//! A writer for Rust source in the layout of `rustfmt`.

/// The maximal line width.
const WIDTH: usize = 100;
/// List elements up to this width share lines.
const SHORT: usize = 10;

/// A function call.
pub(super) struct RustCall {
    pub(super) function: String,
    pub(super) arguments: Vec<String>,
}

impl RustCall {
    pub(super) fn new(function: &str, arguments: impl IntoIterator<Item = String>) -> RustCall {
        RustCall { function: function.to_owned(), arguments: arguments.into_iter().collect() }
    }
}

/// Rust source.
#[derive(Default)]
pub(super) struct RustWriter {
    text: String,
    indent: usize,
}

impl RustWriter {
    /// Starts a file with its documentation.
    pub(super) fn new(docs: &str) -> RustWriter {
        let mut writer = RustWriter::default();
        writer.line(&format!("//! {docs}"));
        writer.blank();
        writer
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(&"    ".repeat(self.indent));
        self.text.push_str(line);
        self.text.push('\n');
    }

    pub(super) fn blank(&mut self) {
        self.text.push('\n');
    }

    /// Whether a line is not too long.
    pub(super) fn fits(&self, line: &str) -> bool {
        self.indent * 4 + line.chars().count() <= WIDTH
    }

    pub(super) fn indented(&mut self, body: impl FnOnce(&mut RustWriter)) {
        self.indent += 1;
        body(self);
        self.indent -= 1;
    }

    /// Writes a block after `head`, which ends before the brace.
    pub(super) fn block(&mut self, head: &str, body: impl FnOnce(&mut RustWriter)) {
        self.line(&format!("{head} {{"));
        self.indented(body);
        self.line("}");
    }

    /// Writes `open`, items and `close`, in as few lines as the layout allows. An assignment ends with ` = [`.
    pub(super) fn list(&mut self, open: &str, items: &[String], close: &str) {
        let line = format!("{open}{}{close}", items.join(", "));
        if self.fits(&line) {
            return self.line(&line);
        }
        if let Some((head, bracket)) = open.split_once(" = ") {
            let line = format!("{bracket}{}{close}", items.join(", "));
            if self.fits(&format!("    {line}")) {
                self.line(&format!("{head} ="));
                return self.indented(|w| w.line(&line));
            }
        }
        self.line(open);
        self.indented(|w| w.items(items));
        self.line(close);
    }

    /// Writes the items of a list that has several lines. Only short literals share lines.
    fn items(&mut self, items: &[String]) {
        let is_short = |item: &String| {
            let is_literal = item.starts_with(|c: char| c.is_ascii_digit() || c == '"');
            is_literal && item.chars().count() <= SHORT
        };
        if !items.iter().all(is_short) {
            return items.iter().for_each(|item| self.line(&format!("{item},")));
        }
        let mut line = String::new();
        for item in items {
            let longer =
                if line.is_empty() { format!("{item},") } else { format!("{line} {item},") };
            // A packed line has one column less.
            if self.fits(&format!("{longer} ")) {
                line = longer;
            } else {
                self.line(&line);
                line = format!("{item},");
            }
        }
        if !line.is_empty() {
            self.line(&line);
        }
    }

    /// Writes `head = value;`, with the value in a line of its own if necessary.
    pub(super) fn assignment(&mut self, head: &str, value: &str) {
        let line = format!("{head} = {value};");
        if self.fits(&line) {
            return self.line(&line);
        }
        self.line(&format!("{head} ="));
        self.indented(|w| w.line(&format!("{value};")));
    }

    /// Writes an arm of a `match` with an expression.
    pub(super) fn arm(&mut self, pattern: &str, value: &str) {
        let line = format!("{pattern} => {value},");
        if self.fits(&line) {
            return self.line(&line);
        }
        self.block(&format!("{pattern} =>"), |w| w.line(value));
    }

    /// Writes a `if` with a return, for tests that must all be true.
    pub(super) fn return_if(&mut self, tests: &[String], value: &RustCall) {
        let head = format!("if {}", tests.join(" && "));
        if self.fits(&format!("{head} {{")) {
            self.line(&format!("{head} {{"));
        } else if self.fits(&head) {
            self.line(&head);
            self.line("{");
        } else {
            let mut tests = tests.iter();
            let first = tests.next().map_or("true", String::as_str);
            self.line(&format!("if {first}"));
            self.indented(|w| tests.for_each(|test| w.line(&format!("&& {test}"))));
            self.line("{");
        }
        self.indented(|w| w.call("return ", value, ";"));
        self.line("}");
    }

    /// Writes a call between two texts, with an argument in each line if necessary.
    pub(super) fn call(&mut self, head: &str, call: &RustCall, end: &str) {
        let RustCall { function, arguments } = call;
        let line = format!("{head}{function}({}){end}", arguments.join(", "));
        if self.fits(&line) {
            return self.line(&line);
        }
        self.line(&format!("{head}{function}("));
        self.indented(|w| arguments.iter().for_each(|argument| w.argument(argument)));
        self.line(&format!("){end}"));
    }

    /// Writes an argument in lines of its own. A long list has a line for each item.
    fn argument(&mut self, argument: &str) {
        let line = format!("{argument},");
        let items = argument.strip_prefix("&[").and_then(|items| items.strip_suffix(']'));
        match items.filter(|_| !self.fits(&line)) {
            Some(items) => {
                self.line("&[");
                self.indented(|w| items.split(", ").for_each(|it| w.line(&format!("{it},"))));
                self.line("],");
            }
            None => self.line(&line),
        }
    }
}

/// Returns a Rust string literal.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.escape_debug().to_string().replace("\\'", "'"))
}

/// Returns text for a documentation comment, in which no character has a meaning.
pub(super) fn plain(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if "[]<>_*`\\".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_literals_share_lines_and_names_do_not() {
        let mut writer = RustWriter::default();
        let numbers: Vec<String> = (100..140).map(|number: u32| number.to_string()).collect();
        writer.list("[", &numbers, "]");
        let names: Vec<String> = (10..40).map(|number| format!("R::X{number}")).collect();
        writer.list("[", &names, "]");
        let text = writer.finish();
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.lines().count(), 5 + 32);
    }

    #[test]
    fn long_calls_have_a_line_for_each_argument() {
        let mut writer = RustWriter::default();
        let arguments = ["a", "b"].map(|name| name.repeat(60));
        writer.call("return ", &RustCall::new("f", arguments), ";");
        let [a, b] = ["a", "b"].map(|name| name.repeat(60));
        assert_eq!(writer.finish(), format!("return f(\n    {a},\n    {b},\n);\n"));
    }

    #[test]
    fn literals_and_documentation_escape_text() {
        assert_eq!(quoted("a\t\"'\\"), r#""a\t\"'\\""#);
        assert_eq!(plain("a_b [c]"), r"a\_b \[c\]");
    }
}
