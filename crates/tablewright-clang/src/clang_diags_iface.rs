//! `--gen-clang-diags-iface`: a header that declares a component's diagnostics.

use tablewright_backend::{Failure, Job};
use tablewright_records::Feature;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, line, text_block};

use crate::support::diagnostics::component::COMPONENT;

struct DiagInterface<'a> {
    component: &'a str,
    /// Macro parameters after the category, as lines.
    parameters_after_category: &'static str,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let component = job.options.text(&COMPONENT);
    if component.is_empty() {
        let message = "'-gen-clang-diags-iface' requires a component name";
        return Err(Diagnostic::error_anywhere(Code::OptionsConflict, message).into());
    }
    let has_stable_ids = job.store.release().has(Feature::DiagnosticsHaveStableIds);
    let interface = DiagInterface {
        component,
        parameters_after_category: if has_stable_ids {
            ", STABLE_ID, \\\n             LEGACY_STABLE_IDS) \\"
        } else {
            ")            \\"
        },
    };
    job.write_cpp(|w| emit(&interface, w))
}

fn emit(interface: &DiagInterface<'_>, w: &mut CppWriter) {
    let DiagInterface { component, parameters_after_category } = interface;
    let upper_case = component.to_ascii_uppercase();
    line!(w);
    w.namespace("clang", |w| {
        w.namespace("diag", |w| {
            w.raw("enum {\n");
            text_block!(
                w,
                "
#define DIAG(ENUM, FLAGS, DEFAULT_MAPPING, DESC, GROUP, SFINAE, NOWERROR,      \\
             SHOWINSYSHEADER, SHOWINSYSMACRO, DEFERRABLE, CATEGORY{parameters_after_category}
  ENUM,
#define {upper_case}START
#include \"clang/Basic/Diagnostic{component}Kinds.inc\"
#undef DIAG
  NUM_BUILTIN_{upper_case}_DIAGNOSTICS
}};

#define DIAG_ENUM(ENUM_NAME)                                                   \\
  namespace ENUM_NAME {{                                                        \\
  enum {{
#define DIAG_ENUM_ITEM(IDX, NAME) NAME = IDX,
#define DIAG_ENUM_END()                                                        \\
  }}                                                                            \\
  ;                                                                            \\
  }}
#include \"clang/Basic/Diagnostic{component}Enums.inc\"
#undef DIAG_ENUM_END
#undef DIAG_ENUM_ITEM
#undef DIAG_ENUM
"
            );
        });
        line!(w);
        w.namespace("diag_compat", |w| {
            text_block!(
                w,
                "
#define DIAG_COMPAT_IDS_BEGIN() enum {{
#define DIAG_COMPAT_IDS_END()                                                  \\
  }}                                                                            \\
  ;
#define DIAG_COMPAT_ID(IDX, NAME, ...) NAME = IDX,
#include \"clang/Basic/Diagnostic{component}CompatIDs.inc\"
#undef DIAG_COMPAT_ID
#undef DIAG_COMPAT_IDS_BEGIN
#undef DIAG_COMPAT_IDS_END
"
            );
        });
    });
}
