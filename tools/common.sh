# Shared by every script here; sourced, never run.
# shellcheck shell=bash
set -euo pipefail

LAB_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export LAB_ROOT
LAB_CACHE=${LAB_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/attention-lab}
export LAB_CACHE
# shellcheck source=tools/versions.env
. "$LAB_ROOT/tools/versions.env"

say() { printf '%s\n' "$*"; }
warn() { printf 'lab: %s\n' "$*" >&2; }
# One sentence and out: 1 = could not be done, 2 = asked for something that does not exist.
die() { warn "$*"; exit 1; }
usage_error() { warn "$*"; exit 2; }

# step "text" prints "[2/5] text"; the caller sets STEPS first.
STEP=0 STEPS=0
step() { STEP=$((STEP + 1)); printf '[%d/%d] %s\n' "$STEP" "$STEPS" "$*"; }

elapsed() { printf '%d s' "$((SECONDS - ${1:-0}))"; }

trap 'trap - INT; warn "interrupted; run the same command again to go on."; exit 130' INT

# quietly LOG COMMAND...: output goes to the log only; returns the command's status.
quietly() { local log=$1; shift; mkdir -p "$(dirname "$log")"; "$@" >>"$log" 2>&1; }

# Compares dotted versions: version_at_least HAVE WANT
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# The system's python3, because that is the one Debian's python3-* packages belong to.
lab_python() { if [ -x /usr/bin/python3 ]; then echo /usr/bin/python3; else command -v python3 || true; fi; }

# Where finished things lie. A folder with its final name is complete: it was renamed into place.
# cmake/LabCache.cmake forms the same names.
cache_dir() { local name=$1; printf '%s/%s\n' "$LAB_CACHE" "${name//[+~]/_}"; }
EMSCRIPTEN_DIR=$(cache_dir "emscripten-$EMSCRIPTEN_DEB-$BINARYEN_DEB")
IMGUI_DIR=$(cache_dir "imgui-$IMGUI_DSC")
SDL2_DIR=$(cache_dir "sdl2-$SDL2_DSC")
FONTS_DIR=$(cache_dir "fonts-$INTER_DEB-$DEJAVU_DEB")
