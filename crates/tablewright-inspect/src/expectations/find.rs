//! Finds expectations in comments.

use std::ops::Range;

use rustc_hash::FxHashSet;
use tablewright_syntax::source::{SourceFile, SourceMap, Span};

use super::{
    EncodedValue, Expectation, ExpectationKind, FieldAssignment, MalformedExpectation,
    RecordSelection,
};

/// The prefix of a comment with an expectation.
const KEYWORD: &str = "EXPECT";

/// Finds the expectations in all files of a description, in order. A file that is included again is
/// searched once.
pub fn find_expectations(sources: &SourceMap) -> Vec<Result<Expectation, MalformedExpectation>> {
    let mut seen = FxHashSet::default();
    let mut expectations = Vec::new();
    for file in sources.files() {
        if seen.insert(&file.name) {
            find_in_file(file, &mut expectations);
        }
    }
    expectations
}

/// A comment with an expectation.
struct ExpectationComment<'f> {
    file: &'f SourceFile,
    /// The text between the keyword and the line end.
    rest: Range<usize>,
    /// The line, from 1.
    line: u32,
    /// The line of the statement that the comment refers to.
    subject_line: u32,
}

fn find_in_file(
    file: &SourceFile,
    expectations: &mut Vec<Result<Expectation, MalformedExpectation>>,
) {
    if !file.text.contains(KEYWORD) {
        return;
    }
    let lines: Vec<&str> = file.text.split('\n').collect();
    let mut start = 0;
    for (index, line) in lines.iter().enumerate() {
        if let Some(after) = after_keyword(line) {
            let has_own_line = line.trim_start().starts_with("//");
            let mut subject = index;
            if has_own_line {
                let is_other = |line: &&str| {
                    let line = line.trim_start();
                    !line.is_empty() && !line.starts_with("//")
                };
                let below = lines[index..].iter().position(is_other);
                subject = below.map_or(index, |below| index + below);
            }
            let end = start + line.trim_end().len();
            let range = (start + after).min(end)..end;
            let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
            let (line, subject_line) = (number(index), number(subject));
            expectations.push(ExpectationComment { file, rest: range, line, subject_line }.parse());
        }
        start += line.len() + 1;
    }
}

/// Returns the offset after the keyword in a line; `None` without the keyword.
fn after_keyword(line: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(slashes) = line[from..].find("//").map(|at| from + at) {
        let comment = line[slashes..].trim_start_matches('/');
        let text = comment.trim_start();
        if let Some(tail) = text.strip_prefix(KEYWORD)
            && tail.starts_with([' ', '\t', '-', '\r'])
        {
            return Some(line.len() - tail.len());
        }
        from = slashes + 2;
    }
    None
}

type ParsedExpectation<T> = Result<T, MalformedExpectation>;

impl ExpectationComment<'_> {
    fn text(&self) -> &str {
        &self.file.text[self.rest.clone()]
    }

    /// Returns the span for a part of the comment.
    fn span(&self, part: &str) -> Span {
        let all = self.file.text.as_ptr().addr();
        let start = part.as_ptr().addr().saturating_sub(all).min(self.rest.end);
        Span::new(self.file.pos(start), self.file.pos((start + part.len()).min(self.rest.end)))
    }

    fn malformed<T>(&self, part: &str, message: &str) -> ParsedExpectation<T> {
        Err(MalformedExpectation { span: self.span(part), message: message.to_owned() })
    }

    fn parse(&self) -> ParsedExpectation<Expectation> {
        let text = self.text();
        let (kind, body) = match text.strip_prefix("-ERROR") {
            Some(after_error) => (self.error(after_error)?, after_error),
            None if text.starts_with('-') => {
                return self.malformed(text, "expected 'EXPECT' or 'EXPECT-ERROR'");
            }
            None => (self.value(text.trim())?, text),
        };
        let trimmed = body.trim();
        Ok(Expectation { span: self.span(trimmed), text: trimmed.to_owned(), kind })
    }

    /// Parses the text after `EXPECT`.
    fn value(&self, text: &str) -> ParsedExpectation<ExpectationKind> {
        if let Some(equation) = text.strip_prefix("decode ") {
            let Some((word, instruction)) = equation.split_once('=') else {
                return self.malformed(text, "expected 'decode WORD = INSTRUCTION'");
            };
            let (word, instruction) = (word.trim(), instruction.trim());
            if word.is_empty() || instruction.is_empty() || instruction.contains(' ') {
                return self.malformed(equation, "expected 'WORD = INSTRUCTION'");
            }
            let instruction = (instruction != "none").then(|| instruction.to_owned());
            return Ok(ExpectationKind::Decode { word: word.to_owned(), instruction });
        }
        if let Some(arguments) = text.strip_prefix("encode ") {
            return self.encode(arguments);
        }
        if let Some(arguments) = text.strip_prefix("asm ") {
            return self.assemble(arguments);
        }
        // A name cannot contain a colon, and a condition contains it in strings only.
        let Some((name, condition)) = text.split_once(':') else {
            return self.malformed(
                text,
                "expected 'RECORD: CONDITION', 'decode WORD = …', 'encode INSTRUCTION … = WORD' or \
                 'asm \"LINE\" = WORD'",
            );
        };
        let (name, condition) = (name.trim(), condition.trim());
        let selection = match name.strip_prefix("class ") {
            Some(class) => RecordSelection::Class(class.trim().to_owned()),
            None => RecordSelection::Name(name.to_owned()),
        };
        let name = name.strip_prefix("class ").unwrap_or(name).trim();
        if name.is_empty() || name.contains(' ') {
            return self
                .malformed(name, "expected the name of a record, or 'class' and one of a class");
        }
        if condition.is_empty() {
            return self.malformed(condition, "expected a condition");
        }
        Ok(ExpectationKind::Records { selection, condition: condition.to_owned() })
    }

    /// Parses the text after `EXPECT encode`.
    fn encode(&self, text: &str) -> ParsedExpectation<ExpectationKind> {
        const FORM: &str = "expected 'INSTRUCTION FIELD=VALUE, … = WORD'";
        let Some((instruction, word)) = text.rsplit_once('=') else {
            return self.malformed(text, FORM);
        };
        let (instruction, word) = (instruction.trim(), word.trim());
        let (instruction, values) = instruction.split_once(' ').unwrap_or((instruction, ""));
        let digits = word.strip_prefix("0x").unwrap_or(word);
        let is_word = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if instruction.is_empty() || instruction.contains('=') || !is_word {
            return self.malformed(text, FORM);
        }
        let mut fields = Vec::new();
        for part in values.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            match assignment(part) {
                Some(assignment) => fields.push(assignment),
                None => return self.malformed(part, "expected 'FIELD=NUMBER' or 'FIELD=REGISTER'"),
            }
        }
        let (instruction, word) = (instruction.to_owned(), word.to_owned());
        Ok(ExpectationKind::Encode { instruction, fields, word })
    }

    /// Parses the text after `EXPECT asm`.
    fn assemble(&self, text: &str) -> ParsedExpectation<ExpectationKind> {
        const FORM: &str = "expected '[PROCESSOR] [+FEATURE] \"LINE\" = WORD'";
        let (Some((options, after)), Some((before, word))) =
            (text.split_once('"'), text.rsplit_once('='))
        else {
            return self.malformed(text, FORM);
        };
        // The line may have quotes and equals signs.
        let start = text.len() - after.len();
        let line = before.trim_end().strip_suffix('"').and_then(|line| line.get(start..));
        let word = word.trim();
        let digits = word.strip_prefix("0x").unwrap_or(word);
        let is_word = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let Some(line) = line.filter(|_| is_word || word == "none") else {
            return self.malformed(text, FORM);
        };
        let (features, processors): (Vec<&str>, Vec<&str>) =
            options.split_whitespace().partition(|option| option.starts_with(['+', '-']));
        if let [_, other, ..] = processors[..] {
            return self.malformed(other, "expected one processor");
        }
        Ok(ExpectationKind::Assemble {
            processor: processors.first().map(|name| (*name).to_owned()),
            features: features.into_iter().map(str::to_owned).collect(),
            line: line.to_owned(),
            word: is_word.then(|| word.to_owned()),
        })
    }

    /// Parses the text after `EXPECT-ERROR`.
    fn error(&self, text: &str) -> ParsedExpectation<ExpectationKind> {
        let (line, message) = match text.strip_prefix('@') {
            None => (Some(self.subject_line), text),
            Some(after_at) => {
                let (at, message) = after_at.split_once([' ', '\t']).unwrap_or((after_at, ""));
                let line = match at {
                    "any" => None,
                    _ => {
                        let line = at.parse().ok().and_then(|by| self.line.checked_add_signed(by));
                        let Some(line) = line.filter(|_| at.starts_with(['+', '-'])) else {
                            return self.malformed(at, "expected 'any', or a number with + or -");
                        };
                        Some(line)
                    }
                };
                (line, message)
            }
        };
        let message = message.trim();
        if message.is_empty() {
            return self.malformed(message, "expected a part of the error's message");
        }
        Ok(ExpectationKind::Error { message: message.to_owned(), line })
    }
}

/// Parses `FIELD=VALUE`.
fn assignment(text: &str) -> Option<FieldAssignment> {
    let (field, text) = text.split_once('=')?;
    Some(FieldAssignment { field: field.trim().to_owned(), value: value(text.trim())? })
}

/// Parses a number or a register name.
fn value(text: &str) -> Option<EncodedValue> {
    let is_name = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_name {
        Some(EncodedValue::Register(text.to_owned()))
    } else {
        number(text).map(EncodedValue::Number)
    }
}

/// Parses a decimal, hexadecimal or binary number.
fn number(text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (digits, radix) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (_, Some(digits)) => (digits, 2),
        (None, None) => (digits, 10),
    };
    let number =
        i64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with(['+', '-']))?;
    Some(if is_negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let mut sources = SourceMap::new();
        sources.add("a.td".into(), text.into(), None).expect("it is small");
        let in_span =
            |span: Span| &text[sources.offset_in_file(span.lo)..sources.offset_in_file(span.hi)];
        let mut summaries = Vec::new();
        for expectation in find_expectations(&sources) {
            summaries.push(match expectation {
                Ok(Expectation { kind, span, text }) => {
                    assert_eq!(in_span(span), text);
                    format!("{kind:?}")
                }
                Err(malformed) => format!("'{}': {}", in_span(malformed.span), malformed.message),
            });
        }
        assert_eq!(summaries, expected);
    }

    #[test]
    fn comments_are_expectations() {
        check(
            "def a; // EXPECT a: x = \"b:c\"\n//EXPECT class A*: y\r\n// EXPECT decode 0x13 = ADDI\n\
             // EXPECT decode 00 = none\n// EXPECTED is none, UNEXPECT too\n\
             // EXPECT encode ADDI rd=1, imm = -0x2 = 0xffe00093\n// EXPECT encode ADDI rd=X1 = 1\n\
             // EXPECT encode ADDI rd=+ = 1\n",
            &[
                "Records { selection: Name(\"a\"), condition: \"x = \\\"b:c\\\"\" }",
                "Records { selection: Class(\"A*\"), condition: \"y\" }",
                "Decode { word: \"0x13\", instruction: Some(\"ADDI\") }",
                "Decode { word: \"00\", instruction: None }",
                "Encode { instruction: \"ADDI\", fields: [FieldAssignment { field: \"rd\", \
                 value: Number(1) }, FieldAssignment { field: \"imm\", value: Number(-2) }], word: \"0xffe00093\" }",
                "Encode { instruction: \"ADDI\", fields: [FieldAssignment { field: \"rd\", \
                 value: Register(\"X1\") }], word: \"1\" }",
                "'rd=+': expected 'FIELD=NUMBER' or 'FIELD=REGISTER'",
            ],
        );
    }

    #[test]
    fn lines_of_assembly_are_expected_to_be_words() {
        check(
            "// EXPECT asm \"r1 = 5\" = 0xb7\n// EXPECT asm toy2 +a \".ascii \"=\"\" = none\n\
             // EXPECT asm \"nop\"\n// EXPECT asm \"nop\" = 0xg\n// EXPECT asm a b \"nop\" = 0\n",
            &[
                "Assemble { processor: None, features: [], line: \"r1 = 5\", word: Some(\"0xb7\") }",
                "Assemble { processor: Some(\"toy2\"), features: [\"+a\"], line: \".ascii \\\"=\\\"\", \
                 word: None }",
                "'\"nop\"': expected '[PROCESSOR] [+FEATURE] \"LINE\" = WORD'",
                "'\"nop\" = 0xg': expected '[PROCESSOR] [+FEATURE] \"LINE\" = WORD'",
                "'b': expected one processor",
            ],
        );
    }

    #[test]
    fn errors_are_expected_on_lines() {
        check(
            "def a : B; // EXPECT-ERROR not defined\n// EXPECT-ERROR below\n// Other.\n\ndef b;\n\
             // EXPECT-ERROR@-1 above\n// EXPECT-ERROR@any else\n// EXPECT-ERROR@+2 x",
            &[
                "Error { message: \"not defined\", line: Some(1) }",
                "Error { message: \"below\", line: Some(5) }",
                "Error { message: \"above\", line: Some(5) }",
                "Error { message: \"else\", line: None }",
                "Error { message: \"x\", line: Some(10) }",
            ],
        );
    }

    #[test]
    fn what_is_malformed_is_said() {
        check(
            "// EXPECT a\n// EXPECT a b: x\n// EXPECT a:\n// EXPECT decode 12\n// EXPECT-ERROR\n\
             // EXPECT-ERROR@1 x\n// EXPECT-WARNING x\n",
            &[
                "'a': expected 'RECORD: CONDITION', 'decode WORD = …', 'encode INSTRUCTION … = WORD' or \
                 'asm \"LINE\" = WORD'",
                "'a b': expected the name of a record, or 'class' and one of a class",
                "'': expected a condition",
                "'decode 12': expected 'decode WORD = INSTRUCTION'",
                "'': expected a part of the error's message",
                "'1': expected 'any', or a number with + or -",
                "'-WARNING x': expected 'EXPECT' or 'EXPECT-ERROR'",
            ],
        );
    }
}
