# lab test: every suite in turn, a line per suite, the sum at the end. Needs all other parts.
# shellcheck shell=bash

TOTAL_PASSED=0 TOTAL_FAILED=0 FAILED_SUITES=()
NODE=(node)

# record NAME PASSED FAILED STATUS: a suite that ended badly without naming a failure counts as one.
record() {
  local name=$1 passed=${2:-0} failed=${3:-0} status=$4
  [ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
  TOTAL_PASSED=$((TOTAL_PASSED + passed)) TOTAL_FAILED=$((TOTAL_FAILED + failed))
  [ "$failed" -eq 0 ] || FAILED_SUITES+=("$name")
  # In brackets, so that only the last line of all has the form of the sum.
  say "      $name: ($passed passed, $failed failed)"
}

# run_logged LOG SECONDS COMMAND...: shows the output, keeps it, and returns the command's status. Lines are cut on
# screen, because a crash under node begins by printing the whole program on one line.
run_logged() {
  local log=$1 limit=$2 status=0; shift 2
  mkdir -p "$(dirname "$log")"
  timeout --foreground -k 10 "$limit" "$@" 2>&1 | tee "$log" | cut -c 1-400 || status=$?
  [ "$status" -ne 124 ] || say "      stopped after $limit s"
  return "$status"
}

# The numbers of a summary: "12 passed" of doctest, "pass 12" of node (summed over its files).
doctest_number() { sed -n "s/^\[doctest\] test cases:.*[^0-9]\([0-9][0-9]*\) $2.*/\1/p" "$1" | tail -n 1; }
node_number() { sed -n "s/^[^a-z]*$2 \([0-9][0-9]*\)$/\1/p" "$1" | awk '{ n += $1 } END { print n + 0 }'; }

# unit_shard INDEX COUNT: a filter for one of COUNT parts of the files of unit tests, by their number. The fuzzer takes as
# long as some forty others, so the part that has it gets fewer.
unit_shard() {
  local file part least list='' load=()
  for ((part = 0; part < $2; part++)); do load[part]=0; done
  load[0]=40
  [ "$1" -ne 0 ] || list='*/fuzz_test.cpp'
  for file in "$LAB_ROOT"/tests/unit/*_test.cpp; do
    [ "${file##*/}" != fuzz_test.cpp ] || continue
    least=0
    for ((part = 1; part < $2; part++)); do [ "${load[part]}" -ge "${load[least]}" ] || least=$part; done
    load[least]=$((load[least] + 1))
    [ "$least" -ne "$1" ] || list+=",*/${file##*/}"
  done
  printf '%s' "-sf=${list#,}"
}

# suite_doctest NAME COMMAND...: a part of the files for each processor; their outputs one after the other.
suite_doctest() {
  local name=$1 log part parts running=() passed=0 failed=0 all status=0; shift
  log=$LAB_ROOT/build/log/test-${name// /-}.log
  parts=$(nproc)
  mkdir -p "$(dirname "$log")"
  for ((part = 0; part < parts; part++)); do
    timeout -k 10 1200 "$@" --no-colors=true "$(unit_shard "$part" "$parts")" >"$log.$part" 2>&1 &
    running+=($!)
  done
  for part in "${running[@]}"; do wait "$part" || status=$?; done
  : >"$log"
  for ((part = 0; part < parts; part++)); do
    cut -c 1-400 "$log.$part"
    cat "$log.$part" >>"$log"
    passed=$((passed + 10#0$(doctest_number "$log.$part" passed)))
    failed=$((failed + 10#0$(doctest_number "$log.$part" failed)))
    rm -f "$log.$part"
  done
  # A case that no part has run, or a part that ended without a summary, is a failure whatever the status says.
  all=$("$@" --no-colors=true --count | sed -n 's/.* filters: //p')
  [ "$((passed + failed))" -eq "${all:-0}" ] && [ "$passed" -gt 0 ] || status=1
  record "$name" "$passed" "$failed" "$status"
}

# suite_node NAME FILE...: one file at a time, because each starts its own browser.
suite_node() {
  local name=$1 file status=0 log; shift
  log=$LAB_ROOT/build/log/test-${name// /-}.log
  mkdir -p "$(dirname "$log")"
  : >"$log"
  for file in "$@"; do
    [ -f "$file" ] || continue
    run_logged "$log.part" 900 "${NODE[@]}" --test --test-reporter=spec "$file" || status=1
    cat "$log.part" >>"$log"
    rm -f "$log.part"
  done
  [ -s "$log" ] || return 0
  record "$name" "$(node_number "$log" pass)" "$(($(node_number "$log" fail) + $(node_number "$log" cancelled)))" "$status"
}

# test_build PRESET TARGET...: all targets at once, so that one is linked while another is compiled.
test_build() {
  local preset=$1; shift
  local start=$SECONDS
  step "building $preset"
  build_preset "$preset" "$@"
  say "      $(elapsed "$start")"
}

# test_units NAME COMMAND...
test_units() {
  step "$1"
  suite_doctest "$@"
}

# failed_files LOG: the files in which a test failed, from the list of failures at the end of node's report; nothing if
# a failure is not in a test file.
failed_files() {
  local places
  places=$(sed -n '/failing tests:/,$ s/^test at \(.*\):[0-9]*:[0-9]*$/\1/p' "$1" | sed 's,^file:/*,/,' | sort -u)
  # Node 18 gives whole addresses, newer ones paths from here.
  grep -qv '\.test\.mjs$' <<<"$places" || printf '%s\n' "${places//"$PWD/"/}"
}

# Browsers that draw by software on a busy machine get in each other's way. Up to this many files with a failure
# are run once more, alone; what fails then fails, and the others are named.
ALONE_AT_MOST=3

# The longest files of browser tests, which begin first: one that is alone at the end leaves a processor idle.
LONGEST=(lessons phone_targets embed_many lessons_page scenes phone take take_film)

# longest_first FILE...: the same files, a line each.
longest_first() {
  local name file
  for name in "${LONGEST[@]}"; do
    for file in "$@"; do [ "${file##*/}" != "$name.test.mjs" ] || printf '%s\n' "$file"; done
  done
  for file in "$@"; do
    name=${file##*/}
    [[ " ${LONGEST[*]} " == *" ${name%.test.mjs} "* ]] || printf '%s\n' "$file"
  done
}

# suite_browser NAME FILE...: three files at a time, because a test often waits for what its browser does elsewhere; each
# with its own server and browser. What they assert is counts and states, not times.
suite_browser() {
  local name=$1 status=0 log passed failed all file files; shift
  log=$LAB_ROOT/build/log/test-${name// /-}.log
  mapfile -t files < <(longest_first "$@")
  run_logged "$log" 3000 "${NODE[@]}" --test --test-concurrency=3 --test-reporter=spec "${files[@]}" || status=$?
  passed=$(node_number "$log" pass)
  failed=$(($(node_number "$log" fail) + $(node_number "$log" cancelled)))
  mapfile -t files < <(failed_files "$log")
  if [ "$status" -eq 1 ] && [ "${#files[@]}" -gt 0 ] && [ "${#files[@]}" -le "$ALONE_AT_MOST" ]; then
    all=$((passed + failed)) failed=0 status=0
    for file in "${files[@]}"; do
      if run_logged "$log.part" 900 "${NODE[@]}" --test --test-reporter=spec "$file"; then
        say "      passed only alone: $file"
      else
        status=1
        failed=$((failed + $(node_number "$log.part" fail) + $(node_number "$log.part" cancelled)))
      fi
      cat "$log.part" >>"$log"
      rm -f "$log.part"
    done
    passed=$((all - failed))
  fi
  record "$name" "$passed" "$failed" "$status"
}

# test_browser BROWSER FILE...
test_browser() {
  local browser=$1; shift
  step "browser tests in $browser"
  # Firefox has no WebGL2 without a display, so it gets one that nobody sees.
  NODE=(node)
  [ "$browser" = chromium ] || NODE=(xvfb-run -a -s "-screen 0 1600x1200x24" node)
  LAB_BROWSER=$browser suite_browser "$browser" "$@"
  NODE=(node)
}

command_test() {
  local quick='' start=$SECONDS build=$LAB_ROOT/build
  case "$*" in
    '') ;;
    --quick) quick=1 ;;
    *) usage_error "lab test knows only --quick." ;;
  esac
  export LAB_SITE=$build/site LAB_CLI=$build/native-release/lab-cli ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1}
  export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
  cd "$LAB_ROOT"
  STEPS=$((SETUP_STEPS_TEST + 10))
  [ -z "$quick" ] || STEPS=$((SETUP_STEPS_TEST + 5))
  setup_test
  test_build native-debug lab-tests
  test_units "unit tests, native with sanitizers" "$build/native-debug/lab-tests"
  if [ -z "$quick" ]; then
    test_build native-release lab-tests lab-cli
    test_units "unit tests, native optimized" "$build/native-release/lab-tests"
    step "command line and tools"
    suite_node "command line and tools" tests/cli/*.test.mjs tools/tests/*.test.mjs
  fi
  test_build web-release lab-tests site
  test_units "unit tests, WebAssembly in node" node "$build/web-release/lab-tests.js"
  if [ -z "$quick" ]; then
    step "the page's trainer in node"
    suite_node "the trainer in node" tests/worker/*.test.mjs
  fi
  if [ -n "$quick" ]; then
    test_browser chromium tests/browser/smoke.test.mjs
  else
    test_browser chromium tests/browser/*.test.mjs
    test_browser firefox tests/browser/*.test.mjs
  fi
  say "tested in $(elapsed "$start")"
  [ ${#FAILED_SUITES[@]} -eq 0 ] || say "failed: $(printf '%s; ' "${FAILED_SUITES[@]}" | sed 's/; $//') (see build/log/test-*.log)"
  say "$TOTAL_PASSED passed, $TOTAL_FAILED failed"
  [ "$TOTAL_FAILED" -eq 0 ]
}
