//! Manifests: lists of the files that were included when results were stored.

use std::collections::BTreeMap;

use blake3::Hash;
use serde::{Deserialize, Serialize};
use tablewright_records::Loaded;
use tablewright_session::Session;
use tablewright_syntax::include_path;

use crate::cache::file_hashes::{self, FileHashes};
use crate::cache::key::KeyParts;

/// Maximum number of results in a manifest. It allows for several branches, and for several checkouts whose results
/// contain paths.
const CANDIDATES: usize = 16;

/// Results for a main file and a request, the latest first.
#[derive(Serialize, Deserialize, Default, Debug)]
pub(super) struct Manifest {
    pub(super) candidates: Vec<Candidate>,
}

/// A result, with the condition for its validity.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    pub(super) includes: Vec<ManifestInclude>,
    /// Path hash if the result is valid only with the same paths.
    pub(super) paths: Option<String>,
}

/// A file that was included.
#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ManifestInclude {
    /// The path in the `include`.
    path: String,
    /// Index of the matching path among the tried paths.
    index: usize,
    hash: String,
}

impl Manifest {
    pub(super) fn decode(bytes: &[u8]) -> Option<Manifest> {
        serde_json::from_slice(bytes).ok()
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("it has only lists and texts")
    }

    /// Adds a candidate before the others. If there are too many, the oldest is removed.
    pub(super) fn add(&mut self, candidate: Candidate) {
        self.candidates.retain(|other| *other != candidate);
        self.candidates.insert(0, candidate);
        self.candidates.truncate(CANDIDATES);
    }
}

impl Candidate {
    /// Whether the result may be used for a request with these paths.
    pub(super) fn is_for(&self, paths: Hash) -> bool {
        self.paths.as_ref().is_none_or(|bound| *bound == paths.to_string())
    }

    /// Returns the result key, which is derived from the manifest key.
    pub(super) fn result_key(&self, manifest: Hash) -> Hash {
        let mut parts = KeyParts::new("result").with(manifest.as_bytes());
        for ManifestInclude { path, index, hash } in &self.includes {
            parts = parts.with(path).with(index.to_le_bytes()).with(hash);
        }
        parts.with(self.paths.as_deref().unwrap_or_default()).hash()
    }

    /// Returns the names of the included files if a session finds the same files.
    pub(super) fn included(&self, session: &Session, hashes: &FileHashes) -> Option<Vec<String>> {
        let name = |include: &ManifestInclude| {
            let (index, name) = session.first_include_candidate(&include.path)?;
            let is_same = index == include.index
                && hashes.for_file(&name).is_some_and(|hash| hash.to_string() == include.hash);
            is_same.then_some(name)
        };
        self.includes.iter().map(name).collect()
    }
}

/// Returns the included files, or `None` if they are uncertain.
pub(super) fn includes_of(session: &Session, loaded: &Loaded) -> Option<Vec<ManifestInclude>> {
    let sources = loaded.store.sources();
    let mut by_path: BTreeMap<String, (usize, &str, Hash)> = BTreeMap::new();
    for file in sources.files().iter().skip(1) {
        let path = include_path(sources, file)?;
        let (index, name) = session.first_include_candidate(&path)?;
        let this = (index, file.name.as_str(), file_hashes::for_text(file));
        // A file that is included twice may have changed in between.
        if name != file.name || *by_path.entry(path).or_insert(this) != this {
            return None;
        }
    }
    let is_included = |name: &String| by_path.values().any(|(_, included, _)| included == name);
    if !loaded.dependencies.iter().all(is_included) {
        return None;
    }
    let include = |(path, (index, _, hash)): (String, (usize, &str, Hash))| ManifestInclude {
        path,
        index,
        hash: hash.to_string(),
    };
    Some(by_path.into_iter().map(include).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(hash: &str) -> Candidate {
        let include = ManifestInclude { path: "a.td".into(), index: 1, hash: hash.into() };
        Candidate { includes: vec![include], paths: None }
    }

    #[test]
    fn the_latest_candidates_are_kept() {
        let mut manifest = Manifest::default();
        for number in 0..CANDIDATES + 2 {
            manifest.add(candidate(&number.to_string()));
        }
        manifest.add(candidate("5"));
        assert_eq!(manifest.candidates.len(), CANDIDATES);
        assert_eq!(manifest.candidates[0], candidate("5"));
        assert_eq!(manifest.candidates.iter().filter(|c| **c == candidate("5")).count(), 1);
        let read = Manifest::decode(&manifest.encode()).expect("it was just written");
        assert_eq!(read.candidates, manifest.candidates);
    }

    #[test]
    fn the_key_of_a_result_has_all_of_its_candidate() {
        let manifest = blake3::hash(b"manifest");
        let key = |candidate: &Candidate| candidate.result_key(manifest);
        let bound = Candidate { paths: Some("x".into()), ..candidate("1") };
        assert_eq!(key(&candidate("1")), key(&candidate("1")));
        assert_ne!(key(&candidate("1")), key(&candidate("2")));
        assert_ne!(key(&candidate("1")), key(&bound));
        assert_ne!(key(&candidate("1")), candidate("1").result_key(blake3::hash(b"other")));
    }
}
