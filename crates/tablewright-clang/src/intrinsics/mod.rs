//! Vector intrinsics as people and tools ask about them: their names, types and guards.
//!
//! In comes one of Clang's descriptions of vector intrinsics; out come plain data about each function
//! that can be called. A family, which is the kind of description, has a module with two functions: one
//! says whether a description is of the family, the other one reads it. `FAMILIES` lists them.

mod mve;
mod neon;
mod riscv_vector;
mod sve;

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

/// What a description of vector intrinsics is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum IntrinsicFamily {
    /// Vectors of 64 and 128 bits of Arm: `arm_neon.td`, `arm_fp16.td` and `arm_bf16.td`.
    Neon,
    /// Scalable vectors of Arm: `arm_sve.td`.
    Sve,
    /// Arm's matrices: `arm_sme.td`.
    Sme,
    /// Vectors of Arm's M profile: `arm_mve.td`.
    Mve,
    /// Instructions of coprocessors of Arm's M profile: `arm_cde.td`.
    Cde,
    /// Scalable vectors of RISC-V, with those of vendors: `riscv_vector.td`.
    RiscvVector,
}

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
    /// The builtin of Clang behind it; none if it is made of other intrinsics.
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

/// A kind of description.
struct Family {
    family: IntrinsicFamily,
    /// Whether a description is of this kind.
    describes: fn(&RecordStore) -> bool,
    read: fn(&RecordStore) -> Result<Vec<IntrinsicSummary>, Diagnostic>,
}

/// The families. The first one that a description is of is taken.
const FAMILIES: [Family; 6] = [
    Family { family: IntrinsicFamily::Neon, describes: neon::describes, read: neon::read },
    Family { family: IntrinsicFamily::Sve, describes: sve::describes_sve, read: sve::read_sve },
    Family { family: IntrinsicFamily::Sme, describes: sve::describes_sme, read: sve::read_sme },
    Family { family: IntrinsicFamily::Mve, describes: mve::describes_mve, read: mve::read_mve },
    Family { family: IntrinsicFamily::Cde, describes: mve::describes_cde, read: mve::read_cde },
    Family {
        family: IntrinsicFamily::RiscvVector,
        describes: riscv_vector::describes,
        read: riscv_vector::read,
    },
];

impl IntrinsicFamily {
    /// The family that a description is of, by the classes and fields that it has.
    pub fn of(store: &RecordStore) -> Option<IntrinsicFamily> {
        FAMILIES.iter().find(|family| (family.describes)(store)).map(|family| family.family)
    }

    /// What the vector extension is called.
    pub fn name(self) -> &'static str {
        match self {
            IntrinsicFamily::Neon => "NEON",
            IntrinsicFamily::Sve => "SVE",
            IntrinsicFamily::Sme => "SME",
            IntrinsicFamily::Mve => "MVE",
            IntrinsicFamily::Cde => "CDE",
            IntrinsicFamily::RiscvVector => "RISC-V V",
        }
    }
}

impl IntrinsicSummary {
    /// All intrinsics of a description, in natural order of their records; those of MVE and CDE by name.
    ///
    /// # Errors
    /// Where the description has no vector intrinsics, or a field holds something unexpected.
    pub fn all(store: &RecordStore) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
        match FAMILIES.iter().find(|family| (family.describes)(store)) {
            Some(family) => (family.read)(store),
            None => {
                let message = "the description has no vector intrinsics";
                let mut error = Diagnostic::error_anywhere(Code::MissingClass, message);
                let classes = "they are records of a class 'Inst', 'Intrinsic' or 'RVVBuiltin'";
                error.note(None, classes);
                Err(error)
            }
        }
    }

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
fn non_empty(text: &str) -> Option<String> {
    Some(text).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Whether the records of a class have a field. There may be no such class.
fn has_field(store: &RecordStore, class: &str, field: &str) -> bool {
    let Some(class) = store.find_class(class) else { return false };
    store.class(class).fields().any(|one| store.str(one.name) == field)
}
