# Configures and builds one preset. Needs common.sh, apt.sh and emscripten.sh.
# shellcheck shell=bash

PRESETS=(native-debug native-release web-release)

# build_preset PRESET [TARGET...]: quiet unless somebody watches; a failure shows the compiler's words.
build_preset() {
  local preset=$1; shift
  local dir=$LAB_ROOT/build/$preset log=$LAB_ROOT/build/log/$preset.log toolchain
  mkdir -p "$dir" "$(dirname "$log")"
  exec 8>"$dir/.lock"
  flock 8
  toolchain=$(build_toolchain "$preset")
  if [ "$(cat "$dir/.toolchain" 2>/dev/null || true)" != "$toolchain" ] || [ ! -f "$dir/build.ninja" ]; then
    # CMake keeps the compiler it first saw; another one needs a fresh start.
    rm -f "$dir/.toolchain"
    (cd "$LAB_ROOT" && cmake --fresh --preset "$preset") >"$log" 2>&1 || build_failed "$log" "CMake cannot configure $preset"
    printf '%s\n' "$toolchain" >"$dir/.toolchain"
  fi
  # The text to put into the site, see README.
  if [ "$preset" = web-release ] && [ -n "${LAB_CORPUS:-}" ]; then
    cmake -DLAB_CORPUS="$(realpath "$LAB_CORPUS")" "$dir" >>"$log" 2>&1 || build_failed "$log" "CMake cannot use LAB_CORPUS"
  fi
  local arguments=()
  [ $# -eq 0 ] || arguments+=(--target "$@")
  [ -z "${LAB_JOBS:-}" ] || arguments+=(-j "$LAB_JOBS")
  if [ -t 1 ] && [ -z "${LAB_QUIET:-}" ]; then
    cmake --build "$dir" "${arguments[@]}" || die "the build of $preset failed; the first error above is the one to read."
  elif [ -n "${LAB_QUIET:-}" ]; then
    cmake --build "$dir" "${arguments[@]}" >"$log" 2>&1 || build_failed "$log" "the build of $preset failed"
  else
    cmake --build "$dir" "${arguments[@]}" 2>&1 | tee "$log" | build_progress || build_failed "$log" "the build of $preset failed"
  fi
  exec 8>&-
}

# For those who read a log: Ninja's "[57/131]" as a line for every fifth of the way.
build_progress() {
  local line part said=0
  # In bash, because the awk of a small Debian holds its input back until a block of it is full.
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    part=$((5 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    [ "$part" -gt "$said" ] && [ "$part" -lt 5 ] && [ "${BASH_REMATCH[2]}" -ge 20 ] || continue
    said=$part
    say "      ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
  done
}

build_failed() {
  grep -v '^\[[0-9]*/[0-9]*\] \(Building\|Linking\|Creating\)' "$1" | head -n 120 >&2 || true
  die "$2; the whole output is in ${1#"$LAB_ROOT/"}."
}

# What the build folder was made with.
build_toolchain() {
  case $1 in
    web-*) printf '%s %s\n' "$LAB_EMSCRIPTEN" "$(emscripten_version "$LAB_EMSCRIPTEN")" ;;
    *) "clang++-$CLANG" --version | head -n 1 ;;
  esac
}

# Command: lab build [PRESET]
command_build() {
  local preset=${1:-web-release} known found='' start=$SECONDS
  [ $# -le 1 ] || usage_error "lab build takes one preset: ${PRESETS[*]}."
  for known in "${PRESETS[@]}"; do [ "$known" != "$preset" ] || found=1; done
  [ -n "$found" ] || usage_error "there is no preset '$preset'; there are: ${PRESETS[*]}."
  if [ "$preset" = web-release ]; then
    STEPS=$((SETUP_STEPS_SITE + 1))
    setup_site
  else
    STEPS=1
    setup_native
  fi
  step "building $preset"
  build_preset "$preset"
  say "done in $(elapsed "$start"): build/$preset"
  [ "$preset" != web-release ] || say "the site is build/site"
}
