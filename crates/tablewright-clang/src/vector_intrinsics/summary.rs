//! Vector intrinsics as data for people and tools: names, types and guards of each C function.

use tablewright_text::{Append, append};

/// A C function for one or more vector instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntrinsicSummary {
    /// Its name. Other types do not share it, unless the header has only the overloaded name.
    pub name: String,
    /// The name that it shares with functions for other types, if any.
    pub overloaded_name: Option<String>,
    /// The name of its record; `None` if Clang defines it without a record.
    pub record: Option<String>,
    /// The instruction's name in the description. SVE and SME: the LLVM intrinsic without `llvm.`.
    /// RISC-V: the LLVM intrinsic without `llvm.riscv.`. NEON: the mnemonic on 32-bit Arm. MVE and
    /// CDE: the LLVM intrinsic that computes the result, if any.
    pub instruction: Option<String>,
    /// The Clang builtin that it calls; `None` if it calls other intrinsics.
    pub builtin: Option<String>,
    /// The element type in the form of its family's names: `u8`, `bf16`. `none` for MVE and CDE
    /// names without a type.
    pub element_type: String,
    /// The C result type.
    pub result: String,
    /// The parameters in order.
    pub parameters: Vec<IntrinsicParameter>,
    /// Conditions for calls.
    pub guards: IntrinsicGuards,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntrinsicParameter {
    /// The C type.
    pub ty: String,
    /// Whether the argument must be a constant.
    pub is_immediate: bool,
}

/// Conditions for calls to an intrinsic.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct IntrinsicGuards {
    /// A preprocessor condition.
    pub condition: Option<String>,
    /// Target features: all in a comma-separated list, at least one in a list separated by bars.
    /// `None` if it cannot be called outside streaming mode, or if it requires nothing.
    pub features: Option<String>,
    /// Target features required in SME's streaming mode; `None` if it cannot be called there.
    pub streaming_features: Option<String>,
}

impl IntrinsicSummary {
    /// Returns the function's declaration.
    pub fn prototype(&self) -> String {
        let types: Vec<&str> = self.parameters.iter().map(|one| one.ty.as_str()).collect();
        let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
        format!("{} {}({types})", self.result, self.name)
    }

    /// Iterates over the result type and the parameter types.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        let parameters = self.parameters.iter().map(|parameter| parameter.ty.as_str());
        std::iter::once(self.result.as_str()).chain(parameters)
    }
}

impl IntrinsicGuards {
    /// Iterates over the named target features in order.
    pub fn feature_names(&self) -> impl Iterator<Item = &str> {
        let lists = [&self.features, &self.streaming_features].into_iter().flatten();
        let names = lists.flat_map(|list| list.split([',', '|', '(', ')']));
        names.filter(|name| !name.is_empty())
    }
}

/// Returns a text unless it is empty.
pub(super) fn non_empty(text: &str) -> Option<String> {
    Some(text).filter(|text| !text.is_empty()).map(str::to_owned)
}

pub(super) fn text_of(part: impl Append) -> String {
    let mut text = String::new();
    append!(&mut text, part);
    text
}
