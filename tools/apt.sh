# Debian packages: those of the machine (packages_ensure) and, without touching the machine's own
# configuration, pinned files of the suite $SUITE (suite_open, suite_deb, suite_source).
# shellcheck shell=bash

APT_LOG=$LAB_CACHE/log/apt.log

# package_present NAME: by its program where there is one, so that a program from elsewhere counts too.
package_present() {
  case $1 in
    nodejs) command -v node >/dev/null && version_at_least "$(node -p process.versions.node)" 18 ;;
    cmake) command -v cmake >/dev/null && version_at_least "$(cmake --version | sed -n '1s/.* //p')" 3.25 ;;
    ninja-build) command -v ninja >/dev/null ;;
    ccache | npm | chromium | firefox-esr | xz) command -v "$1" >/dev/null ;;
    xvfb) command -v xvfb-run >/dev/null ;;
    *) dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^ii' ;;
  esac
}

packages_missing() { local p; for p in "$@"; do package_present "$p" || printf '%s\n' "$p"; done; }

packages_ensure() {
  local missing
  mapfile -t missing < <(packages_missing "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  local line="apt-get install --no-install-recommends ${missing[*]}"
  [ "$(id -u)" = 0 ] || die "some packages are missing; as root, run: $line"
  say "      apt: ${missing[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=120)
  : >"$(mkdir -p "$(dirname "$APT_LOG")" && echo "$APT_LOG")"
  # A run that was cut off in the middle of dpkg leaves packages half configured.
  quietly "$APT_LOG" env DEBIAN_FRONTEND=noninteractive dpkg --configure -a || true
  # Package lists on a fresh machine are absent or old; without them nothing can be found.
  quietly "$APT_LOG" "${apt[@]}" update || die "apt-get update failed$(apt_reason)."
  quietly "$APT_LOG" "${apt[@]}" install --no-install-recommends "${missing[@]}" ||
    die "apt-get could not install ${missing[*]}$(apt_reason)."
}

# The first complaint of apt, in brackets, for the one sentence.
apt_reason() {
  local why
  why=$(sed -n 's/^E: //p' "$APT_LOG" 2>/dev/null | head -n 1 || true)
  printf '%s' "${why:+ ($why)}"
}

# The mirror this machine already uses for its own release, however that is written down.
machine_mirror() {
  local codename
  codename=$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}")
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
    awk -v c="$codename" '$2 == c && $3 == "main" { print $1; exit }'
}

# suite_open: sets SUITE_APT to the options of a private apt that knows only $SUITE; done once per run.
SUITE_APT=()
suite_open() {
  [ ${#SUITE_APT[@]} -eq 0 ] || return 0
  local mirror dir=$LAB_CACHE/apt keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  mirror=$(machine_mirror)
  [ -n "$mirror" ] || die "no Debian mirror found in this machine's apt configuration (the lab needs Debian 12 or 13)."
  [ -r "$keyring" ] || packages_ensure debian-archive-keyring
  mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial" "$dir/files" "$(dirname "$APT_LOG")"
  : >"$APT_LOG"
  printf 'deb [signed-by=%s] %s %s main\ndeb-src [signed-by=%s] %s %s main\n' \
    "$keyring" "$mirror" "$SUITE" "$keyring" "$mirror" "$SUITE" >"$dir/sources.list"
  SUITE_APT=(-q -o Dir::Etc::sourcelist="$dir/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o Dir::State::Lists="$dir/lists" -o Dir::Cache="$dir/cache" -o Acquire::Languages=none
    -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false
    -o APT::Sandbox::User= -o Debug::NoLocking=1)
  quietly "$APT_LOG" apt-get "${SUITE_APT[@]}" update || die "the package lists of Debian $SUITE cannot be read$(apt_reason)."
}

# Pinned downloads must match tools/checksums.sha256; what has no line there (the C library beside binaryen,
# which Debian updates for security) is vouched for by apt's signature alone.
checksum_ok() {
  local file=$1 want
  want=$(awk -v f="$(basename "$file")" '$2 == f { print $1 }' "$LAB_ROOT/tools/checksums.sha256")
  [ -f "$file" ] && [ -n "$want" ] && [ "$(sha256sum <"$file" | cut -d' ' -f1)" = "$want" ]
}

# suite_deb NAME [VERSION]: prints the path of the downloaded package.
suite_deb() {
  local name=$1 version=${2:-} dir=$LAB_CACHE/apt/files file
  file=$(suite_file "$dir/${name}_${version//:/%3a}_*.deb")
  if [ -z "$version" ] || ! checksum_ok "$file"; then
    rm -f "$dir/${name}"_*.deb
    (cd "$dir" && quietly "$APT_LOG" apt-get "${SUITE_APT[@]}" download "$name${version:+=$version}") ||
      die "Debian $SUITE's $name ${version:-package} cannot be downloaded$(apt_reason)."
    file=$(suite_file "$dir/${name}_*.deb")
    [ -z "$version" ] || checksum_ok "$file" || die "the download of $name $version does not match tools/checksums.sha256."
  fi
  printf '%s\n' "$file"
}

# suite_source NAME VERSION: prints the path of the upstream tarball of a source package.
suite_source() {
  local name=$1 version=$2 dir=$LAB_CACHE/apt/files file
  file=$(suite_file "$dir/${name}_${version%-*}.orig.tar.*")
  if ! checksum_ok "$file"; then
    rm -f "$dir/${name}_${version%-*}"*
    (cd "$dir" && quietly "$APT_LOG" apt-get "${SUITE_APT[@]}" source --download-only "$name=$version") ||
      die "Debian $SUITE's source package $name $version cannot be downloaded$(apt_reason)."
    file=$(suite_file "$dir/${name}_${version%-*}.orig.tar.*")
    checksum_ok "$file" || die "the download of $name $version does not match tools/checksums.sha256."
  fi
  printf '%s\n' "$file"
}

# The first file that matches a pattern, or nothing.
suite_file() { compgen -G "$1" | head -n 1 || true; }

# Downloads are only kept until everything made from them is in place.
suite_close() { [ ${#SUITE_APT[@]} -eq 0 ] || rm -rf "$LAB_CACHE/apt"; SUITE_APT=(); }
