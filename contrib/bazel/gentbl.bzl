"""The rules of LLVM's `mlir/tblgen.bzl`, with the same names and attributes, run by Tablewright.

A build that loads them from this file instead keeps its targets as they are:

    load("@tablewright_rules//:gentbl.bzl", "gentbl_cc_library", "gentbl_filegroup", "td_library")

All outputs of a target are one action, a batch, which reads the description once. Which program it stands for follows
from the name in `tblgen`, such as `//mlir:mlir-tblgen`; that label is not built. The program is
`@tablewright//:tablewright`, from the repository rule in `tablewright.bzl`, or what the attribute `tablewright` names.
"""

TdInfo = provider(
    doc = "Descriptions to be included.",
    fields = {
        "sources": "A depset of files.",
        "includes": "A depset of directories, from the execution root, in which `include` searches.",
    },
)

def _joined(*paths):
    """Paths one below the other, of which any may be empty."""
    parts = [part for path in paths for part in path.split("/")]
    return "/".join([part for part in parts if part not in ("", ".")]) or "."

def _directories(ctx):
    """The directories of `includes`, among the sources and among what is built.

    One that begins with a slash is below the repository, any other below the package.
    """
    found = []
    for include in ctx.attr.includes:
        package = "" if include.startswith("/") else ctx.label.package
        for root in ["", ctx.bin_dir.path]:
            found.append(_joined(root, ctx.label.workspace_root, package, include))
    return found

def _collected(ctx, files):
    """What `files` and the dependencies contain. One without directories of its own, such as a filegroup, has files."""
    infos = [dep[TdInfo] for dep in ctx.attr.deps if TdInfo in dep]
    others = [dep[DefaultInfo].files for dep in ctx.attr.deps if TdInfo not in dep]
    return TdInfo(
        sources = depset(files, transitive = [info.sources for info in infos] + others),
        includes = depset(_directories(ctx), transitive = [info.includes for info in infos], order = "preorder"),
    )

_DESCRIPTIONS = {
    "deps": attr.label_list(doc = "Libraries of descriptions that these include."),
    "includes": attr.string_list(
        doc = "Directories in which `include` searches: below the package, or, with a slash, the repository.",
    ),
}

def _td_library_impl(ctx):
    info = _collected(ctx, ctx.files.srcs)
    return [DefaultInfo(files = info.sources), info]

td_library = rule(
    _td_library_impl,
    doc = "Descriptions that others include.",
    attrs = dict(_DESCRIPTIONS, srcs = attr.label_list(doc = "The descriptions.", allow_files = True)),
    provides = [TdInfo],
)

def _release_in(program):
    """The release in the name of a program, such as `tablewright-23`."""
    release = program.split("-")[-1]
    return release if release.replace(".", "").isdigit() else ""

def _batch_impl(ctx):
    info = _collected(ctx, ctx.files.td_srcs)
    td_file = ctx.file.td_file

    # Last, files below the roots of the repository and beside the description.
    repository = ctx.label.workspace_root
    roots = [_joined(repository), _joined(ctx.bin_dir.path, repository), td_file.dirname or "."]
    include_dirs = info.includes.to_list()
    include_dirs += [root for root in roots if root not in include_dirs]
    release = _release_in(ctx.executable.tablewright.basename)
    jobs = []
    for label, output in zip(ctx.attr.outs, ctx.outputs.outs):
        args = ctx.attr.options[label.name]

        # The other outputs are side files of these.
        if args:
            job = {
                "tool": ctx.attr.tool,
                "input": td_file.path,
                "include_dirs": include_dirs,
                "args": args,
                "output": output.path,
            }
            if release:
                job["release"] = release
            jobs.append(job)
    jobs_file = ctx.actions.declare_file(ctx.label.name + ".jobs.json")
    ctx.actions.write(jobs_file, json.encode_indent(jobs) + "\n")
    ctx.actions.run(
        executable = ctx.executable.tablewright,
        # Bazel counts an action as one processor's work.
        arguments = ["batch", "--quiet", "--jobs", "1", "--jobs-file", jobs_file.path],
        inputs = depset([td_file, jobs_file], transitive = [info.sources]),
        outputs = ctx.outputs.outs,
        mnemonic = "TableGen",
        progress_message = "Generating %d files of %s" % (len(jobs), td_file.short_path),
    )
    return [DefaultInfo(files = depset(ctx.outputs.outs))]

_batch = rule(
    _batch_impl,
    doc = "The outputs of one description, made by one batch.",
    attrs = dict(
        _DESCRIPTIONS,
        outs = attr.output_list(mandatory = True),
        options = attr.string_list_dict(doc = "For each output the action and its options; none for a side file."),
        tablewright = attr.label(executable = True, cfg = "exec", allow_single_file = True, mandatory = True),
        td_file = attr.label(allow_single_file = True, mandatory = True),
        td_srcs = attr.label_list(allow_files = True),
        tool = attr.string(values = ["llvm", "clang", "mlir"], mandatory = True),
    ),
)

def _tool(tblgen):
    """What a jobs file calls the program that the label `tblgen` names."""
    name = str(tblgen).split("/")[-1].split(":")[-1]
    for tool in ["clang", "mlir", "lldb", "offload"]:
        if name.startswith(tool):
            return tool
    return "irdl" if name.startswith("tblgen-to-irdl") else "llvm"

def _options_by_output(tbl_outs):
    """A dictionary of outputs, of either form of `tbl_outs`: `{out: opts}`, or a list of `(opts, out)`."""
    pairs = tbl_outs.items() if type(tbl_outs) == "dict" else [(out, opts) for opts, out in tbl_outs]
    options = {}
    for out, opts in pairs:
        if out in options:
            fail("'%s' is an output twice" % out)
        options[out] = [opts] if type(opts) == "string" else list(opts or [])
    return options

def gentbl_filegroup(
        name,
        tblgen,
        td_file,
        tbl_outs,
        td_srcs = [],
        includes = [],
        deps = [],
        test = False,
        skip_opts = [],
        tablewright = "@tablewright//:tablewright",
        **kwargs):
    """Outputs of a description, as a group of files.

    Args:
      name: the name of the group.
      tblgen: the program that Tablewright stands for, such as `//llvm:llvm-tblgen`. It is not built.
      td_file: the description.
      tbl_outs: `{"Gen.inc": ["-gen-action", "-option"]}`, or a list of `(["-gen-action", "-option"], "Gen.inc")`. An
        output without options is a side file of another.
      td_srcs: files that the description includes.
      includes: directories in which `include` searches: below the package, or, with a slash, the repository.
      deps: libraries of descriptions that it includes.
      test: without effect: that the actions succeed is seen when the outputs are built.
      skip_opts: outputs with one of these options are made, but are not in the group.
      tablewright: the program.
      **kwargs: what all rules have, such as `visibility` and `tags`.
    """
    options = _options_by_output(tbl_outs)
    common = {key: kwargs[key] for key in ["compatible_with", "restricted_to", "tags", "testonly"] if key in kwargs}
    _batch(
        name = name + "_batch",
        outs = list(options),
        options = options,
        tool = _tool(tblgen),
        td_file = td_file,
        td_srcs = td_srcs,
        includes = includes,
        deps = deps,
        tablewright = tablewright,
        visibility = ["//visibility:private"],
        **common
    )
    native.filegroup(
        name = name,
        srcs = [out for out, opts in options.items() if not [opt for opt in opts if opt in skip_opts]],
        **kwargs
    )

def gentbl_rule(
        name,
        tblgen,
        td_file,
        out,
        opts = [],
        td_srcs = [],
        includes = [],
        deps = [],
        **kwargs):
    """A single output. For the arguments, see `gentbl_filegroup`.

    Args:
      name: the name of a group of this one file.
      tblgen: the program that Tablewright stands for.
      td_file: the description.
      out: the output.
      opts: the action and its options.
      td_srcs: files that the description includes.
      includes: directories in which `include` searches.
      deps: libraries of descriptions that it includes.
      **kwargs: those of `gentbl_filegroup`.
    """
    gentbl_filegroup(name, tblgen, td_file, {out: opts}, td_srcs, includes, deps, **kwargs)

def gentbl_cc_library(
        name,
        tblgen,
        td_file,
        tbl_outs,
        td_srcs = [],
        includes = [],
        deps = [],
        strip_include_prefix = None,
        test = False,
        copts = None,
        tablewright = "@tablewright//:tablewright",
        **kwargs):
    """Outputs of a description, as headers of a C++ library. They are also in the group `NAME_filegroup`.

    Args:
      name: the name of the library.
      tblgen: the program that Tablewright stands for, such as `//mlir:mlir-tblgen`. It is not built.
      td_file: the description.
      tbl_outs: the outputs; see `gentbl_filegroup`. Pages of `-gen-op-doc` are no headers.
      td_srcs: files that the description includes.
      includes: directories in which `include` searches.
      deps: libraries of descriptions that it includes.
      strip_include_prefix: what is left out of the headers' paths in `#include`.
      test: without effect.
      copts: options of the C++ compiler.
      tablewright: the program.
      **kwargs: what all rules have, such as `visibility` and `tags`.
    """
    files = name + "_filegroup"
    gentbl_filegroup(
        name = files,
        tblgen = tblgen,
        td_file = td_file,
        tbl_outs = tbl_outs,
        td_srcs = td_srcs,
        includes = includes,
        deps = deps,
        skip_opts = ["-gen-op-doc"],
        tablewright = tablewright,
        **kwargs
    )
    native.cc_library(
        name = name,
        # Tables are included in the middle of other files. Only headers have their prefix stripped, so they are both.
        hdrs = [files] if strip_include_prefix else [],
        textual_hdrs = [files],
        strip_include_prefix = strip_include_prefix,
        copts = copts,
        **kwargs
    )
