# Finds or makes an Emscripten: the user's own on PATH, Debian 13's package, or Debian 13's package unpacked
# beside Debian 12's LLVM. Needs common.sh and apt.sh.
# shellcheck shell=bash

EMSCRIPTEN_LIBRARIES='*/wasm32-emscripten/'

# emscripten_version ROOT: the number in its version file.
emscripten_version() { sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p' "$1/emscripten-version.txt" 2>/dev/null || true; }

# emscripten_find: sets EMSCRIPTEN (its folder) and EMSCRIPTEN_IS (a word for people); fails when there is none.
emscripten_find() {
  EMSCRIPTEN='' EMSCRIPTEN_IS='' EMSCRIPTEN_OLD=''
  local on_path root version
  if on_path=$(command -v emcc); then
    # The program on PATH may be a link or a launcher in another folder.
    root=$(dirname "$(readlink -f "$on_path")")
    [ -f "$root/emscripten-version.txt" ] || root=$(em-config EMSCRIPTEN_ROOT 2>/dev/null || true)
    version=$(emscripten_version "$root")
    if [ -n "$version" ] && version_at_least "$version" "$EMSCRIPTEN_MIN"; then
      EMSCRIPTEN=$root EMSCRIPTEN_IS="emcc $version found on PATH"
      return 0
    fi
    EMSCRIPTEN_OLD="emcc ${version:-of unknown version} on PATH is older than $EMSCRIPTEN_MIN"
  fi
  if [ -f "$EMSCRIPTEN_DIR/emscripten/.emscripten" ]; then
    EMSCRIPTEN=$EMSCRIPTEN_DIR/emscripten EMSCRIPTEN_IS="emcc $(emscripten_version "$EMSCRIPTEN") in the lab's cache"
    return 0
  fi
  return 1
}

# emscripten_use: makes the environment right for the one that was found.
emscripten_use() {
  export LAB_EMSCRIPTEN=$EMSCRIPTEN
  [ "$EMSCRIPTEN" = "$EMSCRIPTEN_DIR/emscripten" ] || return 0
  # Settings left over from another Emscripten would win over the file beside ours.
  unset EM_CACHE EM_LLVM_ROOT EM_BINARYEN_ROOT EM_NODE_JS EM_FROZEN_CACHE EM_COMPILER_WRAPPER EM_PORTS
  EM_CONFIG=$EMSCRIPTEN/.emscripten
  EMSDK_PYTHON=$(lab_python)
  export EM_CONFIG EMSDK_PYTHON
}

# The machine's own package, where it is new enough (Debian 13 and later).
emscripten_in_apt() {
  local candidate
  candidate=$(LC_ALL=C apt-cache policy emscripten 2>/dev/null | sed -n 's/^ *Candidate: \([0-9.]*\).*/\1/p')
  [ -n "$candidate" ] && version_at_least "$candidate" "$EMSCRIPTEN_MIN"
}

emscripten_ensure() {
  if ! emscripten_find; then
    # A fresh machine has no package lists yet, and without them its own Emscripten cannot be seen.
    if [ "$(id -u)" = 0 ] && ! apt-cache show emscripten >/dev/null 2>&1; then
      quietly "$APT_LOG" apt-get -q update || die "apt-get update failed$(apt_reason)."
    fi
    if emscripten_in_apt; then
      say "      installing Debian's emscripten (about 30 s)"
      packages_ensure emscripten
    else
      packages_ensure "clang-$CLANG" "lld-$CLANG" "llvm-$CLANG" nodejs python3
      say "      unpacking Debian $SUITE's emscripten $EMSCRIPTEN_DEB (240 MB to download, 150 MB kept)"
      emscripten_unpack
    fi
    hash -r
    emscripten_find || die "Emscripten was set up but cannot be found."
  fi
  emscripten_use
  [ -z "$EMSCRIPTEN_OLD" ] || say "      $EMSCRIPTEN_OLD and is not used"
  say "      $EMSCRIPTEN_IS"
}

# unpack_deb FILE DEST TAR-OPTIONS...
unpack_deb() { local deb=$1 dest=$2; shift 2; mkdir -p "$dest"; dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$dest" "$@"; }

emscripten_unpack() {
  local new=$EMSCRIPTEN_DIR.new deb name
  suite_open
  rm -rf "$new" "$EMSCRIPTEN_DIR"
  # Python and JavaScript run anywhere; of the prebuilt libraries only the plain ones are kept, since a missing
  # variant is built from its source at first use.
  deb=$(suite_deb emscripten "$EMSCRIPTEN_DEB")
  local skip=() pattern
  for pattern in 'pic/*' 'lto*/*' '*-ww*' '*-mt*' '*asan*' '*-emu*' '*-ofb*' '*webgpu*' '*wasmfs*'; do
    skip+=("--exclude=$EMSCRIPTEN_LIBRARIES$pattern")
  done
  unpack_deb "$deb" "$new/emscripten" --strip-components=4 "${skip[@]}" \
    --exclude='*/emscripten/test/[!h]*' --exclude='*/ChangeLog*' --exclude='*/symbol_lists/*' ./usr/share/emscripten
  # (test/hello_world.c stays, because emcc --cflags compiles it.)
  # Its launchers would take the first python3 on PATH, which may be a slow shim of a version manager.
  grep -rlZ --max-count=1 'PYTHON=$EMSDK_PYTHON' "$new/emscripten" --include='em*' |
    xargs -0r sed -i "s|PYTHON=\$EMSDK_PYTHON|PYTHON=\${EMSDK_PYTHON:-$(lab_python)}|"
  # The JavaScript optimizer imports acorn as a module, which is looked up beside the importing file only.
  deb=$(suite_deb node-acorn "$ACORN_DEB")
  unpack_deb "$deb" "$new/emscripten/node_modules" --strip-components=4 ./usr/share/nodejs/acorn
  deb=$(suite_deb binaryen "$BINARYEN_DEB")
  unpack_deb "$deb" "$new/binaryen/files" --exclude='*/share/*'
  for name in libc6 libstdc++6 libgcc-s1; do
    deb=$(suite_deb "$name")
    unpack_deb "$deb" "$new/binaryen/files" --exclude='*/gconv' --exclude='*/share/*'
  done
  binaryen_launchers "$new/binaryen"
  cat >"$new/emscripten/.emscripten" <<CFG
LLVM_ROOT = '/usr/bin'
LLVM_ADD_VERSION = CLANG_ADD_VERSION = '$CLANG'
BINARYEN_ROOT = '$EMSCRIPTEN_DIR/binaryen'
NODE_JS = '$(command -v node)'
CACHE = '$EMSCRIPTEN_DIR/emscripten/cache'
FROZEN_CACHE = False
CFG
  mv "$new" "$EMSCRIPTEN_DIR"
}

# Binaryen was linked with a newer C library than this machine has, so each program is started through the
# loader of the library that came with it.
binaryen_launchers() {
  local root=$1 program name loader
  loader=$(suite_file "$root/files/usr/lib/*/ld-linux-*.so.*")
  [ -n "$loader" ] || die "Debian $SUITE's libc6 has no loader where it was expected."
  local libraries=${loader%/*}
  mkdir -p "$root/bin"
  for program in "$root"/files/usr/bin/wasm*; do
    name=${program##*/}
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nroot=${0%%/bin/*}\nexec "$root%s" --library-path "$root%s" "$root%s" "$@"\n' \
      "${loader#"$root"}" "${libraries#"$root"}" "${program#"$root"}" >"$root/bin/$name"
    chmod +x "$root/bin/$name"
  done
}
