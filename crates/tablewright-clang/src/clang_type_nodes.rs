//! `--gen-clang-type-nodes`: node classes for types. The macro of each class expresses where it may
//! occur.

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, line, text_block};

use crate::record_views::ast_node::AstNodeRecord;
use crate::support::ast_nodes::{Hierarchy, TYPE_NODES, type_id};

const CLASS: &str = "TypeNode";

/// The macro for types without a special property.
const TYPE: &str = "TYPE";
const ABSTRACT: &str = "ABSTRACT_TYPE";
/// Macros for special types, with their record classes.
const SPECIAL: [(&str, &str); 3] = [
    ("AlwaysDependent", "DEPENDENT_TYPE"),
    ("NeverCanonical", "NON_CANONICAL_TYPE"),
    ("NeverCanonicalUnlessDependent", "NON_CANONICAL_UNLESS_DEPENDENT_TYPE"),
];

struct TypeNodeTypes<'s> {
    /// Each node precedes the nodes that derive from it.
    nodes: Vec<TypeNode<'s>>,
    marked: MarkedTypes<'s>,
    /// The last node's id.
    last: &'s str,
}

/// Marked types, which have their own list.
struct MarkedTypes<'s> {
    macro_name: &'static str,
    ids: Vec<&'s str>,
}

struct TypeNode<'s> {
    macro_name: &'static str,
    id: &'s str,
    base: &'s str,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let types = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&types, source, w))
}

fn collect(store: &RecordStore) -> Result<TypeNodeTypes<'_>, Diagnostic> {
    let error = |message: &str| Diagnostic::error_anywhere(Code::NodeHierarchies, message);
    let records = store.derived_from_name(CLASS)?;
    if records.is_empty() {
        return Err(error("no Type records in input!"));
    }
    let mut nodes = Vec::new();
    let hierarchy = Hierarchy::collect(store, CLASS, &TYPE_NODES)?;
    for node in hierarchy.from(hierarchy.root)? {
        // Only the root lacks a base, and it is not listed.
        if let Some(base) = node.base()? {
            let macro_name = macro_of(node)?;
            nodes.push(TypeNode { macro_name, id: type_id(node)?, base: base.name() });
        }
    }
    let last = nodes.last().ok_or_else(|| error("no type derives from the root of TypeNode"))?.id;
    let (class, macro_name) = if store.release().has(Feature::TypesCanBeAlwaysCanonical) {
        ("AlwaysCanonical", "ALWAYS_CANONICAL_TYPE")
    } else {
        // Types that do not contain other types.
        ("LeafType", "LEAF_TYPE")
    };
    let mut ids = Vec::new();
    for marked in records.into_iter().filter(|record| record.inherits(class)) {
        ids.push(type_id(AstNodeRecord::new(marked))?);
    }
    Ok(TypeNodeTypes { nodes, marked: MarkedTypes { macro_name, ids }, last })
}

fn macro_of(node: AstNodeRecord<'_>) -> Result<&'static str, FieldError> {
    let special = SPECIAL.into_iter().filter(|(class, _)| node.inherits(class));
    let mut names: Vec<&'static str> = special.map(|(_, name)| name).collect();
    if node.is_abstract()? {
        names.push(ABSTRACT);
    }
    match names[..] {
        [] => Ok(TYPE),
        [name] => Ok(name),
        [first, second, ..] => {
            let message = format!(
                "conflict when computing macro name for Type node: \
                 trying to use both \"{first}\" and \"{second}\""
            );
            Err(FieldError::new(Code::NodeForm, node, message))
        }
    }
}

fn emit(types: &TypeNodeTypes<'_>, source: &str, w: &mut CppWriter) {
    w.file_header("Classes of nodes of types", Some(source));
    let [dependent, non_canonical, unless_dependent] = SPECIAL.map(|(_, name)| name);
    let fallbacks = [ABSTRACT, non_canonical, dependent, unless_dependent];
    for name in fallbacks {
        text_block!(
            w,
            "
            #ifndef {name}
            #  define {name}(Class, Base) {TYPE}(Class, Base)
            #endif
            "
        );
    }
    for TypeNode { macro_name, id, base } in &types.nodes {
        line!(w, "{macro_name}({id}, {base})");
    }
    let marked = types.marked.macro_name;
    text_block!(
        w,
        "
        #ifdef LAST_TYPE
        LAST_TYPE({last})
        #undef LAST_TYPE
        #endif
        #ifdef {marked}
        ",
        last = types.last
    );
    for id in &types.marked.ids {
        line!(w, "{marked}({id})");
    }
    line!(w, "#undef {marked}");
    line!(w, "#endif");
    line!(w, "#undef {TYPE}");
    // The reference release undefines it twice, too. This is harmless.
    line!(w, "#undef {ABSTRACT}");
    for name in fallbacks {
        line!(w, "#undef {name}");
    }
}
