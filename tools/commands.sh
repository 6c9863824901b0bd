# The short commands: help, setup, serve, package, cli, bench. Needs all other parts.
# shellcheck shell=bash

command_help() {
  cat <<'HELP'
Attention Lab: see attention move, in a browser tab.

  ./lab serve [--port N]  set up, build the site and serve it on this machine (port 8123 or the next free one)
  ./lab package           make dist/: the site as a zip for any host, the lab as one HTML file that opens from a disk,
                          the embed element as a package for npm
  ./lab test [--quick]    set up and run every test; --quick: unit tests and one look in Chromium
  ./lab cli ...           the command line ('./lab cli list' shows the experiments)
  ./lab bench [PART]      ours against the peers, in one run; parts: dynamics, scenes, tinybert
  ./lab build [PRESET]    build only: web-release (default), native-release, native-debug
  ./lab setup             set up only
  ./lab help              this text

Set-up works on Debian 12 and 13 as root, or without root when the packages are there; an emcc of 3.1.60 or
newer on PATH is used instead of Debian's. Downloads are kept in ~/.cache/attention-lab (LAB_CACHE to change),
results in build/. LAB_JOBS=2 limits the compilers that run at once.
HELP
}

command_setup() {
  [ $# -eq 0 ] || usage_error "lab setup takes no arguments."
  local start=$SECONDS
  STEPS=$SETUP_STEPS_TEST
  setup_test
  say "set up in $(elapsed "$start")"
}

command_serve() {
  local port=8123
  while [ $# -gt 0 ]; do
    case $1 in
      --port) port=${2:-}; shift ;;
      --port=*) port=${1#*=} ;;
      *) usage_error "lab serve knows only --port N." ;;
    esac
    [[ $port =~ ^[0-9]{1,5}$ ]] && [ "$port" -le 65535 ] || usage_error "--port wants a number from 0 to 65535."
    shift
  done
  STEPS=$((SETUP_STEPS_SITE + 2))
  setup_site
  step "building the site (about a minute the first time)"
  build_preset web-release site
  step "serving build/site"
  exec node "$LAB_ROOT/tools/serve.mjs" "$LAB_ROOT/build/site" --port "$port"
}

# The release number, from its one place.
release() { sed -n 's/^project(attention-lab VERSION \([0-9.]*\) .*/\1/p' "$LAB_ROOT/CMakeLists.txt"; }

command_package() {
  [ $# -eq 0 ] || usage_error "lab package takes no arguments."
  STEPS=$((SETUP_STEPS_SITE + 2))
  setup_site
  step "building the site (about a minute the first time)"
  build_preset web-release site
  step "making dist/"
  "$(lab_python)" "$LAB_ROOT/tools/make_package.py" "$LAB_ROOT/build/site" "$LAB_ROOT/dist" "$(release)"
}

# Standard output belongs to the program, so set-up and build talk on standard error or not at all.
command_cli() {
  setup_native >&2
  [ -x "$LAB_ROOT/build/native-release/lab-cli" ] || warn "building the command line first (once, about a minute)"
  LAB_QUIET=1 build_preset native-release lab-cli >&2
  exec "$LAB_ROOT/build/native-release/lab-cli" "$@"
}

# Ours against the peers, in turn and in one run; only ratios of such a run say anything.
command_bench() {
  local build=$LAB_ROOT/build
  case "$*" in
    '' | dynamics | scenes | tinybert) ;;
    *) usage_error "lab bench takes one of: dynamics, scenes, tinybert; or nothing for all." ;;
  esac
  setup_native
  packages_ensure python3-numpy
  say "building the benchmarks"
  LAB_QUIET=1 build_preset native-release lab-bench
  case "$*" in '' | tinybert) bench_peers; LAB_QUIET=1 build_preset web-release lab-bench-web ;; esac
  say "measuring, up to three minutes: medians of one call, one thread"
  "$(lab_python)" "$LAB_ROOT/bench/run.py" "$build/native-release/lab-bench" "$build/web-release" "$build/bench" "$@"
}

# Chromium, ONNX Runtime Web and PyTorch: for the benchmarks only, nothing of it is part of the lab.
bench_peers() {
  STEPS=$((SETUP_STEPS_TEST + 1))
  setup_test
  step "peers: onnxruntime-web from npm, Debian's python3-torch"
  local log=$LAB_CACHE/log/npm-bench.log
  if [ ! -d "$LAB_ROOT/bench/node_modules/onnxruntime-web" ]; then
    (cd "$LAB_ROOT/bench" && quietly "$log" npm ci --ignore-scripts --no-audit --no-fund) ||
      die "npm could not install onnxruntime-web; its output is in $log."
  fi
  (packages_ensure python3-torch) || warn "PyTorch is not there; its figures are left out."
}
