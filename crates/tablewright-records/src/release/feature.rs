//! The table of what differs between releases.

use super::{Release, ReleaseRange};

/// Declares [`Feature`]. A row has the name of a feature, the releases that have it, and a sentence
/// that says what they do; it is the feature's documentation and its text in the book.
macro_rules! features {
    ($($name:ident, $releases:expr, $summary:literal;)*) => {
        /// Something that only some releases do.
        ///
        /// The name says what the releases with the feature do; what the others do instead is in the
        /// sentence. The book prints the table on its page of releases.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Feature {
            $(#[doc = $summary] $name,)*
        }

        impl Feature {
            /// All features, in the order of the table.
            pub const ALL: &'static [Feature] = &[$(Feature::$name),*];

            /// The releases that have it.
            pub const fn releases(self) -> ReleaseRange {
                match self {
                    $(Feature::$name => $releases,)*
                }
            }

            /// What it is, in a sentence or two.
            pub fn summary(self) -> &'static str {
                match self {
                    $(Feature::$name => $summary,)*
                }
            }

            /// Its name in the source.
            pub fn name(self) -> &'static str {
                match self {
                    $(Feature::$name => stringify!($name),)*
                }
            }
        }
    };
}

// By area; within one, by the first release that has a feature, or lacks it again.
features! {
    // Patterns of instruction selection, and the combiner.
    AllOutputsAreResults, since(Release::with_minor(3, 9)),
        "All outputs of an instruction are results of its node in a pattern. Before, only the first \
         was, and patterns gave values for the others.";
    OperandTypesFirst, since(Release::new(6)),
        "Type inference of patterns looks at the operands of a node before the node itself, and \
         constants and complex patterns have a type wherever they stand. Before, the node came first, \
         and its constants could have types that no register holds.";
    ValueTypesAreCounted, since(Release::new(22)),
        "The types of `MVT` have the numbers of the order in which they are defined, and `-gen-vt` says which \
         are tuples of vectors. Before, each type stated its number.";

    // The language.

    // Registers and instructions.
    PseudoInstructionsFirst, since(Release::new(6)),
        "A target's pseudo-instructions are numbered before its other instructions. Before, names \
         alone decided the order.";

    // Assembly.
    CallingConvsTakeOrigType, since(Release::new(22)),
        "Functions of calling conventions take the type that an argument has in LLVM IR, and their \
         registers are of type `MCRegister`. Before, they took no such type, and registers were numbers.";
    CallingConvsHaveGuardPerPart, since(Release::new(23)),
        "The functions of calling conventions and the lists of their registers have a guard each. \
         Before, one guard chose between the two.";
    PfmCountersHaveRawEncodings, since(Release::new(23)),
        "The tables for `llvm-exegesis` have the raw encodings of counters. Before, counters had names only.";

    // Encodings and decoding.
    EncodersReportUnsupported, since(Release::new(22)),
        "Encoders leave it to the target to report an instruction or operand that has no encoding, \
         tables begin at the first instruction that has one, and one statement merges each slice of an \
         operand. Before, tables covered all instructions, and encoders built the message themselves.";

    // Subtargets, scheduling, calling conventions and tables.
    FeatureBitsetsHaveSixWords, since(Release::new(22)),
        "A set of subtarget features has room for 384 of them. Before, it had room for 320.";

    // Intrinsics, run-time libraries and directives.

    // Options.
    OptionNamesAreOffsets, since(Release::new(22)),
        "Tables of command-line options keep prefixes and names in a string table, and options can \
         belong to subcommands. Before, each option had its name as a literal.";
    OptionBytesAreUnsigned, since(Release::new(22)),
        "Options whose names have bytes beyond ASCII come after the others, and options are sorted by \
         quicksort. Before, they came first, and options were sorted by merging.";
    MarshalledOptionsAssign, since(Release::new(23)),
        "The row of an option that sets a field of the program does not name the functions that \
         merge and extract its value. Before, it did.";

    // Clang's attributes, nodes and diagnostics.

    // Clang's builtins and vector intrinsics.
    BuiltinTables, since(Release::new(22)),
        "Builtins of Clang are enumerators, a string table and rows of offsets into it. Before, they \
         were calls of macros such as `BUILTIN`.";
    BuiltinTypesOfTargets, since(Release::new(22)),
        "Prototypes of builtins may have the types `_Vector`, `__bf16` and `__hlsl_resource_t`, the \
         prefix `signed` and address spaces. Before, they were unknown types.";
    BuiltinVectorsHaveQualifiers, since(Release::new(23)),
        "A vector in the parameters of a builtin's prototype may have qualifiers or be nested, and \
         there are integers of 8 and 16 bits. Before, the vector ended at its first `>`.";
}

const fn since(first: Release) -> ReleaseRange {
    ReleaseRange::since(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_has_what_came_with_it_or_before() {
        let [old, new] = [Release::new(5), Release::new(6)];
        assert!(!old.has(Feature::OperandTypesFirst) && new.has(Feature::OperandTypesFirst));
        assert!(old.has(Feature::AllOutputsAreResults) && new.has(Feature::AllOutputsAreResults));
        assert!(!Release::with_minor(3, 8).has(Feature::AllOutputsAreResults));
    }

    #[test]
    fn every_feature_divides_the_releases() {
        for feature in Feature::ALL {
            assert_ne!(feature.releases(), ReleaseRange::ALL, "{}", feature.name());
        }
    }
}
