//! `--gen-dialect-defs`: constructor and destructor of a dialect's C++ class.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::RecordView;
use tablewright_text::{CppWriter, line};

use super::{DIALECT, base_class};

use crate::model::Dialect;
use crate::record_views::dialect::DialectRecord;
use crate::support::cpp;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-dialect-defs", help: "Generate dialect definitions", options: &[], run };

/// A dialect in printed form.
struct DialectDef<'s> {
    dialect: Dialect<'s>,
    base: &'static str,
    /// The members with attribute names.
    members: Vec<String>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    job.store.expect_class(DialectRecord::CLASS)?;
    let name = job.options.text(&DIALECT);
    let def = Dialect::selected(job.store, name)?.map(DialectDef::new);
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Dialect Definitions", Some(source));
        if let Some(def) = &def {
            emit(def, w);
        }
    })
}

impl<'s> DialectDef<'s> {
    fn new(dialect: Dialect<'s>) -> DialectDef<'s> {
        let names = dialect.discardable_attributes.iter().map(|attribute| attribute.name);
        let members = names.map(|name| format!("{}AttrName", cpp::camel_case(name, false)));
        DialectDef { members: members.collect(), base: base_class(&dialect), dialect }
    }
}

fn emit(def: &DialectDef<'_>, w: &mut CppWriter) {
    let dialect = &def.dialect;
    let class = &dialect.class_name;
    if !dialect.cpp_namespace.is_empty() {
        line!(w, "MLIR_DEFINE_EXPLICIT_TYPE_ID({})", dialect.qualified_class());
    }
    cpp::emit_namespace(dialect.cpp_namespace, w, |w| {
        line!(w, "{class}::{class}(::mlir::MLIRContext *context)");
        let base = def.base;
        line!(w, "    : {base}(getDialectNamespace(), context, ::mlir::TypeID::get<{class}>())");
        for member in &def.members {
            line!(w, "    , {member}(context)");
        }
        w.block("", "", |w| {
            for dialect in &dialect.dependent_dialects {
                line!(w, "getContext()->loadDialect<{dialect}>();");
            }
            line!(w, "initialize();");
        });
        if !dialect.features.non_default_destructor {
            line!(w, "{class}::~{class}() = default;");
        }
    });
}
