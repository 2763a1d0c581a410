//! The printed checker registry.

use tablewright_text::{CppWriter, Escaped, line};

use super::model::{CheckerOption, Registry};

pub(crate) fn emit(registry: &Registry<'_>, w: &mut CppWriter) {
    w.raw("// Generated from the descriptions of checkers; changes here are lost.\n\n");
    w.if_defined("GET_PACKAGES", |w| {
        for name in &registry.packages {
            line!(w, "PACKAGE(\"{}\")", Escaped(name));
        }
    });
    w.if_defined("GET_PACKAGE_OPTIONS", |w| {
        emit_options("PACKAGE_OPTION", &registry.package_options, w);
    });
    w.if_defined("GET_CHECKERS", |w| {
        for checker in &registry.checkers {
            let (name, class) = (Escaped(&checker.full_name), checker.class);
            let help = Escaped(checker.help);
            let documentation = Escaped(&checker.documentation);
            let is_hidden = checker.is_hidden;
            line!(w, "CHECKER(\"{name}\", {class}, \"{help}\", \"{documentation}\", {is_hidden})");
        }
    });
    w.if_defined("GET_CHECKER_DEPENDENCIES", |w| {
        emit_pairs("CHECKER_DEPENDENCY", &registry.dependencies, w);
    });
    w.if_defined("GET_CHECKER_WEAK_DEPENDENCIES", |w| {
        emit_pairs("CHECKER_WEAK_DEPENDENCY", &registry.weak_dependencies, w);
    });
    w.if_defined("GET_CHECKER_OPTIONS", |w| {
        emit_options("CHECKER_OPTION", &registry.checker_options, w);
    });
}

fn emit_pairs(macro_name: &str, pairs: &[[String; 2]], w: &mut CppWriter) {
    for [first, second] in pairs {
        line!(w, "{macro_name}(\"{}\", \"{}\")", Escaped(first), Escaped(second));
    }
}

fn emit_options(macro_name: &str, options: &[CheckerOption<'_>], w: &mut CppWriter) {
    for option in options {
        let CheckerOption { owner, ty, flag, description, default, stage, is_hidden } = option;
        let [owner, flag, description, default] = [owner, *flag, description, default].map(Escaped);
        line!(
            w,
            "{macro_name}(\"{ty}\", \"{owner}\", \"{flag}\", \"{description}\", \"{default}\", \
             \"{stage}\", {is_hidden})"
        );
    }
}
