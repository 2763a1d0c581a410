//! The stable codes of diagnostics, and the explanation of each.
//!
//! A code names a kind of mistake. It never changes its meaning, and the code of a mistake that is
//! no longer reported is not used again. The table below is the only list; `tablewright errors`,
//! the book and the tests read it. The Markdown files beside this file, each for one layer, explain
//! the codes. A section begins with the code and its title, and ends with an example that reports
//! it.

use std::fmt;
use std::str::FromStr;

/// The parts of the program that report errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Layer {
    /// Options, and files that cannot be read or written: `TW0…`.
    CommandLine,
    /// The lexer, the preprocessor and the parser: `TW1…`.
    Syntax,
    /// Names, types, values and records: `TW2…`.
    Evaluation,
    /// Records that lack something a backend needs: `TW3…`.
    Backends,
    /// Findings of `tablewright lint`: `TW4…`.
    Lints,
}

impl Layer {
    /// All layers, ordered by their codes.
    pub const ALL: [Layer; 5] =
        [Layer::CommandLine, Layer::Syntax, Layer::Evaluation, Layer::Backends, Layer::Lints];

    /// Returns the Markdown document that explains the layer's codes. It is also a page of the
    /// book.
    pub fn document(self) -> &'static str {
        match self {
            Layer::CommandLine => include_str!("command-line.md"),
            Layer::Syntax => include_str!("syntax.md"),
            Layer::Evaluation => include_str!("evaluation.md"),
            Layer::Backends => include_str!("backends.md"),
            Layer::Lints => include_str!("lints.md"),
        }
    }
}

/// Defines the enum, its titles and its list from one table.
macro_rules! codes {
    ($($name:ident = $number:literal, $title:literal;)*) => {
        /// The code of a kind of mistake, written `TW2001`.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $title] $name = $number,)*
        }

        impl Code {
            /// All codes, ordered by number.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// Returns the mistake in a few words.
            pub fn title(self) -> &'static str {
                match self {
                    $(Code::$name => $title,)*
                }
            }
        }
    };
}

codes! {
    UnknownOption = 1, "unknown option";
    OptionValue = 2, "wrong value of an option";
    // 3 belonged to an action that did not exist yet; the number is not used again.
    TooManyInputs = 4, "more than one input file";
    FileAccess = 5, "a file that cannot be read or written";
    OptionsConflict = 6, "options that do not go together";
    JobsFile = 7, "a jobs file that cannot be understood";
    UnknownName = 8, "a name that the description does not have";
    Usage = 9, "wrong use of a command";
    RunFailed = 10, "a run that had errors";
    Differs = 11, "descriptions that differ";
    SettingsFile = 12, "a settings file that cannot be understood";
    ExpectationFailed = 13, "an expectation that is not met";
    MalformedExpectation = 14, "an expectation that cannot be understood";
    ResourceLimit = 15, "a run that needs more memory than it may use";

    NotAToken = 1001, "characters that mean nothing";
    UnknownOperator = 1002, "unknown operator";
    UnterminatedLiteral = 1003, "a string, code block or comment without end";
    InvalidEscape = 1004, "unknown escape in a string";
    NumberTooLarge = 1005, "a number that does not fit into 64 bits";
    ExpectedToken = 1006, "something is missing";
    MissingSemicolon = 1007, "missing semicolon";
    UnclosedBracket = 1008, "a bracket or brace that is not closed";
    ExpectedName = 1009, "expected a name";
    ExpectedValue = 1010, "expected a value";
    ExpectedType = 1011, "expected a type";
    UnexpectedStatement = 1012, "a statement where it may not stand";
    ExtraSemicolon = 1013, "a semicolon too many";
    EmptyMulticlass = 1014, "an empty multiclass";
    OperandCount = 1015, "wrong number of operands";
    ArgumentOrder = 1016, "arguments by name and by position mixed up";
    IncludeNotFound = 1017, "include file not found";
    MalformedDirective = 1018, "malformed include or directive";
    UnbalancedDirective = 1019, "#ifdef, #else and #endif that do not match";
    DuplicateMacro = 1020, "a macro that is defined twice";
    SyntaxLimit = 1021, "input that is too large or too deeply nested";
    TooManyErrors = 1022, "too many errors";
    IncludeCycle = 1023, "a file that includes itself";

    UnknownClass = 2001, "unknown class";
    UnknownMulticlass = 2002, "unknown multiclass";
    UnknownVariable = 2003, "unknown variable or record";
    UnknownField = 2004, "unknown field";
    UnknownArgument = 2005, "unknown template argument";
    UnknownRecord = 2006, "a reference to a record that does not exist";
    AlreadyDefined = 2007, "a name that is taken";
    DuplicateRecord = 2008, "two records of one name";
    ReservedName = 2009, "the reserved name NAME";
    UnusedArgument = 2010, "unused template argument";
    TooManyArguments = 2011, "too many template arguments";
    MissingArgument = 2012, "missing template argument";
    DuplicateArgument = 2013, "a template argument that is given twice";
    ArgumentType = 2014, "template argument of the wrong type";
    UnsetArgument = 2015, "a named argument without a value";
    FieldType = 2020, "a value that does not suit its field";
    OperandType = 2021, "operand of the wrong type";
    ListType = 2022, "a list of the wrong or of no type";
    BitRange = 2023, "wrong bit range";
    BitsElement = 2024, "a bit that is not a bit";
    InvalidRange = 2025, "wrong range of numbers";
    Subscript = 2026, "wrong use of list subscripts";
    PasteOperand = 2027, "a paste of something without a type";
    UntypedValue = 2028, "a value without a type";
    InconsistentTypes = 2029, "branches of different types";
    CodeType = 2030, "the type code in an operator";
    TypeAlias = 2031, "a type alias of a class";
    DefsetType = 2032, "a record that does not suit its defset";
    UnexpectedType = 2033, "an expression of the wrong type";
    UnresolvedField = 2040, "a field whose value never became known";
    RecordName = 2041, "a record name that is not a string";
    CyclicInheritance = 2042, "a class that inherits from itself";
    RepeatedParent = 2043, "a class that is inherited from twice";
    SelfReference = 2044, "a field that refers to itself";
    AssertionFailed = 2045, "an assertion that does not hold";
    AssertionType = 2046, "an assertion that is not a condition";
    NoTrueCondition = 2047, "no condition of !cond holds";
    LoopList = 2048, "a loop over something other than a list";
    UnresolvedCondition = 2049, "an if whose condition never became known";
    Arithmetic = 2060, "arithmetic without a result";
    EmptyList = 2061, "the first element of an empty list";
    CastType = 2062, "a record of the wrong class";
    DagArgument = 2063, "a dag argument that does not exist";
    DagOperator = 2064, "dags with different operators";
    StringPosition = 2065, "a position outside of the string";
    InvalidRegex = 2066, "a regular expression that is not one";
    ListOperand = 2067, "an impossible count or step of a list";
    EvaluationLimit = 2070, "a description that is too large to evaluate";

    MissingClass = 3001, "a class that the backend needs";
    FieldValue = 3002, "a field that is missing, unset or of the wrong type";
    SetExpression = 3003, "a dag that is not a set of records";
    Target = 3004, "no target, or several";
    // 3010 to 3016 and 3018 covered a part of a target each. Now encodings and patterns have 3060
    // to 3067, registers 3080 to 3085, instructions 3090 to 3096, assembly 3100 to 3106, schedules
    // 3110 to 3117 and features 3120 to 3123.
    CallingConvention = 3017, "a mistake in a calling convention";
    Combines = 3019, "a mistake in a rule of a combiner";
    Intrinsics = 3020, "a mistake in an intrinsic";
    ValueTypes = 3021, "a mistake in a value type";
    Options = 3022, "a mistake in the options of a program";
    SearchableTables = 3023, "a mistake in a searchable table";
    Automata = 3024, "a mistake in an automaton";
    Directives = 3026, "a mistake in a directive or clause";
    Processors = 3027, "a mistake in the list of processors";
    Counters = 3028, "a mistake in a performance counter";
    DxilOperations = 3029, "a mistake in a DXIL operation";
    MacroFusion = 3030, "a mistake in a macro fusion";
    RuntimeLibcalls = 3031, "a mistake in the functions of run-time libraries";
    // 3040 to 3053, except 3048, covered a Clang backend each; now they are 3130 to 3170.
    ClangInterpreter = 3048, "a mistake in an opcode of Clang's interpreter";
    ClangCir = 3054, "a mistake in an operation of Clang's intermediate representation";
    PatternNodes = 3060, "a mistake in a node, fragment or operand for patterns";
    PatternForm = 3061, "a pattern that is not well-formed";
    PatternTypes = 3062, "types of a pattern that contradict each other or stay open";
    PatternFlags = 3063, "a pattern that contradicts the flags of its instruction";
    PatternUse = 3064, "a pattern that an action cannot use";
    EncodedOperands = 3065, "operands and bits of an encoding that do not match";
    DecodingConflict = 3066, "encodings that cannot be told apart";
    EncodingForm = 3067, "an encoding that is not well-formed";
    Mlir = 3070, "a mistake in a description for MLIR";
    DeprecatedDef = 3071, "a use of a deprecated definition";
    SubRegisters = 3080, "sub-registers and indices that do not match";
    RegisterTuples = 3081, "register tuples of the wrong shape";
    RegisterClasses = 3082, "a register class that is not well-formed";
    RegisterBanks = 3083, "register banks that do not fit the classes";
    RegisterUnits = 3084, "registers whose units cannot be computed";
    RegisterNames = 3085, "a name or number of a register that is missing or taken";
    NoInstructions = 3090, "no instructions";
    OperandLists = 3091, "an operand list that is not well-formed";
    OperandNames = 3092, "an operand that the instruction does not have";
    OperandConstraints = 3093, "a constraint of operands that is not well-formed";
    PointerOperands = 3094, "pointer operands that nothing replaces, or two";
    InstrMappings = 3095, "a relation of instructions that does not hold";
    InstructionPredicates = 3096, "a predicate of instructions that is not well-formed";
    AsmStrings = 3100, "an assembly string that is not well-formed";
    OperandClasses = 3101, "classes of parsed operands that contradict each other";
    AsmAliases = 3102, "an alias of a mnemonic, token or operand that is not well-formed";
    AsmVariants = 3103, "an assembly parser or writer that the target does not have";
    InstAliases = 3104, "an alias that does not suit its instruction";
    CompressPats = 3105, "a compressed form that does not suit the long one";
    PseudoExpansions = 3106, "a pseudo instruction that does not suit its result";
    ProcessorModels = 3110, "a processor or machine model that is missing or defined twice";
    ProcResources = 3111, "resources of a processor that contradict each other";
    WriteResources = 3112, "a write or read without resources, or with two";
    ReadsAndWrites = 3113, "reads and writes that do not go together";
    InstRws = 3114, "an InstRW or ItinRW that matches nothing, or the same as another one";
    CompleteModels = 3115, "an instruction that a complete machine model lacks";
    SchedVariants = 3116, "variants of a write or read that cannot be chosen from";
    Itineraries = 3117, "itineraries that are too large for a packetizer";
    FeatureNames = 3120, "two features of one name, or too many features";
    FeatureConditions = 3121, "a condition of features that is not well-formed";
    RedundantFeatures = 3122, "a processor that lists a feature twice";
    HwModes = 3123, "choices by mode that do not match the modes";
    IntrinsicPrototypes = 3130, "types of a builtin or intrinsic that are not well-formed";
    IntrinsicBodies = 3131, "what an intrinsic does is not well-formed";
    IntrinsicConflicts = 3132, "intrinsics of one name that differ";
    IntrinsicFlags = 3133, "flags of an intrinsic that contradict each other";
    NodeHierarchies = 3140, "a hierarchy without one root";
    NodeForm = 3141, "a syntax tree node that is not well-formed";
    PropertyRules = 3142, "a rule for properties that is missing or contradicts another one";
    DiagnosticTexts = 3150, "a text of a diagnostic that is not well-formed";
    DiagnosticGroups = 3151, "groups of diagnostics that contradict each other";
    DiagnosticNames = 3152, "a name of a diagnostic or enumeration that is taken";
    MissingDocumentation = 3153, "documentation that is missing";
    DuplicateKeys = 3154, "a name that is searched for and is there twice";
    AttributeArguments = 3160, "arguments of an attribute that are not well-formed";
    AttributeSpellings = 3161, "spellings of an attribute that are not well-formed or taken";
    AttributeSubjects = 3162, "subjects of an attribute that are not well-formed";
    IgnoredField = 3163, "a field that is ignored";
    BackendLimits = 3170, "more than a backend can handle";

    UnknownLint = 4001, "an unknown lint in a comment";
    UnusedClass = 4002, "an unused class";
    UnusedMulticlass = 4003, "an unused multiclass";
    UnusedTemplateArgument = 4004, "an unused template argument";
    UnusedVariable = 4005, "an unused variable";
    UnusedLoopVariable = 4006, "an unused variable of a loop";
    UnusedInclude = 4007, "an include of which nothing is used";
    LetWithoutEffect = 4008, "a let that reaches no record";
    OverriddenLet = 4009, "a let whose value is always overridden";
    RedundantLet = 4010, "a let that sets the value that there is";
    ShadowedName = 4011, "a name that hides another one";
    BackwardRange = 4012, "a range that runs backward";
    RepeatedInclude = 4013, "a file that is included twice";
    TruncatedNumber = 4014, "a number that does not fit into its bits";

    OperandWithoutBits = 4101, "an operand without bits in the encoding";
    UnsetEncodingBits = 4102, "bits of an encoding that nothing sets";
    BitsSetTwice = 4103, "bits that one body sets twice";
    SizeOfEncoding = 4104, "a size that the encoding contradicts";
    OperandKind = 4105, "a register in the place of a number, or the reverse";
    SwappedOperands = 4106, "operands that fit only the other way round";
    SubRegisterIndex = 4107, "a sub-register that no register of the class has";
    ScheduleOperands = 4108, "a schedule that the operands contradict";
    MissingSchedule = 4109, "an instruction without a schedule";
    MissingPattern = 4110, "an instruction that no pattern makes";
    AliasPrinting = 4111, "an alias that is never printed";
    UnusedPredicate = 4112, "a predicate that no record asks for";
    UnusedFeature = 4113, "a feature that no record asks for";
    EqualRecords = 4114, "records that are equal but for their names";
    PatternSelection = 4115, "a pattern that is never selected";
    BranchNotTerminator = 4116, "a branch that is not a terminator";
    OperandNotInAssembly = 4117, "an operand that assembly does not show";
    MissingConstraint = 4118, "an input that is neither in encoding nor in assembly";
    FieldNarrowerThanClass = 4119, "a field that is too narrow for the registers of its class";
    FieldNarrowerThanPredicate = 4120, "a field that is too narrow for the numbers of its operand";
    SignedWithoutDecoder = 4121, "a signed number that is decoded as an unsigned number";
    TerminatorWithoutBarrier = 4122, "an unconditional terminator without isBarrier";
    FlagsNotDefined = 4123, "an instruction with a glue result that defines no register";
    FlagsNotUsed = 4124, "an instruction with a glue operand that uses no register";
    CallWithoutLink = 4125, "a call that does not define the link register";
    ReservedInConvention = 4126, "a register in a calling convention that cannot hold a value";
    ArgumentOfAnotherClass = 4127, "an argument in a register of another class";
    ArgumentSurvivesCall = 4128, "an argument register that calls preserve";
    CommutableNonCommutative = 4129, "a commutable instruction for a node with an order";
    EncodedWithoutSize = 4130, "an encoded instruction without a size";
    SameEncodingInClass = 4131, "registers with the same number in a class";
    CompressionWithoutFeature = 4132, "a compression without the features of its instruction";
    OverlappingSubRegisters = 4133, "sub-registers in the same bits";
    SubRegisterPastEnd = 4134, "a sub-register behind the end of its register";
    UntiedAccumulator = 4135, "an accumulator that is not tied";
    TiedToAnotherClass = 4136, "tied operands of different classes";
    SameAssembly = 4137, "instructions with the same assembly";

    UnreadField = 4201, "a field that no action reads";
    UnreadClass = 4202, "a class that no action reads";

    UnreadableFormat = 4301, "a format of an operation that cannot be read";
    UnusedOperand = 4302, "an operand that no format and no builder uses";
    MissingSummary = 4303, "an operation without a summary";
    ContradictingTraits = 4304, "traits that contradict each other";
    DuplicateOperation = 4305, "an operation name that is there twice";
    DuplicateEnumerator = 4306, "an enumerator that is there twice";
    RepeatedDialectName = 4307, "a dialect name that is repeated in an operation name";
    DefaultNotAnEnumerator = 4308, "a default that is not an enumerator";
    TypeOfBuildable = 4309, "a written type that is always the same";
    TerminatorWithResults = 4310, "a terminator with results";
    FormatNotReadBack = 4311, "a format that prints text which cannot be read";
    FormatWithoutBuilder = 4312, "a format that needs a builder";

    DefinedByLlvm = 4401, "a definition that a release of LLVM has";
    RemovedName = 4402, "a name that a release of LLVM lacks";
    RemovedField = 4403, "a field that a release of LLVM lacks";
    RemovedSyntax = 4404, "syntax that a release of LLVM lacks";
    NewField = 4405, "a class without a field that a release reads";
    StrictProperties = 4406, "a format that a release refuses";
}

impl Code {
    /// Returns the number, such as 2001 for `TW2001`.
    pub fn number(self) -> u16 {
        self as u16
    }

    /// Returns the layer that reports the code.
    pub fn layer(self) -> Layer {
        match self.number() {
            0..1000 => Layer::CommandLine,
            1000..2000 => Layer::Syntax,
            2000..3000 => Layer::Evaluation,
            3000..4000 => Layer::Backends,
            _ => Layer::Lints,
        }
    }

    /// Returns the section that explains the code, in Markdown without its heading. It is empty if
    /// the document has no section for the code; a test excludes that.
    pub fn explanation(self) -> &'static str {
        let document = self.layer().document();
        let heading = format!("\n## {self}: {}\n", self.title());
        let Some(start) = document.find(&heading) else { return "" };
        let section = &document[start + heading.len()..];
        section[..section.find("\n## ").unwrap_or(section.len())].trim()
    }

    /// Returns the program and arguments that report the error in the example, such as
    /// `llvm-tblgen --gen-emitter`, from the line `Reported by …` above it. `None` without such a line.
    pub fn example_command(self) -> Option<&'static str> {
        let explanation = self.explanation();
        let before = &explanation[..explanation.find(self.example())?];
        let (_, command) = before
            .rsplit_once("\nReported by `")
            .or_else(|| before.split_once("Reported by `").filter(|(start, _)| start.is_empty()))?;
        command.split_once('`').map(|(command, _)| command)
    }

    /// Returns the section's example, its last block of code: a description, or a command line for
    /// an error in the options.
    pub fn example(self) -> &'static str {
        let blocks = self.explanation().split("\n```").skip(1).step_by(2);
        let last = blocks.last().unwrap_or_default();
        // The block begins with its language, such as `tablegen`.
        last.split_once('\n').map_or("", |(_, example)| example)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TW{:04}", self.number())
    }
}

/// The error if a text is not a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchCode;

impl FromStr for Code {
    type Err = NoSuchCode;

    /// Reads a code written `TW2001`, `tw2001` or `2001`.
    fn from_str(text: &str) -> Result<Code, NoSuchCode> {
        let upper = text.to_ascii_uppercase();
        let number = upper.strip_prefix("TW").unwrap_or(&upper);
        let number: u16 = number.parse().map_err(|_| NoSuchCode)?;
        Code::ALL.iter().copied().find(|code| code.number() == number).ok_or(NoSuchCode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order_and_read_back() {
        assert!(Code::ALL.is_sorted());
        for &code in Code::ALL {
            assert_eq!(code.to_string().parse(), Ok(code));
        }
        assert_eq!("tw2001".parse(), Ok(Code::UnknownClass));
        assert_eq!("TW9999".parse::<Code>(), Err(NoSuchCode));
    }

    #[test]
    fn every_code_is_explained_with_an_example() {
        let bare: Vec<String> = Code::ALL
            .iter()
            .filter(|code| code.example().is_empty())
            .map(|code| format!("{code}: {}", code.title()))
            .collect();
        assert_eq!(bare, [""; 0]);
    }

    #[test]
    fn every_section_is_about_a_code_of_its_document_in_order() {
        for layer in Layer::ALL {
            let headings = layer.document().lines().filter_map(|line| line.strip_prefix("## "));
            let expected = Code::ALL.iter().filter(|code| code.layer() == layer);
            let expected: Vec<String> =
                expected.map(|code| format!("{code}: {}", code.title())).collect();
            assert_eq!(headings.collect::<Vec<_>>(), expected);
        }
    }
}
