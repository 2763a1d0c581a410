# Counts checks, tests and jobs. `.ci/quick` and `.ci/run` read this file and end with `finish`.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0
failed=0
left_out=()
steps=()
# The steps that failed, with their first failing tests: a log may be cut everywhere but at its end.
failures=()

# Notes how long a step took: `timed START COMMAND…`, where START is a value of SECONDS.
timed() {
  local start=$1
  shift
  steps+=("$(printf '%5d s  %s' "$((SECONDS - start))" "$*")")
}

# The first lines of the log that report a failure.
shown_failures() {
  sed -nE '/^(error|Error|Diff in|differs|timeout|not as )|FAIL/s/^/    /p' "$log" | head -20
}

# Notes what was left out. It has to be listed by the caller.
leave_out() {
  left_out+=("$1")
  case " ${TABLEWRIGHT_LEFT_OUT:-} " in
    *" $1 "*) ;;
    *)
      printf 'FAILED: %s cannot be had here, and TABLEWRIGHT_LEFT_OUT does not list it\n' "$1"
      failures+=("$1 cannot be had here")
      failed=$((failed + 1))
      ;;
  esac
}

# What a command of the runner is about: the release that it names, else its own name.
subject() {
  local name=$3
  while [ $# -gt 1 ]; do
    [ "$1" != --release ] || name=${2#mlir-}
    shift
  done
  printf '%s' "$name"
}

# Counts a command as one check.
check() {
  printf '\n== %s\n' "$*"
  local start=$SECONDS
  if "$@" 2>&1 | tee "$log"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    failures+=("$*" "$(shown_failures)")
  fi
  timed "$start" "$@"
}

# Runs a command that says itself how much passed and failed, in lines that hold `N passed` and
# `M failed`. A failure that its numbers do not show counts as one.
counted() {
  printf '\n== %s\n' "$*"
  local code=0 numbers start=$SECONDS
  "$@" 2>&1 | tee "$log" || code=$?
  timed "$start" "$@"
  # The words of the runner where descriptions, sources or libraries are missing.
  ! grep -q '^LEFT OUT: the ' "$log" || leave_out "$(subject "$@")"
  # Other tools are optional.
  if grep -qE '^left out: |^the playground is left out' "$log"; then
    left_out+=("parts of $(printf '%s ' "$@" | sed 's/ $//')")
  fi
  numbers=$(sed -nE 's/.*[^0-9]?\b([0-9]+) passed[;,] ([0-9]+) failed.*/\1 \2/p' "$log" |
    awk '{ p += $1; f += $2 } END { print p + 0, f + 0 }')
  passed=$((passed + ${numbers% *}))
  numbers=${numbers#* }
  if [ "$code" -ne 0 ] && [ "$numbers" -eq 0 ]; then numbers=1; fi
  failed=$((failed + numbers))
  [ "$numbers" -eq 0 ] || failures+=("$*" "$(shown_failures)")
}

# Runs the steps of a function beside the steps that follow: `beside FUNCTION`. Steps that build in the same directory wait
# for each other.
beside() {
  side=$(mktemp -d)
  (
    log=$side/log passed=0 failed=0 left_out=() steps=() failures=()
    "$1"
    {
      printf 'passed=$((passed + %d)) failed=$((failed + %d))\n' "$passed" "$failed"
      [ ${#left_out[@]} -eq 0 ] || printf 'left_out+=(%q)\n' "${left_out[@]}"
      [ ${#steps[@]} -eq 0 ] || printf 'steps+=(%q)\n' "${steps[@]}"
      [ ${#failures[@]} -eq 0 ] || printf 'failures+=(%q)\n' "${failures[@]}"
    } >"$side/results"
  ) >"$side/output" 2>&1 &
}

# Waits for the steps that run beside, prints their output, and adds their counts.
join_beside() {
  local start=$SECONDS
  wait || true
  timed "$start" "waiting for the steps beside"
  cat "$side/output"
  if [ -f "$side/results" ]; then
    . "$side/results"
  else
    failed=$((failed + 1))
    failures+=("the steps beside ended early")
  fi
  rm -rf "$side"
}

# The checks that need nothing but cargo.
quick_checks() {
  check cargo fmt --all --check
  check cargo clippy --workspace --all-targets -- -D warnings
  check env RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps
  counted cargo test --workspace --no-fail-fast
  # Nobody installs the commands for developers, and they need a crate for tests that is not published either. The package
  # for Python is a wheel.
  check cargo package --workspace --exclude xtask --exclude xtask-support --exclude conformance-runner --exclude tablewright-python --no-verify
  check cargo xtask book
  counted cargo xtask modules
  counted cargo xtask emitters
  counted cargo xtask releases
  counted cargo xtask llvm-names
  counted cargo xtask prose --ratchet
}

# Prints the slowest steps, the failures, and the last lines. Fails if anything failed.
finish() {
  printf '\n== the slowest steps, of %d s\n' "$SECONDS"
  printf '%s\n' "${steps[@]}" | sort -rn | head -20
  if [ ${#failures[@]} -ne 0 ]; then
    printf '\n== what failed\n'
    printf '%s\n' "${failures[@]}"
  fi
  printf '\n%s left out' "${#left_out[@]}"
  [ ${#left_out[@]} -eq 0 ] || printf ': %s' "$(printf '%s\n' "${left_out[@]}" | sort -u | paste -sd ';' | sed 's/;/; /g')"
  printf '\n%s passed, %s failed\n' "$passed" "$failed"
  [ "$failed" -eq 0 ]
}
