# Set-up in levels: native (command line), site (the web build), test (everything). Each does nothing
# when its results are there. Needs common.sh, apt.sh and emscripten.sh.
# shellcheck shell=bash

# The web build has clang's C++ library; the native one uses the same, so that both sort and parse alike.
NATIVE_PACKAGES=("clang-$CLANG" "libc++-$CLANG-dev" "libc++abi-$CLANG-dev")
BUILD_PACKAGES=(cmake ninja-build ccache python3 libeigen3-dev)
SITE_PACKAGES=(nodejs python3-fonttools xz-utils)
TEST_PACKAGES=(doctest-dev "libclang-rt-$CLANG-dev" "llvm-$CLANG" chromium firefox-esr xvfb xauth libgl1-mesa-dri libegl1)
SETUP_STEPS_SITE=5
SETUP_STEPS_TEST=5

# One set-up at a time per cache; a second one waits and then finds everything done.
setup_lock() {
  mkdir -p "$LAB_CACHE"
  exec 9>"$LAB_CACHE/lock"
  flock -n 9 || { say "another set-up is running; waiting for it"; flock 9; }
}
setup_unlock() { exec 9>&-; }

# The command line needs no browser and no Emscripten.
setup_native() {
  local packages=("${NATIVE_PACKAGES[@]}" "${BUILD_PACKAGES[@]}")
  [ -n "$(packages_missing "${packages[@]}")" ] || return 0
  setup_lock
  say "installing what the command line needs"
  packages_ensure "${packages[@]}"
  setup_unlock
}

setup_site() {
  setup_lock
  step "packages for building"
  packages_ensure "${BUILD_PACKAGES[@]}" "${SITE_PACKAGES[@]}"
  setup_common
  step "npm packages (formulas of the lessons, and their typeface)"
  setup_npm
  setup_unlock
}

setup_test() {
  setup_lock
  step "packages for building and testing (two browsers the first time)"
  packages_ensure "${NATIVE_PACKAGES[@]}" "${BUILD_PACKAGES[@]}" "${SITE_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
  setup_common
  step "npm packages for the lessons and the browser tests"
  setup_npm
  setup_unlock
}

setup_common() {
  step "Emscripten"
  emscripten_ensure
  step "sources of Dear ImGui ${IMGUI_DSC%%+*} and SDL2 ${SDL2_DSC%%+*}"
  source_ensure imgui "$IMGUI_DSC" "$IMGUI_DIR"
  source_ensure libsdl2 "$SDL2_DSC" "$SDL2_DIR"
  step "typefaces Inter ${INTER_DEB%%+*} and DejaVu ${DEJAVU_DEB%%-*}"
  fonts_ensure
  suite_close
}

# source_ensure NAME VERSION DEST: the upstream sources, without the folders nothing here compiles.
source_ensure() {
  local name=$1 version=$2 dest=$3 tarball
  [ ! -d "$dest" ] || return 0
  suite_open
  tarball=$(suite_source "$name" "$version")
  rm -rf "$dest.new"
  mkdir -p "$dest.new"
  tar -x -f "$tarball" -C "$dest.new" --strip-components=1 --exclude='*/android-project*' --exclude='*/Xcode*' \
    --exclude='*/VisualC*' --exclude='*/examples/*' --exclude='*/test/*' || die "$(basename "$tarball") cannot be unpacked."
  mv "$dest.new" "$dest"
}

fonts_ensure() {
  [ ! -d "$FONTS_DIR" ] || return 0
  suite_open
  rm -rf "$FONTS_DIR.new"
  # Their licences ask to go wherever the typefaces go.
  font_unpack fonts-inter-variable "$INTER_DEB" inter-vf/InterVariable.ttf Inter
  font_unpack fonts-dejavu-core "$DEJAVU_DEB" dejavu/DejaVuSans.ttf DejaVu
  mv "$FONTS_DIR.new" "$FONTS_DIR"
}

# font_unpack PACKAGE VERSION FILE NAME
font_unpack() {
  local deb
  deb=$(suite_deb "$1" "$2")
  unpack_deb "$deb" "$FONTS_DIR.new" --transform='s,.*/,,' "./usr/share/fonts/truetype/$3" "./usr/share/doc/$1/copyright"
  mv "$FONTS_DIR.new/copyright" "$FONTS_DIR.new/$4-copyright.txt"
}

setup_npm() {
  local stamp=$LAB_ROOT/node_modules/.lab-stamp lock=$LAB_ROOT/package-lock.json want log=$LAB_CACHE/log/npm.log
  want="$(sha256sum <"$lock" | cut -d' ' -f1)"
  [ "$(cat "$stamp" 2>/dev/null || true)" != "$want" ] || return 0
  if ! command -v npm >/dev/null; then
    say "      installing Debian's npm first (many small packages: a few minutes)"
    packages_ensure npm
  fi
  : >"$(mkdir -p "$(dirname "$log")" && echo "$log")"
  # npm removes node_modules first, and the stamp with it, so a run that is cut off is repeated.
  (cd "$LAB_ROOT" && quietly "$log" npm ci --ignore-scripts --no-audit --no-fund) ||
    die "npm ci failed ($(sed -n 's/^npm \(ERR!\|error\) //p' "$log" | grep -v '^code' | head -n 1 || true)); its output is in $log."
  printf '%s\n' "$want" >"$stamp"
}
