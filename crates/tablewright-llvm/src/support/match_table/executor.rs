//! Prints the code around a match table: the members of the class that runs it.

use rustc_hash::FxHashMap;
use tablewright_records::{Feature, FieldError, RecordId, RecordStore, RecordView, Release};
use tablewright_selection::global_isel::check::ImmediateValue;
use tablewright_selection::global_isel::low_level_type::LowLevelType;
use tablewright_selection::global_isel::rule::Rule;
use tablewright_target::record_views::subtarget::PredicateRecord;
use tablewright_text::{CppWriter, append, line, text_block};

use super::emit::EmitComment;
use super::names::{FeatureSetEnumerator, TypeConstructor, TypeEnumerator};
use super::table::MatchTable;
use crate::support::unsigned_width::UnsignedWidth;

/// A class that runs a match table.
#[doc(alias = "GlobalISelMatchTableExecutorEmitter")]
pub(crate) struct Executor<'a> {
    pub(crate) store: &'a RecordStore,
    /// Class name.
    pub(crate) class: &'a str,
    /// Target name: the prefix of the subtarget class name.
    pub(crate) target: &'a str,
    /// Types in the order of the table's enum.
    pub(crate) types: Vec<LowLevelType>,
    pub(crate) features: Vec<ExecutorFeatureBit>,
    pub(crate) hw_modes: Vec<HwModeBit>,
    feature_sets: Vec<ExecutorFeatureSet>,
    /// Whether a vector type contains its element type. Otherwise, it contains the element size.
    has_element_types: bool,
    /// Whether sections begin and end with an empty line, and the comment after `#endif` contains only the macro.
    pub(crate) has_spaced_sections: bool,
    /// Records of class `GIComplexOperandMatcher` by name, with their functions.
    pub(crate) complex_patterns: Vec<(RecordId, &'a str)>,
    /// Functions, each once, in byte order.
    pub(crate) custom_renderers: Vec<&'a str>,
    /// Maximum number of complex pattern results that a rule stores.
    renderer_count: usize,
    /// Predicate functions in output order.
    pub(crate) predicates: Vec<PredicateFunction>,
}

/// A subtarget predicate that rules mention.
#[derive(Debug)]
pub(crate) struct ExecutorFeatureBit {
    pub(crate) predicate: RecordId,
    /// Index among the predicates that rules mention.
    number: usize,
    /// Condition in C++.
    condition: String,
    /// Whether the value may change from function to function.
    is_per_function: bool,
}

/// A condition on the hardware mode.
#[derive(Debug)]
pub(crate) struct HwModeBit {
    /// Condition in C++.
    pub(crate) condition: String,
    pub(crate) number: u32,
}

/// Predicates and a mode condition number that must be true together.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ExecutorFeatureSet {
    features: Vec<RecordId>,
    hw_mode: Option<u32>,
}

/// The subject of a predicate function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tested {
    /// An instruction.
    Instruction,
    /// An operand that is a register.
    Leaf,
    /// An immediate.
    Immediate(ImmediateValue),
}

impl Tested {
    /// Returns the subjects in a release, in output order.
    pub(crate) fn all(release: Release) -> Vec<Tested> {
        let mut all = vec![Tested::Instruction];
        if release.has(Feature::MatchTablesTestLeaves) {
            all.push(Tested::Leaf);
        }
        let values = [ImmediateValue::I64, ImmediateValue::ApFloat, ImmediateValue::ApInt];
        all.extend(values.map(Tested::Immediate));
        all
    }
}

/// A function that runs the predicate with a number.
#[derive(Debug)]
pub(crate) struct PredicateFunction {
    pub(crate) tested: Tested,
    /// Comment above the function.
    pub(crate) comment: &'static str,
    /// C++ that comes before the predicates.
    pub(crate) declarations: &'static str,
    pub(crate) predicates: Vec<ExecutorPredicate>,
}

/// A predicate.
#[derive(Debug)]
pub(crate) struct ExecutorPredicate {
    /// Name without the function's common prefix.
    pub(crate) name: String,
    pub(crate) code: String,
}

/// Macros that select the parts of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExecutorGuards {
    pub(crate) predicate_bitset: &'static str,
    pub(crate) temporaries_decl: &'static str,
    pub(crate) temporaries_init: &'static str,
    pub(crate) implementation: &'static str,
    pub(crate) predicates_decl: &'static str,
    pub(crate) predicates_init: &'static str,
}

/// Code that the action writes in `emit_impl`, in file order. Each function writes whole definitions.
pub(crate) struct ActionCode<'a> {
    pub(crate) simple_predicates: &'a dyn Fn(&mut CppWriter<'_>),
    /// The function that runs the table.
    pub(crate) run: &'a dyn Fn(&mut CppWriter<'_>),
    pub(crate) custom_action: &'a dyn Fn(&mut CppWriter<'_>),
    /// Numbered comments in the table.
    pub(crate) rule_comment: &'a EmitComment<'a>,
}

impl ExecutorFeatureBit {
    /// Reads a predicate record. `number` is the number of predicates that were mentioned earlier.
    ///
    /// # Errors
    /// If a field has another type.
    pub(crate) fn new(
        store: &RecordStore,
        predicate: RecordId,
        number: usize,
    ) -> Result<ExecutorFeatureBit, FieldError> {
        let record = PredicateRecord::new(store.record(predicate));
        let condition = store.str(record.cond_string()?).to_owned();
        let is_per_function = record.recompute_per_function()?;
        Ok(ExecutorFeatureBit { predicate, number, condition, is_per_function })
    }
}

/// Signature of a predicate function in C++.
struct ExecutorSignature {
    /// Kind, as part of enumerator names and the function name.
    kind: &'static str,
    /// Remaining part of the function name.
    name: &'static str,
    parameters: &'static str,
}

impl ExecutorSignature {
    fn new(tested: Tested) -> ExecutorSignature {
        let [kind, name, parameters] = match tested {
            Tested::Instruction => {
                ["MI", "MI", "const MachineInstr & MI, const MatcherState &State"]
            }
            Tested::Leaf => ["MO", "MO", "const MachineOperand & MO, const MatcherState &State"],
            Tested::Immediate(ImmediateValue::I64) => ["I64", "Imm", "int64_t Imm"],
            Tested::Immediate(ImmediateValue::ApFloat) => ["APFloat", "Imm", "const APFloat & Imm"],
            Tested::Immediate(ImmediateValue::ApInt) => ["APInt", "Imm", "const APInt & Imm"],
        };
        ExecutorSignature { kind, name, parameters }
    }
}

impl<'a> Executor<'a> {
    /// Creates an executor without predicates and functions. The rules must not have been laid out yet.
    pub(crate) fn new(
        store: &'a RecordStore,
        (class, target): (&'a str, &'a str),
        types: Vec<LowLevelType>,
        rules: &[Rule],
    ) -> Executor<'a> {
        let none = |tested| PredicateFunction {
            tested,
            comment: "",
            declarations: "",
            predicates: Vec::new(),
        };
        Executor {
            store,
            class,
            target,
            types,
            features: Vec::new(),
            hw_modes: Vec::new(),
            feature_sets: feature_sets(store, rules),
            has_element_types: store.release().has(Feature::LowLevelTypesHaveKinds),
            complex_patterns: Vec::new(),
            custom_renderers: Vec::new(),
            has_spaced_sections: store.release().has(Feature::MatchTableSectionsAreSpaced),
            renderer_count: rules.iter().map(Rule::complex_pattern_count).max().unwrap_or(0),
            predicates: Tested::all(store.release()).into_iter().map(none).collect(),
        }
    }

    /// Writes a section in the file, guarded by a macro.
    pub(crate) fn section(
        &self,
        guard: &str,
        w: &mut CppWriter<'_>,
        body: impl FnOnce(&mut CppWriter<'_>),
    ) {
        self.last_section(guard, w, body);
        if !self.has_spaced_sections {
            w.raw("\n");
        }
    }

    /// Writes a section without an empty line after it, in releases before sections contained empty lines.
    fn last_section(
        &self,
        guard: &str,
        w: &mut CppWriter<'_>,
        body: impl FnOnce(&mut CppWriter<'_>),
    ) {
        let (space, note) = if self.has_spaced_sections { ("\n", "") } else { ("", "ifdef ") };
        append!(w, "#ifdef ", guard, "\n", space);
        body(w);
        append!(w, space, "#endif // ", note, guard, "\n", space);
    }

    /// Writes the number of predicates.
    pub(crate) fn emit_predicate_bitset(&self, guards: &ExecutorGuards, w: &mut CppWriter<'_>) {
        self.section(guards.predicate_bitset, w, |w| {
            let count = self.features.len() + self.hw_modes.len();
            line!(w, "const unsigned MAX_SUBTARGET_PREDICATES = {count};");
            line!(w, "using PredicateBitset = llvm::Bitset<MAX_SUBTARGET_PREDICATES>;");
        });
    }

    /// Writes member declarations.
    pub(crate) fn emit_temporaries_decl(&self, guards: &ExecutorGuards, w: &mut CppWriter<'_>) {
        let class = self.class;
        self.section(guards.temporaries_decl, w, |w| {
            text_block!(
                w,
                "
                  mutable MatcherState State;
                  typedef ComplexRendererFns({class}::*ComplexMatcherMemFn)(MachineOperand &) const;
                  typedef void({class}::*CustomRendererFn)(MachineInstrBuilder &, const MachineInstr &, int) const;
                  const ExecInfoTy<PredicateBitset, ComplexMatcherMemFn, CustomRendererFn> ExecInfo;
                  static {class}::ComplexMatcherMemFn ComplexPredicateFns[];
                  static {class}::CustomRendererFn CustomRenderers[];
                "
            );
            w.raw(include_str!("overrides.inc"));
            if self.tests_leaves() {
                w.raw("  bool testMOPredicate_MO(unsigned PredicateID, const MachineOperand &MO, const MatcherState &State) const override;\n");
            }
            w.raw("  bool testSimplePredicate(unsigned PredicateID) const override;\n");
            w.raw("  bool runCustomAction(unsigned FnID, const MatcherState &State, NewMIVector &OutMIs) const override;\n");
        });
    }

    /// Writes the initializers for members.
    pub(crate) fn emit_temporaries_init(&self, guards: &ExecutorGuards, w: &mut CppWriter<'_>) {
        self.section(guards.temporaries_init, w, |w| {
            line!(w, ", State({}),", self.renderer_count);
            w.raw("ExecInfo(TypeObjects, NumTypeObjects, FeatureBitsets, ComplexPredicateFns, CustomRenderers)\n");
        });
    }

    /// Writes the declarations for computing predicates.
    pub(crate) fn emit_predicates_decl(&self, guards: &ExecutorGuards, w: &mut CppWriter<'_>) {
        self.last_section(guards.predicates_decl, w, |w| {
            text_block!(
                w,
                "
                PredicateBitset AvailableModuleFeatures;
                mutable PredicateBitset AvailableFunctionFeatures;
                PredicateBitset getAvailableFeatures() const {{
                  return AvailableModuleFeatures | AvailableFunctionFeatures;
                }}
                PredicateBitset
                computeAvailableModuleFeatures(const {target}Subtarget *Subtarget) const;
                PredicateBitset
                computeAvailableFunctionFeatures(const {target}Subtarget *Subtarget,
                                                 const MachineFunction *MF) const;
                void setupGeneratedPerFunctionState(MachineFunction &MF) override;
                ",
                target = self.target
            );
        });
    }

    /// Writes the initializers for predicates.
    pub(crate) fn emit_predicates_init(&self, guards: &ExecutorGuards, w: &mut CppWriter<'_>) {
        self.last_section(guards.predicates_init, w, |w| {
            w.raw("AvailableModuleFeatures(computeAvailableModuleFeatures(&STI)),\n");
            w.raw("AvailableFunctionFeatures()\n");
        });
    }

    /// Writes the definitions, the table last.
    pub(crate) fn emit_impl(
        &self,
        guards: &ExecutorGuards,
        table: &MatchTable,
        code: &ActionCode<'_>,
        w: &mut CppWriter<'_>,
    ) {
        self.section(guards.implementation, w, |w| {
            self.types(w);
            self.feature_bits(w);
            self.feature_set_table(w);
            self.complex_patterns(w);
            for function in &self.predicates {
                self.predicate_function(function, w);
            }
            (code.simple_predicates)(w);
            self.custom_renderers(w);
            (code.run)(w);
            (code.custom_action)(w);
            w.raw(self.encoding_macros());
            line!(w, "const uint8_t *{}::getMatchTable() const {{", self.class);
            table.emit(code.rule_comment, w);
            w.raw("  return MatchTable0;\n}\n");
            w.raw("#undef GIMT_Encode2\n#undef GIMT_Encode4\n#undef GIMT_Encode8\n\n");
        });
    }

    fn types(&self, w: &mut CppWriter<'_>) {
        w.raw("// LLT Objects.\nenum {\n");
        for &ty in &self.types {
            append!(w, "  ", TypeEnumerator(ty), ",\n");
        }
        w.raw("};\n");
        line!(w, "const static size_t NumTypeObjects = {};", self.types.len());
        w.raw("const static LLT TypeObjects[] = {\n");
        for &ty in &self.types {
            let has_element_types = self.has_element_types;
            append!(w, "  ", TypeConstructor { ty, has_element_types }, ",\n");
        }
        w.raw("};\n\n");
    }

    fn name(&self, record: RecordId) -> &'a str {
        self.store.record(record).name()
    }

    fn feature_bits(&self, w: &mut CppWriter<'_>) {
        let (class, target) = (self.class, self.target);
        let count = self.features.len();
        w.raw("// Bits for subtarget features that participate in instruction matching.\n");
        line!(w, "enum SubtargetFeatureBits : {} {{", UnsignedWidth::new(count));
        for feature in &self.features {
            line!(w, "  Feature_{}Bit = {},", self.name(feature.predicate), feature.number);
        }
        for mode in &self.hw_modes {
            line!(w, "  Feature_HwMode{}Bit = {},", mode.number, count + mode.number as usize);
        }
        w.raw("};\n\n");
        line!(w, "PredicateBitset {class}::");
        line!(w, "computeAvailableModuleFeatures(const {target}Subtarget *Subtarget) const {{");
        w.raw("  PredicateBitset Features{};\n");
        self.set_features(false, w);
        for mode in &self.hw_modes {
            line!(w, "  if ({})", mode.condition);
            line!(w, "    Features.set(Feature_HwMode{}Bit);", mode.number);
        }
        w.raw("  return Features;\n}\n\n");
        text_block!(
            w,
            "
            void {class}::setupGeneratedPerFunctionState(MachineFunction &MF) {{
              AvailableFunctionFeatures = computeAvailableFunctionFeatures((const {target}Subtarget *)&MF.getSubtarget(), &MF);
            }}
            PredicateBitset {class}::
            computeAvailableFunctionFeatures(const {target}Subtarget *Subtarget, const MachineFunction *MF) const {{
              PredicateBitset Features{{}};
            "
        );
        self.set_features(true, w);
        w.raw("  return Features;\n}\n\n");
    }

    fn set_features(&self, is_per_function: bool, w: &mut CppWriter<'_>) {
        for feature in self.features.iter().filter(|f| f.is_per_function == is_per_function) {
            line!(w, "  if ({})", feature.condition);
            line!(w, "    Features.set(Feature_{}Bit);", self.name(feature.predicate));
        }
    }

    fn feature_set_table(&self, w: &mut CppWriter<'_>) {
        w.raw("// Feature bitsets.\nenum {\n  GIFBS_Invalid,\n");
        for set in &self.feature_sets {
            let ExecutorFeatureSet { features, hw_mode } = set;
            let name = FeatureSetEnumerator { store: self.store, features, hw_mode: *hw_mode };
            append!(w, "  ", name, ",\n");
        }
        w.raw("};\nconstexpr static PredicateBitset FeatureBitsets[] {\n");
        w.raw("  {}, // GIFBS_Invalid\n");
        for set in &self.feature_sets {
            w.raw("  {");
            for &feature in &set.features {
                append!(w, "Feature_", self.name(feature), "Bit, ");
            }
            if let Some(mode) = set.hw_mode {
                append!(w, "Feature_HwMode", mode, "Bit, ");
            }
            w.raw("},\n");
        }
        w.raw("};\n\n");
    }

    fn complex_patterns(&self, w: &mut CppWriter<'_>) {
        let class = self.class;
        w.raw("// ComplexPattern predicates.\nenum {\n  GICP_Invalid,\n");
        for &(record, _) in &self.complex_patterns {
            line!(w, "  GICP_{},", self.name(record));
        }
        w.raw("};\n// See constructor for table contents\n\n");
        line!(w, "{class}::ComplexMatcherMemFn");
        line!(w, "{class}::ComplexPredicateFns[] = {{");
        w.raw("  nullptr, // GICP_Invalid\n");
        for &(record, function) in &self.complex_patterns {
            line!(w, "  &{class}::{function}, // {}", self.name(record));
        }
        w.raw("};\n\n");
    }

    fn custom_renderers(&self, w: &mut CppWriter<'_>) {
        let class = self.class;
        w.raw("// Custom renderers.\nenum {\n  GICR_Invalid,\n");
        for function in &self.custom_renderers {
            line!(w, "  GICR_{function},");
        }
        w.raw("};\n");
        line!(w, "{class}::CustomRendererFn");
        line!(w, "{class}::CustomRenderers[] = {{");
        w.raw("  nullptr, // GICR_Invalid\n");
        for function in &self.custom_renderers {
            line!(w, "  &{class}::{function},");
        }
        w.raw("};\n\n");
    }

    /// Returns whether there is a function for leaf predicates.
    fn tests_leaves(&self) -> bool {
        self.predicates.iter().any(|function| function.tested == Tested::Leaf)
    }

    /// Returns the macros that split numbers into bytes.
    fn encoding_macros(&self) -> &'static str {
        if self.tests_leaves() {
            include_str!("encoding_macros.inc")
        } else {
            include_str!("casting_encoding_macros.inc")
        }
    }

    fn predicate_function(&self, function: &PredicateFunction, w: &mut CppWriter<'_>) {
        let ExecutorSignature { kind, name, parameters } = ExecutorSignature::new(function.tested);
        if !function.comment.is_empty() {
            line!(w, "// {}", function.comment);
        }
        let prefix = format!("GICXXPred_{kind}_Predicate_");
        emit_predicate_enum(&prefix, function.predicates.iter().map(|p| p.name.as_str()), w);
        append!(w, "bool ", self.class, "::test", name, "Predicate_", kind);
        append!(w, "(unsigned PredicateID, ", parameters, ") const {\n");
        w.raw(function.declarations);
        if !function.predicates.is_empty() {
            w.raw("  switch (PredicateID) {\n");
            for ExecutorPredicate { name, code } in &function.predicates {
                append!(w, "  case ", prefix.as_str(), name.as_str(), ": {\n    ");
                w.raw(&code.replace('\n', "\n    "));
                w.raw("\n");
                let is_blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r');
                if !code.trim_start_matches(is_blank).starts_with("return") {
                    line!(w, "    llvm_unreachable(\"{name} should have returned\");");
                }
                w.raw("  }\n");
            }
            w.raw("  }\n");
        }
        w.raw("  llvm_unreachable(\"Unknown predicate\");\n  return false;\n}\n");
    }
}

/// Writes an enum of predicates. Without predicates, writes nothing.
pub(crate) fn emit_predicate_enum<'n>(
    prefix: &str,
    names: impl Iterator<Item = &'n str>,
    w: &mut CppWriter<'_>,
) {
    let mut is_empty = true;
    for name in names {
        let (before, after) =
            if is_empty { ("enum {\n", " = GICXXPred_Invalid + 1") } else { ("", "") };
        append!(w, before, "  ", prefix, name, after, ",\n");
        is_empty = false;
    }
    if !is_empty {
        w.raw("};\n");
    }
}

/// Returns the sets that rules require, without duplicates: sorted by size, then by name, then by mode.
fn feature_sets(store: &RecordStore, rules: &[Rule]) -> Vec<ExecutorFeatureSet> {
    let mut sets: FxHashMap<(&[RecordId], Option<u32>), ExecutorFeatureSet> = FxHashMap::default();
    for rule in rules {
        let (features, hw_mode) = (&rule.conditions.features[..], rule.conditions.hw_mode);
        if !features.is_empty() || hw_mode.is_some() {
            let set = || ExecutorFeatureSet { features: features.to_vec(), hw_mode };
            sets.entry((features, hw_mode)).or_insert_with(set);
        }
    }
    let mut sets: Vec<ExecutorFeatureSet> = sets.into_values().collect();
    let names = |set: &ExecutorFeatureSet| -> Vec<&str> {
        set.features.iter().map(|&feature| store.record(feature).name()).collect()
    };
    sets.sort_by_cached_key(|set| (set.features.len(), names(set), set.hw_mode));
    sets
}
