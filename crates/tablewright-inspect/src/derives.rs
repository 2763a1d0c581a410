//! Class hierarchies.

use serde::Serialize;
use tablewright_index::IndexVec;
use tablewright_records::{Class, ClassId, RecordStore};
use tablewright_syntax::similar::most_similar;

use crate::SourceLocation;
use crate::query::{QueryError, QueryPart};

/// A class and its subclasses as the lines of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClassTree {
    /// The lines in preorder: each class before its subclasses.
    pub classes: Vec<ClassLine>,
}

/// A line of a [`ClassTree`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClassLine {
    /// The class.
    pub class: String,
    /// The depth in the tree; 0 for the root.
    pub depth: usize,
    /// Number of records that inherit from the class, directly or indirectly.
    pub records: usize,
    /// Number of records that inherit from the class directly.
    pub direct_records: usize,
    /// Its definition's position.
    pub location: SourceLocation,
}

impl ClassTree {
    /// Builds the tree below the class `name`.
    ///
    /// ```
    /// use tablewright_inspect::ClassTree;
    /// # fn store(text: &str) -> tablewright_records::RecordStore {
    /// #     tablewright_test_support::Description::new(text).store()
    /// # }
    ///
    /// let store = store("class A; class B : A; def x : B; def y : A;");
    /// let tree = ClassTree::new(&store, "A").expect("there is a class A");
    /// let lines: Vec<_> = tree.classes.iter().map(|c| (c.class.as_str(), c.records)).collect();
    /// assert_eq!(lines, [("A", 2), ("B", 1)]);
    /// ```
    ///
    /// # Errors
    /// If the class does not exist.
    pub fn new(store: &RecordStore, name: &str) -> Result<ClassTree, QueryError> {
        let Some(root) = store.find_class(name) else {
            let similar = most_similar(name, store.classes().map(Class::name));
            let what = format!("unknown class '{name}'");
            let part = QueryPart::Derives;
            return Err(QueryError::unknown_name(part, name, 0..name.len(), what, similar));
        };
        // Direct subclasses of each class, sorted by name.
        let mut below: IndexVec<ClassId, Vec<ClassId>> =
            IndexVec::from_elem_n(Vec::new(), store.class_count());
        for class in store.classes().filter(|class| class.superclasses().contains(&root)) {
            for superclass in class.direct_superclasses() {
                below[superclass].push(class.id());
            }
        }
        let mut direct_records: IndexVec<ClassId, usize> =
            IndexVec::from_elem_n(0, store.class_count());
        for record in store.derived(root) {
            for superclass in record.direct_superclasses() {
                direct_records[superclass] += 1;
            }
        }
        let mut classes = Vec::new();
        // Without recursion: a chain of classes may be longer than the stack allows.
        let mut stack = vec![(root, 0)];
        while let Some((id, depth)) = stack.pop() {
            let class = store.class(id);
            classes.push(ClassLine {
                class: class.name().to_owned(),
                depth,
                records: store.derived(id).len(),
                direct_records: direct_records[id],
                location: SourceLocation::new(store.sources(), class.pos()),
            });
            // A class cannot inherit from another class twice. Therefore each class has one line.
            stack.extend(below[id].iter().rev().map(|&class| (class, depth + 1)));
        }
        Ok(ClassTree { classes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::Description;

    #[test]
    fn each_class_stands_below_its_superclass() {
        let text = "class A; class B : A; class C : A; class D : B, Other; class Other;
                    def x : D; def y : B; def z : A, Other;";
        let store = Description::new(text.replace("class A;", "class Other; class A;")).store();
        let tree = ClassTree::new(&store, "A").expect("defined");
        let lines = tree.classes.iter().map(|line| {
            let ClassLine { class, depth, records, direct_records, .. } = line;
            format!("{:depth$}{class} {records} {direct_records}", "")
        });
        let lines: Vec<String> = lines.collect();
        assert_eq!(lines, ["A 3 1", " B 2 1", "  D 1 1", " C 0 0"]);
        let error = ClassTree::new(&store, "Othre").expect_err("there is none");
        assert_eq!(error.to_string(), "derives: unknown class 'Othre'; did you mean 'Other'?");
    }
}
