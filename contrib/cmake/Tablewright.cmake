# Runs TableGen through Tablewright, with one command for each description.
#
# After LLVM's modules, a project says
#
#   include(Tablewright)
#
# From then on its calls of tablegen() and add_public_tablegen_target() stay as they are, and all outputs of one .td
# file in a directory come from one `tablewright batch`, which reads the file once. Neither llvm-tblgen nor its
# target is used any more.
#
# Variables that may be set before:
#
#   TABLEWRIGHT_EXECUTABLE  the program, or a target that builds it; searched for if it is not set
#   TABLEWRIGHT_RELEASE     the release of LLVM that descriptions and outputs belong to; that of the LLVM which was
#                           found or is built if it is not set, and found out by the program where there is neither
#   TABLEWRIGHT_JOBS        how many threads one command uses; all processors if it is not set. Under a job server
#                           that is only the most.
#
# With Ninja, outputs that stay the same are left alone, and nothing that uses them is built again. With make, which
# compares times only, all outputs of a description are new when it was read.
#
# A call of tablegen() for a program other than llvm-, clang-, mlir-, lldb- and offload-tblgen is left to LLVM's function.

cmake_minimum_required(VERSION 3.20)
include_guard(GLOBAL)

find_program(TABLEWRIGHT_EXECUTABLE tablewright DOC "The program tablewright")
if(NOT TABLEWRIGHT_EXECUTABLE)
  message(FATAL_ERROR "tablewright was not found; -DTABLEWRIGHT_EXECUTABLE=PATH names it")
endif()

# Sets `result` to the release of LLVM, or to nothing if it is not known.
function(_tablewright_release result)
  set(release "${LLVM_VERSION_MAJOR}")
  if(NOT release AND LLVM_PACKAGE_VERSION)
    set(release "${LLVM_PACKAGE_VERSION}")
    # A snapshot is called 24.0.0git.
    string(REGEX MATCH "^[0-9]+(\\.[0-9]+)?" release "${release}")
  endif()
  if(DEFINED TABLEWRIGHT_RELEASE)
    set(release "${TABLEWRIGHT_RELEASE}")
  endif()
  set(${result} "${release}" PARENT_SCOPE)
endfunction()

# Sets `result` to the tool whose program a project runs: llvm, clang, mlir, lldb, offload, or nothing.
function(_tablewright_tool result project)
  set(tool "")
  string(TOLOWER "${project}" name)
  get_filename_component(program "${${project}_TABLEGEN_EXE}" NAME)
  if(name MATCHES "^(llvm|clang|mlir|lldb|offload)$")
    set(tool "${name}")
  elseif("${program}" MATCHES "^(llvm|clang|mlir|lldb|offload)(-min)?-tblgen")
    set(tool "${CMAKE_MATCH_1}")
  endif()
  set(${result} "${tool}" PARENT_SCOPE)
endfunction()

# Divides the arguments of a call: `common` are those about reading the description, `own` those of the output, of
# which the action comes first. `own` is empty if it is not clear which one that is.
function(_tablewright_divide common own)
  set(reading "")
  set(actions "")
  set(options "")
  set(takes_value FALSE)
  foreach(arg IN LISTS ARGN)
    # LLVM's function leaves the quotes of -option="value" to the shell.
    string(REGEX REPLACE "^([^\"]*=)\"([^\"]*)\"$" "\\1\\2" arg "${arg}")
    if(takes_value)
      list(APPEND reading "${arg}")
      set(takes_value FALSE)
    elseif(arg MATCHES "^--?[ID]$")
      list(APPEND reading "${arg}")
      set(takes_value TRUE)
    elseif(arg MATCHES "^--?[ID].+" OR arg MATCHES "^--?no-warn-on-unused-template-args$")
      list(APPEND reading "${arg}")
    elseif(arg MATCHES "^--?(gen|print|dump|null)-[^=]*$")
      list(APPEND actions "${arg}")
    elseif(NOT arg STREQUAL "")
      list(APPEND options "${arg}")
    endif()
  endforeach()
  list(LENGTH actions count)
  set(${common} "${reading}" PARENT_SCOPE)
  if(count EQUAL 1)
    set(${own} "${actions};${options}" PARENT_SCOPE)
  else()
    set(${own} "" PARENT_SCOPE)
  endif()
endfunction()

# Sets `result` to the flags that LLVM's variables ask for, besides the arguments of a call.
function(_tablewright_flags result)
  set(flags ${LLVM_TABLEGEN_FLAGS})
  if(LLVM_ENABLE_DAGISEL_COV AND "-gen-dag-isel" IN_LIST ARGN)
    list(APPEND flags -instrument-coverage)
  endif()
  if(LLVM_ENABLE_GISEL_COV AND "-gen-global-isel" IN_LIST ARGN)
    list(APPEND flags -instrument-gisel-coverage "-gisel-coverage-file=${LLVM_GISEL_COV_PREFIX}all")
  endif()
  if(LLVM_OMIT_DAGISEL_COMMENTS AND "-gen-dag-isel" IN_LIST ARGN)
    list(APPEND flags -omit-comments)
  endif()
  if(NOT LLVM_ENABLE_WARNINGS)
    list(APPEND flags -no-warn-on-unused-template-args)
  endif()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

# Sets `result` to the files that a call writes beside its output.
function(_tablewright_side_outputs result output)
  set(outputs "")
  _tablewright_release(release)
  if(ARGN MATCHES "(^|;)--?gen-register-info(;|$)" AND NOT "${release}" VERSION_LESS 22)
    string(REGEX REPLACE "\\.[^./]*$" "" stem "${output}")
    foreach(part Enums Header MCDesc TargetDesc)
      list(APPEND outputs "${stem}${part}.inc")
    endforeach()
  endif()
  set(${result} "${outputs}" PARENT_SCOPE)
endfunction()

# Adds an output to the batch of its description. It is in TABLEGEN_OUTPUT afterwards.
function(tablegen project ofn)
  if(NOT "${${project}_TABLEGEN_PROJECT}" STREQUAL "")
    set(project "${${project}_TABLEGEN_PROJECT}")
  endif()
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "" "DEPENDS;EXTRA_INCLUDES")
  _tablewright_tool(tool "${project}")
  _tablewright_flags(flags ${ARG_UNPARSED_ARGUMENTS})
  _tablewright_divide(common own ${ARG_UNPARSED_ARGUMENTS} ${flags})
  if(tool STREQUAL "" OR own STREQUAL "")
    if(NOT COMMAND _tablegen)
      message(FATAL_ERROR "tablegen(${project} ${ofn}): this is no action of a program that Tablewright replaces")
    endif()
    _tablegen("${project}" "${ofn}" ${ARGN})
    set(TABLEGEN_OUTPUT "${TABLEGEN_OUTPUT}" PARENT_SCOPE)
    return()
  endif()

  get_filename_component(td "${LLVM_TARGET_DEFINITIONS}" ABSOLUTE)
  get_directory_property(includes INCLUDE_DIRECTORIES)
  list(APPEND includes ${ARG_EXTRA_INCLUDES})
  set(reading --tool "${tool}" ${common} "-I${CMAKE_CURRENT_SOURCE_DIR}")
  foreach(dir IN LISTS includes)
    if(dir MATCHES "\\$<")
      # This may turn out to be several directories, or none.
      list(APPEND reading "$<$<BOOL:${dir}>:-I$<JOIN:${dir},$<SEMICOLON>-I>>")
    elseif(NOT dir STREQUAL "")
      list(APPEND reading "-I${dir}")
    endif()
  endforeach()

  string(MD5 key "${CMAKE_CURRENT_BINARY_DIR};${td};${reading}")
  set(batch "TABLEWRIGHT_BATCH_${key}")
  set_property(GLOBAL PROPERTY "${batch}_TD" "${td}")
  set_property(GLOBAL PROPERTY "${batch}_READING" "${reading}")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${ofn}")
  _tablewright_side_outputs(side_outputs "${output}" ${own})
  list(JOIN side_outputs "|" joined)
  set_property(GLOBAL APPEND PROPERTY "${batch}_OUTPUTS" "${output}|${joined}")
  set_property(GLOBAL APPEND PROPERTY "${batch}_NAMES" "${ofn}")
  set_property(GLOBAL APPEND PROPERTY "${batch}_JOBS" ${own} -o "${output}")
  set_property(GLOBAL APPEND PROPERTY "${batch}_DEPENDS" ${ARG_DEPENDS} ${LLVM_TARGET_DEPENDS})

  # The commands are added when all outputs of the directory are listed.
  get_property(open DIRECTORY PROPERTY TABLEWRIGHT_OPEN_BATCHES)
  get_property(is_deferred DIRECTORY PROPERTY TABLEWRIGHT_DEFERRED)
  if(NOT key IN_LIST open)
    set_property(DIRECTORY APPEND PROPERTY TABLEWRIGHT_OPEN_BATCHES "${key}")
  endif()
  if(NOT is_deferred)
    set_property(DIRECTORY PROPERTY TABLEWRIGHT_DEFERRED TRUE)
    cmake_language(DEFER CALL _tablewright_add_remaining_commands)
  endif()

  set(TABLEGEN_OUTPUT ${TABLEGEN_OUTPUT} "${output}" PARENT_SCOPE)
  set_source_files_properties("${output}" ${side_outputs} PROPERTIES GENERATED TRUE)
endfunction()

# Adds the commands of a directory's batches at its end.
function(_tablewright_add_remaining_commands)
  if(CMAKE_GENERATOR MATCHES "Ninja")
    _tablewright_add_commands(TOGETHER)
  else()
    # Make has a copy of a command in each target that needs one of its outputs, and these may be several targets.
    _tablewright_add_commands(APART)
  endif()
endfunction()

# Adds the commands of the batches that are listed: one for each description (TOGETHER) or each output (APART).
function(_tablewright_add_commands how)
  get_property(open DIRECTORY PROPERTY TABLEWRIGHT_OPEN_BATCHES)
  set_property(DIRECTORY PROPERTY TABLEWRIGHT_OPEN_BATCHES "")
  foreach(key IN LISTS open)
    set(batch "TABLEWRIGHT_BATCH_${key}")
    foreach(part TD READING OUTPUTS NAMES JOBS DEPENDS)
      get_property(${part} GLOBAL PROPERTY "${batch}_${part}")
      # Another batch over the same description may follow in this directory.
      set_property(GLOBAL PROPERTY "${batch}_${part}" "")
    endforeach()
    if(how STREQUAL "TOGETHER")
      string(REPLACE "|" ";" OUTPUTS "${OUTPUTS}")
      _tablewright_add_command()
      continue()
    endif()
    set(all_jobs "${JOBS}")
    foreach(OUTPUTS NAMES IN ZIP_LISTS OUTPUTS NAMES)
      # A job ends with its output.
      string(REPLACE "|" ";" OUTPUTS "${OUTPUTS}")
      list(GET OUTPUTS 0 output)
      list(FIND all_jobs "${output}" end)
      math(EXPR end "${end} + 1")
      list(SUBLIST all_jobs 0 ${end} JOBS)
      list(SUBLIST all_jobs ${end} -1 all_jobs)
      _tablewright_add_command()
    endforeach()
  endforeach()
endfunction()

# Adds the command of one batch, which is in variables of the caller.
function(_tablewright_add_command)
  get_filename_component(td_name "${TD}" NAME)
  list(GET NAMES 0 first)
  string(REPLACE "/" "_" depfile "${first}.batch.d")
  set(depfile "${CMAKE_CURRENT_BINARY_DIR}/${depfile}")

  set(options --quiet)
  if(CMAKE_GENERATOR MATCHES "Ninja")
    list(APPEND options --write-if-changed)
  endif()
  _tablewright_release(release)
  if(release)
    list(APPEND options --release "${release}")
  endif()
  if(TABLEWRIGHT_JOBS)
    list(APPEND options --jobs "${TABLEWRIGHT_JOBS}")
  endif()
  set(more "")
  if(LLVM_PARALLEL_TABLEGEN_JOBS)
    list(APPEND more JOB_POOL tablegen_job_pool)
  endif()
  if(NOT CMAKE_VERSION VERSION_LESS 3.28)
    list(APPEND more JOB_SERVER_AWARE TRUE)
  endif()
  list(JOIN NAMES ", " names)
  list(REMOVE_ITEM OUTPUTS "")
  add_custom_command(OUTPUT ${OUTPUTS}
    COMMAND "${TABLEWRIGHT_EXECUTABLE}" batch ${options} ${READING} -d "${depfile}" "${TD}" ${JOBS}
    DEPENDS "${TABLEWRIGHT_EXECUTABLE}" "${TD}" ${DEPENDS}
    DEPFILE "${depfile}"
    COMMENT "${td_name}: building ${names}"
    VERBATIM
    COMMAND_EXPAND_LISTS
    ${more})
endfunction()

# Creates a target that builds the outputs listed so far, on which others may depend.
function(add_public_tablegen_target target)
  if(NOT TABLEGEN_OUTPUT)
    message(FATAL_ERROR "add_public_tablegen_target(${target}): no call of tablegen() precedes it")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja")
    # The outputs so far belong to this target. Of targets that may share outputs one waits for the other.
    _tablewright_add_commands(TOGETHER)
  endif()
  add_custom_target(${target} DEPENDS ${TABLEGEN_OUTPUT})
  if(LLVM_COMMON_DEPENDS)
    add_dependencies(${target} ${LLVM_COMMON_DEPENDS})
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja")
    get_property(before DIRECTORY PROPERTY TABLEWRIGHT_LAST_TARGET)
    if(before)
      add_dependencies(${target} ${before})
    endif()
    set_property(DIRECTORY PROPERTY TABLEWRIGHT_LAST_TARGET ${target})
  endif()
  if(COMMAND get_subproject_title)
    get_subproject_title(title)
    set_target_properties(${target} PROPERTIES FOLDER "${title}/Tablegenning")
  endif()
  set(LLVM_COMMON_DEPENDS ${LLVM_COMMON_DEPENDS} ${target} PARENT_SCOPE)
endfunction()
