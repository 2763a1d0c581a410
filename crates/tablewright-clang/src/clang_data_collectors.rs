//! `--gen-clang-data-collectors`: for each node class, the code that collects distinguishing data.
//!
//! The classes in the description represent the nodes. Records are not used.

use tablewright_backend::{Failure, Job};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, line};

struct DataCollector<'s> {
    class: &'s str,
    code: String,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let collectors = collect(job.store)?;
    job.write_cpp(|w| emit(&collectors, w))
}

fn collect(store: &RecordStore) -> Result<Vec<DataCollector<'_>>, Diagnostic> {
    let mut collectors = Vec::new();
    for class in store.classes() {
        let mut fields = class.fields();
        let Some(code) = fields.find(|field| store.str(field.name) == "Code") else {
            let message = format!("Class `{}' does not have a field named `Code'!", class.name());
            return Err(Diagnostic::error(Code::NodeForm, class.pos(), message));
        };
        collectors
            .push(DataCollector { class: class.name(), code: store.unquoted_text(code.value) });
    }
    Ok(collectors)
}

fn emit(collectors: &[DataCollector<'_>], w: &mut CppWriter) {
    for DataCollector { class, code } in collectors {
        line!(w, "DEF_ADD_DATA({class}, {{");
        w.raw(code);
        line!(w, "}}");
        line!(w, ")");
    }
    line!(w, "#undef DEF_ADD_DATA");
}
