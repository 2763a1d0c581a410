//! `--gen-avail-interface-decls`: interface classes that query availability.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, line};

use crate::model::Availability;
use crate::support::{cpp, markdown};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-avail-interface-decls",
    help: "Generate availability interface declarations",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let availabilities = Availability::one_of_each_class(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Availability Interface Declarations", Some(source));
        for one in &availabilities {
            cpp::emit_namespace(one.cpp_namespace, w, |w| emit(one, w));
        }
    })
}

fn emit(one: &Availability<'_>, w: &mut CppWriter) {
    let values = [
        ("interface", one.interface),
        ("result", one.query.result),
        ("function", one.query.function),
    ];
    w.fill_block(include_str!("interface_traits.inc"), &values);
    let mut description = String::new();
    markdown::write_reindented(&mut description, one.description, "");
    for text in description.lines() {
        line!(w, "/// {}", text.trim_end_matches('\\'));
    }
    w.fill_block(
        "
        class $interface : public OpInterface<$interface, detail::${interface}Traits> {
        public:
          using OpInterface<$interface, detail::${interface}Traits>::OpInterface;
          $result $function();
        };

        ",
        &values,
    );
}
