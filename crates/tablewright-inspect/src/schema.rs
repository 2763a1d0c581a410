//! Classes and fields that backends and analyses read.

use serde::Serialize;
use tablewright_records::record_view::ClassSchema;

/// A class that backends read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReadClass {
    /// The class's name in descriptions.
    pub class: String,
    /// The readers.
    pub readers: Readers,
    /// The superclass, if backends read it, too. Its fields are not repeated.
    pub parent: Option<String>,
    /// Its records' meaning.
    pub meaning: String,
    /// The fields that are read.
    pub fields: Vec<ReadField>,
}

/// A field that backends read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReadField {
    /// The field's name in descriptions.
    pub field: String,
    /// The value type. It may be an integer type for a `bit`.
    #[serde(rename = "type")]
    pub ty: String,
    /// The default, as a Rust expression, for descriptions of releases in which the class lacks the
    /// field. `None` if a missing field is an error.
    pub default: Option<String>,
    /// The LLVM releases with the field: `since 22`. `None` for all.
    pub releases: Option<String>,
    /// Its values' meaning.
    pub meaning: String,
}

/// The backends that read a class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Readers {
    /// Several LLVM backends, through target analyses.
    Target,
    /// A single LLVM backend.
    Llvm,
    /// Clang's backends.
    Clang,
    /// MLIR's backends.
    Mlir,
    /// LLDB's backends.
    Lldb,
    /// liboffload's backends.
    Offload,
    /// Backends that are independent of a compiler.
    General,
}

impl Readers {
    /// Returns a name for people.
    pub fn name(self) -> &'static str {
        match self {
            Readers::Target => "target",
            Readers::Llvm => "llvm",
            Readers::Clang => "clang",
            Readers::Mlir => "mlir",
            Readers::Lldb => "lldb",
            Readers::Offload => "offload",
            Readers::General => "general",
        }
    }
}

impl ReadClass {
    /// Converts a record view's schema.
    pub fn new(schema: &ClassSchema, readers: Readers) -> ReadClass {
        let fields = schema.fields.iter().map(|field| ReadField {
            field: field.name.to_owned(),
            ty: field.ty.to_string(),
            default: field.default.map(str::to_owned),
            releases: None,
            meaning: one_line(field.doc),
        });
        ReadClass {
            class: schema.class.to_owned(),
            readers,
            parent: schema.parent.map(str::to_owned),
            meaning: one_line(schema.doc),
            fields: fields.collect(),
        }
    }
}

fn one_line(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_records::RecordView;

    tablewright_records::record_views! {
        /// A thing with a size,
        /// in bytes.
        pub struct ThingRecord<'s>("Thing") {
            /// How large it is.
            pub size: i64 = "Size",
            /// Whether it is small.
            pub is_small: bool = "isSmall" else false,
        }
    }

    #[test]
    fn a_view_says_what_is_read_of_a_class() {
        let class = ReadClass::new(&ThingRecord::schema(), Readers::Target);
        assert_eq!(class.meaning, "A thing with a size, in bytes.");
        let fields = class.fields.iter().map(|f| (f.field.as_str(), f.default.as_deref()));
        assert_eq!(fields.collect::<Vec<_>>(), [("Size", None), ("isSmall", Some("false"))]);
    }
}
