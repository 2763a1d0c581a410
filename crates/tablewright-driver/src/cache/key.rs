//! Keys: hashes for everything that a result depends on.

use blake3::{Hash, Hasher};

use crate::messages::Style;
use crate::request::{Output, Request, Task};

/// Format version. It changes whenever the stored data changes.
const FORMAT: &str = "tablewright cache 2";

/// A hash for several parts. The length precedes each part, so that different lists of parts cannot have the same
/// bytes.
pub(super) struct KeyParts(Hasher);

impl KeyParts {
    pub(super) fn new(kind: &str) -> KeyParts {
        KeyParts(Hasher::new()).with(kind)
    }

    #[must_use]
    pub(super) fn with(mut self, part: impl AsRef<[u8]>) -> KeyParts {
        let part = part.as_ref();
        self.0.update(&(part.len() as u64).to_le_bytes()).update(part);
        self
    }

    pub(super) fn hash(&self) -> Hash {
        self.0.finalize()
    }
}

/// Returns the manifest key for a request and a main file with this hash. Directories are left out: see [`paths`].
/// Within one program, settings with the same debug text are equal.
pub(super) fn for_manifest(program: Hash, request: &Request, main: Hash) -> Hash {
    let (backend, options) = match &request.task {
        Task::Backend(backend, options) => {
            (format!("{} {}", backend.name, backend.help), format!("{options:?}"))
        }
        Task::Command(command) => (command.name().to_owned(), String::new()),
    };
    let session = request.session.clone().without_include_dirs().without_trees();
    KeyParts::new(FORMAT)
        .with(program.as_bytes())
        .with(backend)
        .with(options)
        .with(format!("{session:?}"))
        .with(split(&request.input).1)
        .with(split(output(request)).1)
        .with(main.as_bytes())
        .hash()
}

/// Returns a hash for results that contain paths or messages. It covers all paths as spelt, and the message format.
pub(super) fn paths(called_as: &str, request: &Request) -> Hash {
    let style = Style::new(request.format, request.color);
    let session = request.session.clone().without_trees();
    KeyParts::new("paths")
        .with(called_as)
        .with(&request.input)
        .with(output(request))
        .with(format!("{session:?} {style:?}"))
        .hash()
}

/// Returns the directories that could be seen in a result.
pub(super) fn path_texts(request: &Request) -> Vec<String> {
    let mut texts = vec![split(&request.input).0, split(output(request)).0];
    texts.extend(request.session.include_dirs().iter().map(String::as_str));
    texts.iter().map(|text| text.trim_end_matches('/')).map(str::to_owned).collect()
}

fn output(request: &Request) -> &str {
    match &request.output {
        Output::File(path) => path,
        Output::Standard => "-",
    }
}

/// Splits a path into its directory, with the separator, and its file name.
fn split(path: &str) -> (&str, &str) {
    path.split_at(path.rfind(['/', '\\']).map_or(0, |separator| separator + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_together() {
        let hash = |parts: [&str; 2]| KeyParts::new("x").with(parts[0]).with(parts[1]).hash();
        assert_ne!(hash(["ab", "c"]), hash(["a", "bc"]));
        assert_eq!(hash(["a", ""]), hash(["a", ""]));
    }

    #[test]
    fn paths_are_split_behind_the_last_separator() {
        assert_eq!(split("a/b/c.td"), ("a/b/", "c.td"));
        assert_eq!(split("c.td"), ("", "c.td"));
        assert_eq!(split("/c.td"), ("/", "c.td"));
    }
}
