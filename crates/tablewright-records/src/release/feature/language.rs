//! Differences between releases: the language.

features_of! { $ language {
    // The language.
    InitializedIsOperator, since(Release::new(20)),
        "`!getdagopname`, `!setdagopname`, `!initialized` and `!listflatten` are operators. Before, they were \
         unknown.";
    MatchIsOperator, since(Release::new(21)),
        "`!match` and `!instances` are operators. Before, they were unknown.";
    DagOperatorNamesAreKept, since(Release::new(22)),
        "The name of a dag's operator is printed as those of arguments, `(op:$name …)`, and `!con` and \
         `!foreach` keep it. Before, it was printed without `$`, and both operators dropped it.";
    AnonymousRecordsAreAtTheirUse, since(Release::new(22)),
        "An anonymous record has the position of the `CLASS<…>` that created it. Before, it had the \
         position of its class.";
    DefmSequenceNamesTheRecord, since(Release::new(22)),
        "The line of `defm`s that a detailed record comes from ends in the position of the record. \
         Before, it named the `defm`s only.";
    LogicStopsEarly, since(Release::new(22)),
        "`!and` does not look at its second operand if the first is 0, nor `!or` if the first is -1. \
         Before, both were computed first.";
    IsaWaitsForValues, since(Release::new(22)),
        "`!isa` of a class waits until its operand is known, unless the type of the operand is enough \
         for yes. Before, the type was enough for no, too.";
    DiamondInheritance, since(Release::new(22)),
        "A record may inherit from a class through several others. Before, that was an error.";
    ShiftsAreBounded, since(Release::new(22)),
        "A shift by less than 0 or by more than 63 is an error. Before, the lowest six bits counted.";
    RevisedMessages, since(Release::new(22)),
        "Messages of the lexer begin with a small letter, a failed assertion is one message and names \
         its record in another, and errors are placed at the argument or field that they are about. \
         Before, arguments and `let`s had their errors at the class or at the value.";
    ErrorsStopBeforeOutput, since(Release::new(22)),
        "Nothing is printed if the input has errors. Before, records with values that are not resolved \
         were printed.";
    UnsetTextsAreFields, since(Release::new(22)),
        "A field that should hold text and is `?` is reported as one without a string value. Before, it was reported as \
         a field that is missing.";
    MacrosAreNames, since(Release::new(22)),
        "What `-D` defines has to be a name. Before, any text was accepted.";
    GetopAndSetopAreGone, since(Release::new(22)),
        "`!getop` and `!setop` are no operators. Before, they were other names of `!getdagop` and \
         `!setdagop`.";
    SwitchIsOperator, since(Release::new(23)),
        "`!sort` and `!switch` are operators. Before, they were unknown.";
    LetAppends, since(Release::new(23)),
        "`let append` and `let prepend` add to the value of a field. Before, a `let` only replaced it.";
    CondStopsEarly, since(Release::new(24)),
        "`!cond` and `!switch` do not resolve the arms behind the first condition that is known to be true. Before, all arms \
         were resolved, which could create records and raise errors.";
    ParentMulticlassArgsAreCast, since(Release::new(23)),
        "Arguments of parent multiclasses are checked and converted to the types of their parameters. \
         Before, only those of classes and `defm`s were.";
    BitsAreTheirOwnBit, since(Release::new(23)),
        "Bit 0 of a `!cond` or `!foldl` of type `bit` is the operation itself. Before, it was printed \
         with `{0}`.";
    OuterLetBitsInBraces, since(Release::new(23)),
        "A `let … in` selects bits with braces, as a `let` in a body does. Before, it had angle \
         brackets.";
    DepfileNamesMainFile, since(Release::new(23)),
        "A depfile names the main file, too. Before, it named the included files only.";
}}
