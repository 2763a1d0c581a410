//! Converts a test's `RUN:` lines to a shell script.

use std::path::{Path, PathBuf};

/// Actions that do not count as a backend, because they accept any records.
const GENERAL: [&str; 7] = [
    "print-records",
    "print-detailed-records",
    "dump-json",
    "null-backend",
    "print-enums",
    "print-sets",
    "gen-ctags",
];

/// Directories for programs and for files that tests write.
pub(crate) struct Directories {
    pub(crate) temporary: PathBuf,
    pub(crate) bin: PathBuf,
    /// Directories that tests refer to by a variable.
    pub(crate) named: Vec<(&'static str, PathBuf)>,
    /// A variable that programs read.
    pub(crate) variables: Option<(&'static str, String)>,
}

impl Directories {
    /// Returns a test's working directory.
    pub(crate) fn own_directory(&self, test: &LitTest) -> PathBuf {
        self.temporary.join(test.name.replace('/', "_"))
    }
}

/// A test file.
pub(crate) struct LitTest {
    /// Its path below the tests' directory.
    pub(crate) name: String,
    /// Whether it is marked as failing everywhere.
    pub(crate) expected_to_fail: bool,
    path: PathBuf,
    /// The commands, one for each `RUN:` line after continuation lines are joined.
    commands: Vec<String>,
}

impl LitTest {
    /// Reads the test in `text`, the contents of the file at `path`.
    pub(crate) fn read(name: String, path: PathBuf, text: &str) -> LitTest {
        let mut commands: Vec<String> = Vec::new();
        let mut continued = false;
        for part in after(text, "RUN:") {
            let (part, more) = part.strip_suffix('\\').map_or((part, false), |p| (p, true));
            match commands.last_mut() {
                Some(last) if continued => *last += part,
                _ => commands.push(part.to_owned()),
            }
            continued = more;
        }
        let expected_to_fail = after(text, "XFAIL:").any(|condition| condition == "*");
        LitTest { name, expected_to_fail, path, commands }
    }

    /// Returns whether the test lacks commands.
    pub(crate) fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Returns whether a command names an action other than the general actions.
    pub(crate) fn names_a_backend(&self) -> bool {
        let words = self.commands.iter().flat_map(|c| c.split_whitespace());
        words.filter_map(|word| word.strip_prefix('-')).any(|word| {
            let word = word.strip_prefix('-').unwrap_or(word);
            word.starts_with("gen-") && !GENERAL.contains(&word)
        })
    }

    /// Returns the script that runs the test. It ends at the first command that fails.
    pub(crate) fn script(&self, directories: &Directories) -> String {
        let mut script = "set -e -o pipefail\n".to_owned();
        for command in &self.commands {
            script += &self.substitute(command, directories);
            script.push('\n');
        }
        script
    }

    fn substitute(&self, command: &str, directories: &Directories) -> String {
        let own = directories.own_directory(self);
        let quoted = |path: &Path| path.display().to_string();
        let folder = self.path.parent().expect("a file lies in a directory");
        let file_name = self.path.file_name().expect("a test is a file").display().to_string();
        // Longer names first: `%python` begins with `%p`.
        let substitutions = [
            ("%python", "python3".to_owned()),
            ("%clang", "clang".to_owned()),
            ("%offload-tblgen", "offload-tblgen".to_owned()),
            ("%fcheck-generic", format!("FileCheck {}", quoted(&self.path))),
            ("%%", "%".to_owned()),
            ("%{s:basename}", file_name.clone()),
            ("%s", quoted(&self.path)),
            ("%S", quoted(folder)),
            ("%p", quoted(folder)),
            ("%t", quoted(&own.join(file_name + ".tmp"))),
            ("%T", quoted(&own)),
        ];
        let mut result = String::new();
        let mut remainder = command;
        while let Some(at) = remainder.find('%') {
            result += &remainder[..at];
            remainder = &remainder[at..];
            match substitutions.iter().find(|(name, _)| remainder.starts_with(name)) {
                Some((name, text)) => {
                    result += text;
                    remainder = &remainder[name.len()..];
                }
                None => {
                    result.push('%');
                    remainder = &remainder[1..];
                }
            }
        }
        result + remainder
    }
}

/// Returns the trimmed text after `key` on each line that contains it.
fn after<'a>(text: &'a str, key: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(move |line| line.split_once(key)).map(|(_, tail)| tail.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> LitTest {
        LitTest::read("a/b.td".into(), "/src/a/b.td".into(), text)
    }

    fn directories() -> Directories {
        Directories {
            temporary: "/out".into(),
            bin: "/bin".into(),
            named: Vec::new(),
            variables: None,
        }
    }

    #[test]
    fn run_lines_become_a_script() {
        let test = read(
            "// RUN: x %s -I %p \\\n// RUN:   | y %t %{s:basename}\n# RUN: %python %S %%\n// XFAIL: vg_leak\n",
        );
        let want = "set -e -o pipefail\n\
                    x /src/a/b.td -I /src/a | y /out/a_b.td/b.td.tmp b.td\n\
                    python3 /src/a %\n";
        assert_eq!(test.script(&directories()), want);
        assert!(!test.expected_to_fail);
    }

    #[test]
    fn general_actions_are_no_backends() {
        assert!(!read("// RUN: t -gen-ctags --dump-json %s").names_a_backend());
        assert!(read("// RUN: t --gen-emitter %s").names_a_backend());
        assert!(read("").is_empty());
    }
}
