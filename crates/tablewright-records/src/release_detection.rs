//! Release detection: finds a description's release from classes and fields that only some releases have.

use crate::ids::ClassId;
use crate::release::{Release, ReleaseRange, ReleaseReason, SelectedRelease};
use crate::store::RecordStore;

/// Classes and fields whose presence or absence identifies some releases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReleaseMark {
    present: &'static [Sign],
    absent: &'static [Sign],
    /// Releases whose descriptions have the mark.
    pub releases: ReleaseRange,
}

/// A part of a description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Class(&'static str),
    Field { class: &'static str, field: &'static str },
}

/// Marks for classes in LLVM's and Clang's descriptions that changed. Clang's files can be read alone, so they have
/// their own marks. If a class name is common, the mark also requires another class from the same file.
const MARKS: &[ReleaseMark] = &[
    // Target.td and Intrinsics.td, which it includes. The marks for old releases come first, since a mark that
    // contradicts earlier marks is ignored.
    ReleaseMark {
        present: &[class("GCCBuiltin"), field("Intrinsic", "Properties")],
        absent: &[class("HwMode"), field("Intrinsic", "IntrProperties")],
        releases: ReleaseRange::until(Release::with_minor(3, 9)),
    },
    ReleaseMark {
        present: &[class("GCCBuiltin")],
        absent: &[class("HwMode")],
        releases: ReleaseRange::until(Release::new(6)),
    },
    // The earliest mark in reading order for releases 19 to 21. It precedes all feature queries of evaluation.
    ReleaseMark {
        present: &[class("AttrIndex"), class("IntrinsicProperty")],
        absent: &[class("IntrinsicMemoryLocation")],
        releases: ReleaseRange::until(Release::new(22)),
    },
    before(22, &[field("HwMode", "Features")]),
    before(22, &[field("Instruction", "DisableEncoding")]),
    since(22, &[class("RegClassByHwMode")]),
    since(23, &[class("RegisterByHwMode")]),
    before(22, &[field("ValueType", "Value"), class("VTAny")]),
    since(22, &[class("VTCheriCapability")]),
    since(22, &[class("ImmArgPrinter")]),
    before(23, &[class("LLVMMatchTypeNextArg")]),
    since(23, &[class("RequiresTargetFeatures")]),
    since(24, &[class("RangeSet"), class("IntrinsicProperty")]),
    // X86InstrFormats.td
    ReleaseMark {
        present: &[field("X86Inst", "OpMapBits")],
        absent: &[field("X86Inst", "explicitOpPrefixBits")],
        releases: ReleaseRange::until(Release::new(18)),
    },
    // OptParser.td
    lacking(22, &[class("OptionKind"), class("OptionGroup")], &[class("SubCommand")]),
    since(22, &[class("SubCommand"), class("OptionVisibility")]),
    before(23, &[class("ValueMerger"), class("MarshallingInfo")]),
    since(24, &[class("FlagOrEq"), class("OptionVisibility")]),
    // DirectiveBase.td
    lacking(21, &[class("DirectiveLanguage"), class("Clause")], &[class("Versioned")]),
    until_23(21, &[class("Versioned"), class("DirectiveLanguage")], &[class("LoopModifier")]),
    since(23, &[class("LoopModifier"), class("DirectiveLanguage")]),
    since(24, &[field("Directive", "pureSince"), class("DirectiveLanguage")]),
    // Attr.td
    lacking(22, &[class("GCC"), class("InheritableAttr")], &[field("Attr", "IsTypeDependent")]),
    until_23(
        22,
        &[field("Attr", "IsTypeDependent"), class("InheritableAttr")],
        &[field("Attr", "ParseArgsInFunctionScope")],
    ),
    since(23, &[field("Attr", "ParseArgsInFunctionScope")]),
    // TypeNodes.td
    before(22, &[class("LeafType"), class("TypeNode")]),
    // BuiltinsBase.td
    lacking(22, &[class("AtomicBuiltin"), class("Builtin")], &[class("NonNullOptMode")]),
    until_23(
        22,
        &[class("NonNullOptMode"), class("Builtin")],
        &[field("Builtin", "Documentation")],
    ),
    since(23, &[field("Builtin", "Documentation")]),
    // Diagnostic.td
    lacking(22, &[class("DiagGroup"), class("DiagCategory")], &[class("Trap")]),
    until_23(22, &[class("Trap"), class("DiagGroup")], &[class("StableId")]),
    since(23, &[class("StableId"), class("DiagGroup")]),
    // MLIR's Constraints.td, DialectBase.td and Interfaces.td
    before(20, &[field("TypeConstraint", "cppClassName"), class("AttrConstraint")]),
    before(23, &[field("Dialect", "usePropertiesForAttributes"), class("AttrConstraint")]),
    ReleaseMark {
        present: &[class("StaticInterfaceMethod"), class("OpInterface")],
        absent: &[class("PureVirtualInterfaceMethod")],
        releases: ReleaseRange::until(Release::new(23)),
    },
    since(23, &[class("PureVirtualInterfaceMethod"), class("StaticInterfaceMethod")]),
    since(24, &[field("Dialect", "useStrictPropertiesInAssemblyFormat"), class("AttrConstraint")]),
    // LLDB's PropertiesBase.td
    ReleaseMark {
        present: &[field("Property", "Definition"), class("DefaultEnumValue")],
        absent: &[field("Property", "Path")],
        releases: ReleaseRange::until(Release::new(23)),
    },
    since(23, &[field("Property", "Path"), class("DefaultEnumValue")]),
    // Opcodes.td of Clang's constant interpreter
    lacking(21, &[class("AluOpcode"), class("BitFieldOpcode")], &[class("OverflowOpcode")]),
    until_23(21, &[class("AluOpcode"), class("OverflowOpcode")], &[class("SuccessOpcode")]),
    since(23, &[class("AluOpcode"), class("SuccessOpcode")]),
    // riscv_vector_common.td
    lacking(22, &[class("RVVBuiltin")], &[field("RVVBuiltin", "AltFmt")]),
    until_23(22, &[field("RVVBuiltin", "AltFmt")], &[field("RVVBuiltin", "HasSegInstSEW")]),
    since(23, &[field("RVVBuiltin", "HasSegInstSEW")]),
    // arm_mve_defs.td
    lacking(22, &[class("IRBuilderBase"), class("CustomCodegen")], &[class("strictFPAlt")]),
    since(22, &[class("IRBuilderBase"), class("strictFPAlt")]),
    // arm_neon_incl.td and arm_immcheck_incl.td, which did not change from 21 to 23.
    lacking(21, &[class("IOpInst"), class("SOpInst")], &[class("VInst")]),
    since(21, &[class("VInst"), class("IOpInst")]),
    before(21, &[field("ImmCheck", "EltSizeArg")]),
    since(21, &[field("ImmCheck", "TypeContextArgIdx")]),
];

const fn class(name: &'static str) -> Sign {
    Sign::Class(name)
}

const fn field(class: &'static str, field: &'static str) -> Sign {
    Sign::Field { class, field }
}

/// Creates a mark that exists since the release `major`.
const fn since(major: u8, present: &'static [Sign]) -> ReleaseMark {
    ReleaseMark { present, absent: &[], releases: ReleaseRange::since(Release::new(major)) }
}

/// Creates a mark for the releases before `major`, which added `absent` to a file that has `present`.
const fn lacking(major: u8, present: &'static [Sign], absent: &'static [Sign]) -> ReleaseMark {
    ReleaseMark { present, absent, releases: ReleaseRange::until(Release::new(major)) }
}

/// Creates a mark that exists from the release `major` until release 23, which added `absent`.
const fn until_23(major: u8, present: &'static [Sign], absent: &'static [Sign]) -> ReleaseMark {
    let releases = ReleaseRange::between(Release::new(major), Release::new(23));
    ReleaseMark { present, absent, releases }
}

/// Creates a mark that the release `major` removed.
const fn before(major: u8, present: &'static [Sign]) -> ReleaseMark {
    ReleaseMark { present, absent: &[], releases: ReleaseRange::until(Release::new(major)) }
}

impl ReleaseMark {
    /// Returns the present and absent parts as text: `class HwMode, no field X of class Y`.
    pub fn description(&self) -> String {
        let present = self.present.iter().map(|sign| sign.description());
        let absent = self.absent.iter().map(|sign| format!("no {}", sign.description()));
        present.chain(absent).collect::<Vec<String>>().join(", ")
    }

    /// Returns all marks, in table order.
    pub fn all() -> &'static [ReleaseMark] {
        MARKS
    }

    fn is_in(&self, store: &RecordStore) -> bool {
        self.present.iter().all(|sign| sign.is_in(store))
            && !self.absent.iter().any(|sign| sign.is_in(store))
    }
}

impl Sign {
    /// Returns the sign's class.
    fn class(self) -> &'static str {
        match self {
            Sign::Class(class) | Sign::Field { class, .. } => class,
        }
    }

    fn is_in(self, store: &RecordStore) -> bool {
        match self {
            Sign::Class(name) => store.find_class(name).is_some(),
            Sign::Field { class, field } => store.find_class(class).is_some_and(|class| {
                store.class(class).fields().any(|found| store.str(found.name) == field)
            }),
        }
    }

    fn description(self) -> String {
        match self {
            Sign::Class(name) => format!("class {name}"),
            Sign::Field { class, field } => format!("field {field} of class {class}"),
        }
    }
}

/// Returns the marks in a description.
fn marks_in(store: &RecordStore) -> Vec<&'static ReleaseMark> {
    MARKS.iter().filter(|mark| mark.is_in(store)).collect()
}

/// Detects a description's release. A mark that contradicts earlier marks is ignored: the description of a fork may
/// have classes from two releases. The result is the newest remaining release whose outputs are reproduced.
fn detect(store: &RecordStore) -> Option<Release> {
    let marks = marks_in(store);
    if marks.is_empty() {
        return None;
    }
    let range = marks
        .iter()
        .fold(ReleaseRange::ALL, |range, mark| range.intersection(mark.releases).unwrap_or(range));
    Some(Release::newest_of(range))
}

impl RecordStore {
    /// Returns the description's LLVM release. Code queries its [features](Release::has).
    pub fn release(&self) -> Release {
        self.release.release
    }

    /// Returns the reason for the release.
    pub fn release_reason(&self) -> ReleaseReason {
        self.release.reason
    }

    /// Returns the release marks in the description, in table order.
    pub fn release_marks(&self) -> Vec<&'static ReleaseMark> {
        marks_in(self)
    }

    /// Returns whether a complete description has marks for `release`.
    pub(crate) fn has_marks_of(&self, release: SelectedRelease) -> bool {
        detect(self) == Some(release.release)
    }

    /// Detects the release from the classes defined so far, unless the release is settled.
    pub(crate) fn detect_release(&mut self) {
        if !self.release.is_fixed
            && let Some(release) = detect(self)
        {
            let reason = ReleaseReason::Detected;
            self.release = SelectedRelease { release, reason, is_fixed: false };
        }
    }

    /// Detects the release again if a mark mentions `class`, which is now complete.
    pub(crate) fn note_class(&mut self, class: ClassId) {
        if self.release.is_fixed {
            return;
        }
        let name = self.class(class).name();
        let signs = MARKS.iter().flat_map(|mark| mark.present.iter().chain(mark.absent));
        if signs.into_iter().any(|sign| sign.class() == name) {
            self.detect_release();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::release::{Release, ReleaseReason};
    use crate::test_support::store_of;

    #[track_caller]
    fn check(text: &str, release: Release) {
        let store = store_of(text);
        assert_eq!((store.release(), store.release_reason()), (release, ReleaseReason::Detected));
    }

    #[test]
    fn old_releases_are_detected_by_what_they_lack() {
        let old = |text: &str| format!("class GCCBuiltin; {text}");
        let up_to_3_8 = Release::with_minor(3, 8);
        check(&old("class Intrinsic { list<int> Properties = []; }"), up_to_3_8);
        check(&old("class Intrinsic { list<int> IntrProperties = []; }"), Release::new(5));
        check(&old(""), Release::new(5));
    }

    #[test]
    fn without_a_mark_it_is_the_default() {
        for text in ["", "class HwMode;", "class Intrinsic { list<int> Properties = []; }"] {
            let store = store_of(text);
            assert_eq!(store.release(), Release::DEFAULT);
            assert_eq!(store.release_reason(), ReleaseReason::Default);
        }
    }

    #[test]
    fn a_mark_of_many_releases_means_the_newest_with_outputs() {
        check("class HwMode { string Features = \"\"; }", Release::new(19));
    }

    #[test]
    fn a_class_that_a_file_lacks_is_a_mark_of_older_releases() {
        let options = "class OptionKind; class OptionGroup; class OptionVisibility;";
        check(options, Release::new(19));
        check(&format!("{options} class SubCommand;"), Release::new(23));
        let old = format!("{options} class SubCommand; class ValueMerger; class MarshallingInfo;");
        check(&old, Release::new(22));
        let instructions = "class IOpInst; class SOpInst;";
        check(instructions, Release::new(19));
        check(&format!("{instructions} class VInst;"), Release::new(23));
    }

    #[test]
    fn marks_together_narrow_the_range() {
        let since_22 = "class RegClassByHwMode;";
        check(since_22, Release::new(23));
        check(&format!("{since_22} class LLVMMatchTypeNextArg;"), Release::new(22));
        check(&format!("{since_22} class RegisterByHwMode;"), Release::new(23));
        check(&format!("{since_22} class RangeSet; class IntrinsicProperty;"), Release::new(24));
    }

    #[test]
    fn instructions_of_x86_tell_releases_before_18() {
        let old = "class X86Inst { bits<4> OpMapBits; MORE }";
        check(&old.replace("MORE", ""), Release::new(17));
        let new = store_of(&old.replace("MORE", "bits<2> explicitOpPrefixBits;"));
        assert_eq!(new.release_reason(), ReleaseReason::Default);
    }

    #[test]
    fn a_mark_that_contradicts_those_before_does_not_count() {
        check("class RegisterByHwMode; class LLVMMatchTypeNextArg;", Release::new(23));
    }

    #[test]
    fn a_common_name_counts_beside_a_class_of_its_file() {
        assert_eq!(store_of("class SubCommand;").release_reason(), ReleaseReason::Default);
        check("class SubCommand; class OptionVisibility;", Release::new(23));
    }
}
