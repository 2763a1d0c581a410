//! Names that releases add to the include files of LLVM and MLIR, and names that they remove.
//!
//! `cargo runner release-names` writes the lists.

use rustc_hash::FxHashMap;
use tablewright_records::Release;
use tablewright_records::release::ReleaseRange;
use tablewright_records::trace::DefinitionKind;

/// The lists, oldest release first. Each is compared with the release before it.
const LISTS: [(ReleaseRange, &str); 3] = [
    (ReleaseRange::since(Release::new(22)), include_str!("names/22.txt")),
    (ReleaseRange::since(Release::new(23)), include_str!("names/23.txt")),
    (ReleaseRange::since(Release::new(24)), include_str!("names/24.txt")),
];

/// A name that a release adds or removes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NameChange {
    /// The first release with or without the name.
    pub(super) release: Release,
    pub(super) is_added: bool,
    /// The file, relative to an include directory. For an added name, a file of the release before it.
    pub(super) file: &'static str,
    /// An added record's last class, or an added class's parameter count.
    pub(super) form: Option<&'static str>,
}

/// All changes up to a release. A field's name is `CLASS.FIELD`.
pub(super) struct NameChanges(FxHashMap<(DefinitionKind, &'static str), NameChange>);

impl NameChanges {
    /// Collects the changes up to a release. The last change of a name counts.
    pub(super) fn until(release: Release) -> NameChanges {
        let lists = LISTS.iter().filter(|(since, _)| since.contains(release));
        let lines = lists
            .flat_map(|&(since, list)| list.lines().map(move |line| (first_release(since), line)));
        NameChanges(lines.filter_map(|(since, line)| parsed(since, line)).collect())
    }

    /// Returns the change that adds a name.
    pub(super) fn added(&self, kind: DefinitionKind, name: &str) -> Option<NameChange> {
        self.change(kind, name).filter(|change| change.is_added)
    }

    /// Returns the change that removes a name.
    pub(super) fn removed(&self, kind: DefinitionKind, name: &str) -> Option<NameChange> {
        self.change(kind, name).filter(|change| !change.is_added)
    }

    fn change(&self, kind: DefinitionKind, name: &str) -> Option<NameChange> {
        self.0.get(&(kind, name)).copied()
    }
}

/// Parses a line: `+record to_tframeindex llvm/Target/TargetSelectionDAG.td SDNodeXForm`.
fn parsed(
    release: Release,
    line: &'static str,
) -> Option<((DefinitionKind, &'static str), NameChange)> {
    let mut words = line.split(' ');
    let first = words.next()?;
    let (is_added, kind) = match first.strip_prefix('+') {
        Some(kind) => (true, kind),
        None => (false, first.strip_prefix('-')?),
    };
    let kind = match kind {
        "class" => DefinitionKind::Class,
        "multiclass" => DefinitionKind::Multiclass,
        "record" => DefinitionKind::Record,
        "field" => DefinitionKind::Field,
        _ => return None,
    };
    let (name, file, form) = (words.next()?, words.next()?, words.next());
    Some(((kind, name), NameChange { release, is_added, file, form }))
}

/// Returns the first release in a range.
pub(super) fn first_release(range: ReleaseRange) -> Release {
    range.since.expect("each range of changes has a first release")
}

/// Returns the word for a kind of definition in messages.
pub(super) fn kind_word(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Class => "class",
        DefinitionKind::Multiclass => "multiclass",
        DefinitionKind::Record => "record",
        DefinitionKind::Field => "field",
        DefinitionKind::Parameter => "parameter",
        DefinitionKind::Variable => "variable",
        DefinitionKind::TypeAlias => "type",
        DefinitionKind::Macro => "macro",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_a_change() {
        for (since, list) in LISTS {
            for line in list.lines() {
                assert!(parsed(first_release(since), line).is_some(), "{line}");
            }
        }
    }

    #[test]
    fn the_last_change_up_to_the_release_counts() {
        let old = NameChanges::until(Release::new(23));
        let new = NameChanges::until(Release::new(24));
        let (kind, name) = (DefinitionKind::Class, "PointerLikeRegClass");
        assert_eq!(old.removed(kind, name), None);
        assert_eq!(new.removed(kind, name).map(|change| change.release), Some(Release::new(24)));
        let (kind, name) = (DefinitionKind::Record, "to_tframeindex");
        assert_eq!(new.added(kind, name).and_then(|change| change.form), Some("SDNodeXForm"));
    }
}
