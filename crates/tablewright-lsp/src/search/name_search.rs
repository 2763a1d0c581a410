//! The search for a name in main files, as a task.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::{Location, Range};
use serde_json::{Value, json};
use tablewright_records::trace::{Definition, DefinitionId, DefinitionKind, UseKind};
use tablewright_records::{ClassId, LoadMonitor};
use tablewright_session::Session;
use tablewright_syntax::diagnostic::{Code, Severity};
use tablewright_syntax::shown_span;
use tablewright_syntax::source::Span;

use super::include_graph::IncludeGraph;
use super::record_digest::{NamePair, RecordDigest, digest};
use super::renaming;
use crate::analysis::{AnalysisJob, DocumentAnalysis};
use crate::clock::Clock;
use crate::documents::Documents;
use crate::line_index::PositionEncoding;
use crate::roots::Root;
use crate::scan::{ScanTokenKind, code_tokens, tree};
use crate::snapshot::Snapshot;
use crate::{names, occurrences};

/// Limit for repeated searches, after a main file shows that the name has another definition.
const MAX_ROUNDS: usize = 4;

/// A search's purpose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    References {
        has_declaration: bool,
    },
    /// `tablewright/references`.
    ReferencesWithKinds,
    /// The new name.
    Rename(String),
}

/// Receives the evaluated main file's number, and the number of all main files.
pub(crate) type SearchProgress = Box<dyn Fn(usize, usize) + Send>;

/// A search for a name.
pub(crate) struct NameSearch {
    pub(crate) purpose: Purpose,
    /// The evaluated root of the file in which the client selected the name.
    pub(crate) analysis: Arc<DocumentAnalysis>,
    pub(crate) root: Root,
    pub(crate) definition: DefinitionId,
    /// Roots that are known to read the file with the definition.
    pub(crate) roots: Vec<Root>,
    pub(crate) base: Session,
    /// Folders with further main files.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) documents: Documents,
    pub(crate) encoding: PositionEncoding,
    pub(crate) monitor: LoadMonitor,
    pub(crate) clock: Clock,
    pub(crate) progress: Option<SearchProgress>,
}

/// A place in a client's text: its URI, line and column.
type Place = (String, u32, u32);

/// A search's results.
#[derive(Default)]
pub(super) struct Occurrences {
    /// Definitions by file and offset.
    targets: BTreeSet<(PathBuf, usize)>,
    places: BTreeMap<Place, (Range, Option<UseKind>)>,
    /// Offsets of the places in each file.
    pub(super) offsets: BTreeMap<PathBuf, BTreeSet<usize>>,
    /// Roots in which the name occurs, with their records before a renaming. The records are
    /// `None` if the root has errors.
    pub(super) roots: Vec<(Root, Option<RecordDigest>)>,
    /// The files that were evaluated, with the macros. A file is not evaluated again with the same macros.
    covered: BTreeSet<(PathBuf, Vec<String>)>,
    /// The main files that were evaluated.
    loaded: Vec<Root>,
}

impl NameSearch {
    /// Runs the search. Returns the request's result.
    pub(crate) fn run(self) -> Result<Value, String> {
        let (path, offset, name) = {
            let snapshot = self.snapshot(&self.analysis);
            let names = snapshot.names().ok_or("the file is not evaluated")?;
            let definition = names.definition(self.definition);
            let (path, offset) = snapshot.path_and_offset(definition.span.lo);
            (path, offset, snapshot.store().str(definition.name).to_owned())
        };
        let mut found = Occurrences::default();
        found.targets.insert((path, offset));
        let graph = IncludeGraph::new(&self.folders, &self.documents, &name);
        for _ in 0..MAX_ROUNDS {
            let targets = found.targets.len();
            self.visit(&mut found, &self.root, &self.analysis, &name)?;
            self.visit_others(&mut found, &graph, &name)?;
            if found.targets.len() == targets {
                return self.answer(&found, &name);
            }
            (found.loaded, found.covered, found.roots) = Default::default();
        }
        Err(format!("'{name}' has too many definitions"))
    }

    fn snapshot<'a>(&'a self, analysis: &'a DocumentAnalysis) -> Snapshot<'a> {
        Snapshot::new(analysis, &self.documents, self.encoding)
    }

    fn answer(&self, found: &Occurrences, name: &str) -> Result<Value, String> {
        let location = |(place, (range, _)): (&Place, &(Range, Option<UseKind>))| {
            json!(Location { uri: place.0.as_str().into(), range: *range })
        };
        let places = found.places.iter();
        match &self.purpose {
            Purpose::References { has_declaration } => {
                let asked = places.filter(|(_, (_, kind))| *has_declaration || kind.is_some());
                Ok(Value::Array(asked.map(location).collect()))
            }
            Purpose::ReferencesWithKinds => {
                let kinded = places.map(|(place, occurrence)| {
                    let mut value = location((place, occurrence));
                    value["kind"] = occurrence.1.map_or("definition", names::use_name).into();
                    value
                });
                Ok(Value::Array(kinded.collect()))
            }
            Purpose::Rename(new) => {
                self.check_renaming(found, name, new)?;
                let mut changes = serde_json::Map::new();
                for ((uri, ..), (range, _)) in places {
                    let edits = changes.entry(uri).or_insert_with(|| json!([]));
                    if let Some(edits) = edits.as_array_mut() {
                        edits.push(json!({ "range": range, "newText": new }));
                    }
                }
                Ok(json!({ "changes": changes }))
            }
        }
    }

    /// Visits the main files that can use the name until no more are known.
    fn visit_others(
        &self,
        found: &mut Occurrences,
        graph: &IncludeGraph,
        name: &str,
    ) -> Result<(), String> {
        loop {
            let mut mains: BTreeSet<PathBuf> = BTreeSet::new();
            for file in found.offsets.keys() {
                mains.extend(graph.mains_of(file));
            }
            let of_graph = mains.iter().map(|main| graph.root(main));
            let candidates: Vec<Root> = self.roots.iter().cloned().chain(of_graph).collect();
            let count = candidates.len();
            let mut is_complete = true;
            for (index, root) in candidates.into_iter().enumerate() {
                if self.monitor.is_stopped() {
                    return Err("cancelled".to_owned());
                }
                let key = |file: &Path| (file.to_owned(), root.macros.clone());
                let is_new = || {
                    graph.files_with_name(&root.main).is_none_or(|files| {
                        files.iter().any(|file| !found.covered.contains(&key(file)))
                    })
                };
                if found.loaded.contains(&root) || !is_new() {
                    continue;
                }
                if let Some(progress) = &self.progress {
                    progress(index, count);
                }
                if let Some(analysis) = self.evaluate(&root, &self.documents) {
                    is_complete = false;
                    self.visit(found, &root, &analysis, name)?;
                }
            }
            if is_complete {
                return Ok(());
            }
        }
    }

    /// Evaluates a root with the open documents' texts.
    pub(super) fn evaluate(&self, root: &Root, documents: &Documents) -> Option<DocumentAnalysis> {
        let job = AnalysisJob {
            id: self.analysis.root,
            main: root.main.clone(),
            session: root.session(&self.base),
            texts: documents.texts(),
            monitor: self.monitor.clone(),
            kept: Arc::default(),
            clock: self.clock,
            needs_records: false,
        };
        Some(job.run()?.analysis)
    }

    /// Adds the occurrences in an evaluated root.
    fn visit(
        &self,
        found: &mut Occurrences,
        root: &Root,
        analysis: &DocumentAnalysis,
        name: &str,
    ) -> Result<(), String> {
        found.loaded.push(root.clone());
        let snapshot = self.snapshot(analysis);
        if let Purpose::Rename(_) = &self.purpose {
            self.check_readable(&snapshot, root, found, name)?;
        }
        let Some(trace_names) = snapshot.names() else { return Ok(()) };
        let mut ids: BTreeSet<DefinitionId> = BTreeSet::new();
        for (path, offset) in &found.targets {
            ids.extend(occurrences::definitions_at(&snapshot, path, *offset));
        }
        let spans = occurrences::spans_of(trace_names, &ids);
        if let Purpose::Rename(new) = &self.purpose {
            renaming::check_names(&snapshot, &ids, new)?;
            renaming::check_spans(&snapshot, &spans, name, &self.writable_folders())?;
        }
        for &(span, kind) in &spans {
            found.add(&snapshot, span, kind);
        }
        found.add_other_definitions(&snapshot, name);
        found.add_joined_fields(&snapshot, &ids);
        let macros = &root.macros;
        found.covered.extend(analysis.files.keys().map(|file| (file.clone(), macros.clone())));
        let digest = match &self.purpose {
            Purpose::Rename(new) if !analysis.has_errors() => {
                Some(digest(&analysis.store, &NamePair::new(name, new)))
            }
            Purpose::Rename(_) | Purpose::References { .. } | Purpose::ReferencesWithKinds => None,
        };
        found.roots.push((root.clone(), digest));
        Ok(())
    }

    /// Returns the folders in which files may be changed.
    fn writable_folders(&self) -> Vec<PathBuf> {
        let own = self.analysis.paths.first().and_then(|main| main.parent());
        own.map(Path::to_owned).into_iter().chain(self.folders.iter().cloned()).collect()
    }

    /// Returns an error if an include is missing, and a file that was read contains the name without a
    /// known definition.
    fn check_readable(
        &self,
        snapshot: &Snapshot<'_>,
        root: &Root,
        found: &Occurrences,
        name: &str,
    ) -> Result<(), String> {
        let errors = snapshot.analysis.diagnostics.iter();
        let mut errors = errors.filter(|error| error.severity == Severity::Error);
        let missing = errors.find(|error| error.code == Some(Code::IncludeNotFound));
        let Some(missing) = missing else { return Ok(()) };
        for (path, inclusions) in &snapshot.analysis.files {
            if found.covered.contains(&(path.clone(), root.macros.clone())) {
                continue;
            }
            let Some(file) = inclusions.first().map(|&file| snapshot.store().sources().file(file))
            else {
                continue;
            };
            let is_unknown = code_tokens(&tree(&file.text)).iter().any(|token| {
                token.kind == ScanTokenKind::Word
                    && token.text(&file.text) == name
                    && snapshot.name_at_pos(file.pos(token.range.start)).is_none()
            });
            if is_unknown {
                let (path, why) = (path.display(), missing.words());
                return Err(format!("'{name}' is in {path}, which cannot be read: {why}"));
            }
        }
        Ok(())
    }

    fn check_renaming(&self, found: &Occurrences, name: &str, new: &str) -> Result<(), String> {
        let mut edited = self.documents.clone();
        for (path, offsets) in &found.offsets {
            renaming::edit(&mut edited, path, offsets, name, new);
        }
        let names = NamePair::new(name, new);
        for (index, (root, before)) in found.roots.iter().enumerate() {
            let Some(before) = before else { continue };
            if let Some(progress) = &self.progress {
                progress(index, found.roots.len());
            }
            let after = self.evaluate(root, &edited).ok_or("cancelled")?;
            renaming::compare(&after, before, &names, root)?;
        }
        Ok(())
    }
}

impl Occurrences {
    fn add(&mut self, snapshot: &Snapshot<'_>, span: Span, kind: Option<UseKind>) {
        let Some(location) = snapshot.location(span) else { return };
        let start = location.range.start;
        let place = (location.uri.0, start.line, start.character);
        // A definition is listed before uses at its place.
        let entry = self.places.entry(place).or_insert((location.range, kind));
        if kind.is_none() {
            entry.1 = None;
        }
        let span = shown_span(snapshot.store().sources(), span);
        let (path, offset) = snapshot.path_and_offset(span.lo);
        self.offsets.entry(path).or_default().insert(offset);
    }

    /// Adds declarations of fields with the same name in classes that a class or record inherits together
    /// with the target's class. They share one value, so they are renamed together.
    fn add_joined_fields(&mut self, snapshot: &Snapshot<'_>, ids: &BTreeSet<DefinitionId>) {
        let (store, Some(names)) = (snapshot.store(), snapshot.names()) else { return };
        let class_of =
            |definition: &Definition| store.find_class(names::owner(snapshot, definition)?);
        for &id in ids {
            let target = names.definition(id);
            let Some(class) = class_of(target).filter(|_| target.kind == DefinitionKind::Field)
            else {
                continue;
            };
            let mut joined: BTreeSet<ClassId> = BTreeSet::new();
            let mut own_records: BTreeSet<&str> = BTreeSet::new();
            for record in store.derived(class) {
                joined.extend(record.superclasses());
                own_records.insert(record.name());
            }
            for other in store.classes().filter(|other| other.superclasses().contains(&class)) {
                joined.insert(other.id());
                joined.extend(other.superclasses());
            }
            for (_, other) in names.definitions() {
                if other.kind != DefinitionKind::Field || other.name != target.name {
                    continue;
                }
                let in_record =
                    names::owner(snapshot, other).is_some_and(|own| own_records.contains(own));
                if in_record || class_of(other).is_some_and(|class| joined.contains(&class)) {
                    self.targets.insert(snapshot.path_and_offset(other.span.lo));
                }
            }
        }
    }

    /// Adds the definitions that the known places have in this root. In another main file, a name
    /// can have another definition.
    fn add_other_definitions(&mut self, snapshot: &Snapshot<'_>, name: &str) {
        let Some(names) = snapshot.names() else { return };
        for (path, offsets) in &self.offsets {
            let positions = offsets.iter().flat_map(|&offset| snapshot.positions_at(path, offset));
            for found in positions.filter_map(|pos| snapshot.name_at_pos(pos)) {
                let definition = names.definition(found.definition);
                if snapshot.store().str(definition.name) == name {
                    self.targets.insert(snapshot.path_and_offset(definition.span.lo));
                }
            }
        }
    }
}
