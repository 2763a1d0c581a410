//! Findings in SARIF 2.1.0, a format that code hosts accept for analysis results.

use std::env;
use std::fmt::Write;
use std::path::Path;

use serde::Serialize;
use tablewright_inspect::lint::{Finding, Fix, Level, Lint};
use tablewright_session::path_text;
use tablewright_syntax::diagnostic::Label;
use tablewright_syntax::shown_span;
use tablewright_syntax::source::{Pos, SourceMap, Span};
use tablewright_text::byte_escape::unescape;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The name for the current directory, to which paths are relative.
const ROOT: &str = "%SRCROOT%";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [LogRun; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogRun {
    tool: SarifTool,
    column_kind: &'static str,
    results: Vec<LogResult>,
}

#[derive(Serialize)]
struct SarifTool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<SarifRule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRule {
    id: String,
    name: &'static str,
    short_description: SarifText,
    full_description: SarifText,
    help: SarifHelp,
    default_configuration: Configuration,
    properties: SarifProperties,
}

#[derive(Serialize)]
struct SarifText {
    text: String,
}

#[derive(Serialize)]
struct SarifHelp {
    text: &'static str,
    markdown: &'static str,
}

#[derive(Serialize)]
struct Configuration {
    enabled: bool,
    level: &'static str,
}

#[derive(Serialize)]
struct SarifProperties {
    tags: [&'static str; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogResult {
    rule_id: String,
    rule_index: usize,
    level: &'static str,
    message: SarifText,
    locations: [SarifLocation; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<RelatedLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<LogFix>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifLocation {
    physical_location: PhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RelatedLocation {
    id: usize,
    message: SarifText,
    physical_location: PhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize, Clone, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

/// A source range. Lines and columns count from one. Columns count characters.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: usize,
    end_line: u32,
    end_column: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogFix {
    description: SarifText,
    artifact_changes: Vec<ArtifactChange>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: ArtifactLocation,
    replacements: Vec<SarifReplacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifReplacement {
    deleted_region: Region,
    inserted_content: SarifText,
}

/// Formats findings as a SARIF log.
pub(super) fn text(sources: &SourceMap, lints: &[&'static Lint], findings: &[Finding]) -> String {
    let writer = SarifWriter { sources, directory: env::current_dir().ok().map(path_text) };
    let driver = Driver {
        name: "tablewright",
        semantic_version: env!("CARGO_PKG_VERSION"),
        rules: lints.iter().map(|lint| rule(lint)).collect(),
    };
    let run = LogRun {
        tool: SarifTool { driver },
        column_kind: "unicodeCodePoints",
        results: findings.iter().filter_map(|finding| writer.result(lints, finding)).collect(),
    };
    let log = Log { schema: SCHEMA, version: "2.1.0", runs: [run] };
    // Serialization of strings and numbers cannot fail.
    serde_json::to_string_pretty(&log).expect("strings and numbers are valid JSON") + "\n"
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Allow => "none",
        Level::Warn => "warning",
        Level::Deny => "error",
    }
}

fn rule(lint: &Lint) -> SarifRule {
    let explanation = lint.code.explanation();
    let first = explanation.split("\n\n").next().unwrap_or_default();
    let is_on = lint.default != Level::Allow;
    SarifRule {
        id: lint.code.to_string(),
        name: lint.name,
        short_description: SarifText { text: lint.code.title().to_owned() },
        full_description: SarifText { text: first.replace('\n', " ") },
        help: SarifHelp { text: explanation, markdown: explanation },
        default_configuration: Configuration {
            enabled: is_on,
            level: level(if is_on { lint.default } else { Level::Warn }),
        },
        properties: SarifProperties { tags: [lint.group.name()] },
    }
}

struct SarifWriter<'s> {
    sources: &'s SourceMap,
    /// The current directory, to which paths are relative.
    directory: Option<String>,
}

impl SarifWriter<'_> {
    fn result(&self, lints: &[&'static Lint], finding: &Finding) -> Option<LogResult> {
        let Finding { lint, diagnostic, fix } = finding;
        let rule_index = lints.iter().position(|other| other.code == lint.code)?;
        let mut message = diagnostic.message.clone();
        for note in &diagnostic.notes {
            // Writing to a string cannot fail.
            _ = write!(message, "\n{}", note.message);
        }
        let labels = diagnostic.labels.iter().enumerate();
        Some(LogResult {
            rule_id: lint.code.to_string(),
            rule_index,
            level: level(finding.level()),
            message: SarifText { text: message },
            locations: [SarifLocation { physical_location: self.location(diagnostic.span?) }],
            related_locations: labels.map(|(id, label)| self.related(id, label)).collect(),
            fixes: fix.iter().map(|fix| self.fix(fix)).collect(),
        })
    }

    fn related(&self, id: usize, label: &Label) -> RelatedLocation {
        let message = SarifText { text: label.message.clone() };
        RelatedLocation { id, message, physical_location: self.location(label.span) }
    }

    fn location(&self, span: Span) -> PhysicalLocation {
        let span = shown_span(self.sources, span);
        let artifact_location = self.artifact(span.lo);
        PhysicalLocation { artifact_location, region: self.region(span) }
    }

    fn fix(&self, fix: &Fix) -> LogFix {
        let mut changes: Vec<ArtifactChange> = Vec::new();
        for edit in &fix.edits {
            let artifact_location = self.artifact(edit.span.lo);
            let replacement = SarifReplacement {
                deleted_region: self.region(edit.span),
                inserted_content: SarifText { text: edit.replacement.clone() },
            };
            match changes.iter_mut().find(|c| c.artifact_location == artifact_location) {
                Some(change) => change.replacements.push(replacement),
                None => changes
                    .push(ArtifactChange { artifact_location, replacements: vec![replacement] }),
            }
        }
        LogFix { description: SarifText { text: fix.message.clone() }, artifact_changes: changes }
    }

    fn region(&self, span: Span) -> Region {
        let (start_line, start_column) = self.position(span.lo);
        let (end_line, end_column) = self.position(span.hi);
        Region { start_line, start_column, end_line, end_column }
    }

    fn position(&self, pos: Pos) -> (u32, usize) {
        let at = self.sources.line_column(pos);
        let file = self.sources.file(at.file);
        let end = self.sources.offset_in_file(pos);
        let start = end - (at.column as usize - 1);
        (at.line, file.text.get(start..end).map_or(at.column as usize, |t| t.chars().count() + 1))
    }

    /// Returns the file at a position, relative to the current directory if it is inside.
    fn artifact(&self, pos: Pos) -> ArtifactLocation {
        let name = &self.sources.file(self.sources.file_of(pos)).name;
        let directory = self.directory.as_deref().map(Path::new);
        let inside = directory.and_then(|dir| Path::new(name).strip_prefix(dir).ok());
        let path = inside.map_or_else(|| name.clone(), path_text);
        if path.starts_with('/') {
            ArtifactLocation { uri: format!("file://{}", encoded(&path)), uri_base_id: None }
        } else {
            let path = path.strip_prefix("./").unwrap_or(&path);
            ArtifactLocation { uri: encoded(path), uri_base_id: Some(ROOT) }
        }
    }
}

/// Encodes a path for a URI.
fn encoded(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in unescape(path).iter().copied() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b'+' => {
                uri.push(char::from(byte));
            }
            // Writing to a string cannot fail.
            byte => _ = write!(uri, "%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_parts_of_a_uri() {
        assert_eq!(encoded("a b/ü.td"), "a%20b/%C3%BC.td");
    }
}
