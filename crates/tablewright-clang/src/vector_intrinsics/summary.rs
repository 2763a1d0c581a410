//! Vector intrinsics as data for people and tools: names, types and guards of each function of C.

use tablewright_text::{Append, append};

/// A function of C that stands for a vector instruction, or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntrinsicSummary {
    /// Its name, which no other types share, unless the header has only the overloaded name.
    pub name: String,
    /// The name that it shares with functions of other types, if there is such a name.
    pub overloaded_name: Option<String>,
    /// The name of its record; none if Clang has it without a record.
    pub record: Option<String>,
    /// What the description calls the instruction. For SVE and SME it is the intrinsic of LLVM without
    /// `llvm.`, for RISC-V the same without `llvm.riscv.`, for NEON the mnemonic of 32-bit Arm. For MVE
    /// and CDE it is the intrinsic of LLVM that the result comes from, if it comes from one.
    pub instruction: Option<String>,
    /// The builtin of Clang that it calls; none if it calls other intrinsics.
    pub builtin: Option<String>,
    /// The element type that it is for, as names of its family show it: `u8`, `bf16`. `none` if
    /// names of MVE and CDE show none.
    pub element_type: String,
    /// The type of C that it returns.
    pub result: String,
    /// What it takes, in order.
    pub parameters: Vec<IntrinsicParameter>,
    /// What it needs.
    pub guards: IntrinsicGuards,
}

/// What an intrinsic takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntrinsicParameter {
    /// The type of C.
    pub ty: String,
    /// Whether the argument has to be a constant.
    pub is_immediate: bool,
}

/// What has to hold so that an intrinsic can be called.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct IntrinsicGuards {
    /// A condition for the preprocessor.
    pub condition: Option<String>,
    /// Features of the target: all in a list with commas, one in a list with bars. None if it cannot
    /// be called outside of streaming mode, or needs nothing.
    pub features: Option<String>,
    /// The features of the target that it needs in SME's streaming mode, if it can be called there.
    pub streaming_features: Option<String>,
}

impl IntrinsicSummary {
    /// The declaration of the function.
    pub fn prototype(&self) -> String {
        let types: Vec<&str> = self.parameters.iter().map(|one| one.ty.as_str()).collect();
        let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
        format!("{} {}({types})", self.result, self.name)
    }

    /// The types of result and parameters.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        let parameters = self.parameters.iter().map(|parameter| parameter.ty.as_str());
        std::iter::once(self.result.as_str()).chain(parameters)
    }
}

impl IntrinsicGuards {
    /// The features of the target that are named, in order.
    pub fn feature_names(&self) -> impl Iterator<Item = &str> {
        let lists = [&self.features, &self.streaming_features].into_iter().flatten();
        let names = lists.flat_map(|list| list.split([',', '|', '(', ')']));
        names.filter(|name| !name.is_empty())
    }
}

/// A text, unless it is empty.
pub(super) fn non_empty(text: &str) -> Option<String> {
    Some(text).filter(|text| !text.is_empty()).map(str::to_owned)
}

pub(super) fn text_of(part: impl Append) -> String {
    let mut text = String::new();
    append!(&mut text, part);
    text
}
