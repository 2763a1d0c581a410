//! Documentation comments: the classes of `CommentCommands.td` and of the files about HTML beside it.

use tablewright_records::record_views;

record_views! {
    /// A command of documentation comments.
    pub(crate) struct CommandRecord<'s>("Command") {
        /// Its name.
        pub(crate) command_name: &'s str = "Name",
        /// The name of the command that ends the block this one begins; empty if it begins none.
        pub(crate) end_command_name: &'s str = "EndCommandName",
        /// How many words it takes as arguments.
        pub(crate) argument_count: i64 = "NumArgs",
        /// Whether it stands within a line.
        pub(crate) is_inline_command: bool = "IsInlineCommand",
        /// Whether it begins a paragraph of its own.
        pub(crate) is_block_command: bool = "IsBlockCommand",
        /// Whether its paragraph is the short description.
        pub(crate) is_brief_command: bool = "IsBriefCommand",
        /// Whether its paragraph describes the result.
        pub(crate) is_returns_command: bool = "IsReturnsCommand",
        /// Whether its paragraph describes a parameter.
        pub(crate) is_param_command: bool = "IsParamCommand",
        /// Whether its paragraph describes a parameter of a template.
        pub(crate) is_tparam_command: bool = "IsTParamCommand",
        /// Whether its paragraph describes an exception.
        pub(crate) is_throws_command: bool = "IsThrowsCommand",
        /// Whether it marks what should not be used any more.
        pub(crate) is_deprecated_command: bool = "IsDeprecatedCommand",
        /// Whether it names a header.
        pub(crate) is_headerfile_command: bool = "IsHeaderfileCommand",
        /// Whether it begins a paragraph with a heading.
        pub(crate) is_par_command: bool = "IsParCommand",
        /// Whether its paragraph may be empty.
        pub(crate) is_empty_paragraph_allowed: bool = "IsEmptyParagraphAllowed",
        /// Whether it begins a block of text that is taken as it is.
        pub(crate) is_verbatim_block_command: bool = "IsVerbatimBlockCommand",
        /// Whether it ends such a block.
        pub(crate) is_verbatim_block_end_command: bool = "IsVerbatimBlockEndCommand",
        /// Whether the rest of its line is taken as it is.
        pub(crate) is_verbatim_line_command: bool = "IsVerbatimLineCommand",
        /// Whether the rest of its line is a declaration.
        pub(crate) is_declaration_command: bool = "IsDeclarationCommand",
        /// Whether that declaration is one of a function.
        pub(crate) is_function_declaration_command: bool = "IsFunctionDeclarationCommand",
        /// Whether it describes a detail of a class.
        pub(crate) is_record_like_detail_command: bool = "IsRecordLikeDetailCommand",
        /// Whether that declaration is one of a class.
        pub(crate) is_record_like_declaration_command: bool = "IsRecordLikeDeclarationCommand",
    }

    /// A tag of HTML.
    pub(crate) struct TagRecord<'s>("Tag") {
        /// Its name.
        pub(crate) spelling: &'s str = "Spelling",
        /// Whether the end of an element may be left out.
        pub(crate) is_end_tag_optional: bool = "EndTagOptional",
        /// Whether an element has no end.
        pub(crate) is_end_tag_forbidden: bool = "EndTagForbidden",
    }

    /// A named character of HTML.
    pub(crate) struct NcrRecord<'s>("NCR") {
        /// Its name.
        pub(crate) spelling: &'s str = "Spelling",
        /// The number of the character in Unicode.
        pub(crate) code_point: i64 = "CodePoint",
    }
}
