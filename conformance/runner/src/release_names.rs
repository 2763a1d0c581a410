//! `cargo runner release-names`: prints the names that a release adds to the include files of LLVM and MLIR, and the
//! names that it removes. `tablewright lint --for RELEASE` has the lists.
//!
//! A line has a sign, a kind, a name and a file, and for an added name also a record's last class, or the number of a
//! class's parameters. An added name has a file from the older release: a new file counts as the file that
//! includes it. Added records are listed only for the files that all targets or dialects include. A field is listed if
//! its class remains without it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;
use tablewright_records::Loaded;
use tablewright_records::trace::DefinitionKind;
use tablewright_session::Session;
use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;
use xtask_support::files::files_with_extension;
use xtask_support::{CommandOutcome, say};

use crate::paths;

/// The directories with include files.
const INCLUDES: [&str; 2] = ["llvm/include", "mlir/include"];

/// Path prefixes: added records are listed for these files.
const SHARED: [&str; 4] =
    ["llvm/Target/", "llvm/CodeGen/ValueTypes.td", "mlir/IR/", "mlir/Interfaces/"];

/// The kind for fields.
const FIELD: &str = "field";

/// Definition kind and name.
type Key = (&'static str, String);

/// A definition's position.
struct Place {
    /// The files from the definition to the main file.
    files: Vec<String>,
    /// A record's last class, or the number of a class's parameters.
    form: Option<String>,
}

/// The definitions in a release's include files.
#[derive(Default)]
struct Definitions {
    places: BTreeMap<Key, Place>,
    /// All fields of all classes, `CLASS.FIELD`, also inherited fields.
    fields: BTreeSet<String>,
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let version = |name: &str| args.get_one::<String>(name).expect("it is required");
    let old = definitions(version("from"))?;
    let new = definitions(version("to"))?;
    let mut lines = Vec::new();
    for ((kind, name), place) in &old.places {
        let remains = match name.split_once('.') {
            Some((class, _)) if *kind == FIELD => {
                new.fields.contains(name) || !new.places.contains_key(&("class", class.to_owned()))
            }
            _ => new.places.contains_key(&(*kind, name.clone())),
        };
        if !remains {
            lines.push(format!("-{kind} {name} {}", place.files[0]));
        }
    }
    let old_files: BTreeSet<&String> = old.places.values().map(|place| &place.files[0]).collect();
    for ((kind, name), place) in &new.places {
        let file = place.files.iter().find(|file| old_files.contains(file));
        let is_shared = |file: &&String| SHARED.iter().any(|shared| file.starts_with(shared));
        if let Some(file) = file
            && !old.places.contains_key(&(*kind, name.clone()))
            && *kind != FIELD
            && (*kind != "record" || is_shared(&file))
        {
            let form = place.form.iter().map(|form| format!(" {form}")).collect::<String>();
            lines.push(format!("+{kind} {name} {file}{form}"));
        }
    }
    lines.sort();
    for line in &lines {
        say!("{line}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns all definitions in a release's include files. A file that needs another file is read through that file.
fn definitions(version: &str) -> Result<Definitions, String> {
    let corpus = paths::corpus()?.with_file_name(format!("llvm-{version}"));
    let mut definitions = Definitions::default();
    for include in INCLUDES.map(|include| corpus.join(include)) {
        let files = files_with_extension(&include, "td");
        for file in files.map_err(|e| format!("{}: {e}", include.display()))? {
            let session = INCLUDES
                .iter()
                .fold(Session::new(), |session, include| session.include_dir(corpus.join(include)));
            let session = session.trace(true);
            if let Ok(loaded) = session.load_file(&file)
                && !loaded.diagnostics.has_errors()
            {
                definitions.add(&loaded, &corpus);
            }
        }
    }
    Ok(definitions)
}

impl Definitions {
    fn add(&mut self, loaded: &Loaded, corpus: &Path) {
        let store = &loaded.store;
        let Some(trace) = store.trace() else { return };
        let mut parameters: BTreeMap<Symbol, usize> = BTreeMap::new();
        for (_, definition) in trace.names().definitions() {
            if definition.kind == DefinitionKind::Parameter
                && let Some(owner) = definition.owner
            {
                *parameters.entry(owner).or_default() += 1;
            }
        }
        for (_, definition) in trace.names().definitions() {
            let name = store.str(definition.name);
            let owner = definition.owner.map(|owner| store.str(owner));
            let (kind, name) = match definition.kind {
                DefinitionKind::Class => ("class", name.to_owned()),
                DefinitionKind::Multiclass => ("multiclass", name.to_owned()),
                DefinitionKind::Field => (FIELD, format!("{}.{name}", owner.unwrap_or_default())),
                DefinitionKind::Record
                | DefinitionKind::Parameter
                | DefinitionKind::Variable
                | DefinitionKind::TypeAlias
                | DefinitionKind::Macro => continue,
            };
            let count = parameters.get(&definition.name).copied().unwrap_or_default();
            let place = || Place {
                files: files(loaded, corpus, definition.span.lo),
                form: (kind == "class").then(|| count.to_string()),
            };
            self.places.entry((kind, name)).or_insert_with(place);
        }
        for record in store.records().filter(|record| !record.is_anonymous()) {
            let class = record.superclasses().last();
            let place = || Place {
                files: files(loaded, corpus, record.pos()),
                form: class.map(|&class| store.class(class).name().to_owned()),
            };
            self.places.entry(("record", record.name().to_owned())).or_insert_with(place);
        }
        for class in store.classes() {
            let fields = class.fields();
            let names = fields.map(|field| format!("{}.{}", class.name(), store.str(field.name)));
            self.fields.extend(names);
        }
    }
}

/// Returns the file path at `pos` and the paths that lead to it, below the include directories.
fn files(loaded: &Loaded, corpus: &Path, pos: Pos) -> Vec<String> {
    let sources = loaded.store.sources();
    let mut next = Some(pos);
    let mut files = Vec::new();
    while let Some(pos) = next {
        let file = sources.file(sources.file_of(pos));
        let path = Path::new(&file.name);
        let inner = INCLUDES.iter().find_map(|dir| path.strip_prefix(corpus.join(dir)).ok());
        files.push(inner.unwrap_or(path).to_string_lossy().into_owned());
        next = file.included_from;
    }
    files
}
