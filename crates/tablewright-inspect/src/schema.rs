//! The classes and fields that backends and analyses read.

use serde::Serialize;
use tablewright_records::record_view::ClassSchema;

/// A class whose records are read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReadClass {
    /// The name of the class in descriptions.
    pub class: String,
    /// Who reads it.
    pub readers: Readers,
    /// The class that it inherits from, if that is read too. Its fields are not repeated.
    pub parent: Option<String>,
    /// What its records describe.
    pub meaning: String,
    /// The fields that are read.
    pub fields: Vec<ReadField>,
}

/// A field that is read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReadField {
    /// The name of the field in descriptions.
    pub field: String,
    /// The type of its values. A number may stand for `bit`.
    #[serde(rename = "type")]
    pub ty: String,
    /// The value, as Rust writes it, that holds where a release of the class lacks the field. Without
    /// one, a missing field is an error.
    pub default: Option<String>,
    /// The releases of LLVM whose descriptions have it, if not all: `since 22`.
    pub releases: Option<String>,
    /// What it means.
    pub meaning: String,
}

/// The backends that read a class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Readers {
    /// Several of LLVM's, by way of the analyses of targets.
    Target,
    /// One of LLVM's.
    Llvm,
    /// Clang's.
    Clang,
    /// MLIR's.
    Mlir,
    /// LLDB's.
    Lldb,
    /// liboffload's.
    Offload,
    /// Those that know of no compiler.
    General,
}

impl Readers {
    /// The readers in words.
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
    /// What a record view reads of a class.
    pub fn of(schema: &ClassSchema, readers: Readers) -> ReadClass {
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
        let class = ReadClass::of(&ThingRecord::schema(), Readers::Target);
        assert_eq!(class.meaning, "A thing with a size, in bytes.");
        let fields = class.fields.iter().map(|f| (f.field.as_str(), f.default.as_deref()));
        assert_eq!(fields.collect::<Vec<_>>(), [("Size", None), ("isSmall", Some("false"))]);
    }
}
