//! Comments in generated files.

use tablewright_text::{CppWriter, line};

/// Writes the comment that files begin with. The files are a part of LLVM, whose licence they have.
pub(crate) fn emit_file_header(w: &mut CppWriter) {
    line!(w, "//===- Auto-generated file, part of the LLVM/Offload project --------------===//");
    line!(w, "//");
    line!(w, "// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.");
    line!(w, "// See https://llvm.org/LICENSE.txt for license information.");
    line!(w, "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception");
    line!(w, "//");
    line!(w, "//===----------------------------------------------------------------------===//");
    line!(w);
}

/// Writes the line between two objects.
pub(crate) fn emit_rule(w: &mut CppWriter) {
    line!(w, "///////////////////////////////////////////////////////////////////////////////");
}

/// Writes a text as comment, each of its lines behind `marker`.
pub(crate) fn comment(marker: &str, text: &str, w: &mut CppWriter) {
    for text in text.lines() {
        line!(w, "{marker} {text}");
    }
}
