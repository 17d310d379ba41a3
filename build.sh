#!/usr/bin/env bash
# Builds, runs and tests Crawl Cutoff. Every command first sets up what it needs, and only what is missing.
set -euo pipefail

caller=$PWD
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$root"

usage() {
  cat <<'TEXT'
./build.sh [build]                    dist/chrome and dist/firefox, ready to load, and dist/viewer
./build.sh run [URL|FILE] [--firefox] a browser with the extension, one click, the report
./build.sh test                       everything that proves it
./build.sh check PATH|URL|- …         the command line: where Googlebot stops reading
./build.sh share REPORT.json          a link that carries a report; open LINK prints it again
./build.sh viewer                     dist/viewer, the page that shows links, for any static host
./build.sh links                      how long the links to the corpus pages are
./build.sh fuzz scan|link SECONDS     what no page and no sender would write
./build.sh package                    zips for the stores, and their hashes
./build.sh bench                      speed against other parsers
./build.sh oracle                     the report against a real browser, whole corpus
./build.sh bless                      new expected output for the folder tests
TEXT
}

fail() {
  printf '%s\n' "$*" >&2
  exit 2
}

has() { command -v "$1" >/dev/null; }

# --- set-up -----------------------------------------------------------------------------------------------------------

need_rust() {
  has cargo || fail "Rust is missing. Install it from https://rustup.rs and run this again."
}

need_wasm() {
  need_rust
  [[ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ]] && return
  has rustup || fail "The Rust target wasm32-unknown-unknown is missing. Install it the way Rust was installed and run this again."
  rustup target add wasm32-unknown-unknown
}

need_lints() {
  need_rust
  cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 && return
  has rustup || fail "rustfmt and clippy are missing. Install them the way Rust was installed and run this again."
  rustup component add rustfmt clippy
}

need_node() {
  local version
  version=$(node --version 2>/dev/null || echo v0)
  [[ $(printf 'v20.19\n%s\n' "$version" | sort -V | head -n 1) == v20.19 ]] ||
    fail "Node.js 20.19 or newer is missing. Install it from https://nodejs.org and run this again."
  [[ node_modules/.package-lock.json -nt package-lock.json ]] || npm ci
}

# need_browser chromium|firefox: tests/driver/find.js says where it is looked for.
need_browser() {
  local package=$1
  [[ $1 == firefox ]] && package=firefox-esr
  find_browser "$1" && return
  if has apt-get && [[ $(id -u) == 0 ]]; then
    apt-get update >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$package" >&2 || true
    find_browser "$1" && return
  fi
  fail "No $1 was found. Install it, or name its program in the variable $(tr '[:lower:]' '[:upper:]' <<<"$1"), and run this again."
}

find_browser() {
  node --input-type=module -e "import { findBrowser } from './tests/driver/find.js'; process.exit(findBrowser('$1') ? 0 : 1)"
}

# --- commands ---------------------------------------------------------------------------------------------------------

build() {
  need_wasm
  cargo xtask dist
}

package() {
  need_wasm
  cargo xtask package
}

# The pages of the corpus that are not compressed, or the project's own where there is no corpus.
corpus_pages() {
  local corpus=${CRAWL_CUTOFF_CORPUS:-../shared/corpus}
  if [[ -d $corpus/pages ]]; then
    find -L "$corpus/pages" -type f -not -name '*.gz' | sort
  else
    printf 'no corpus, so these are the pages of tests/pages\n' >&2
    find tests/pages -name page.html | sort
  fi
}

links() {
  need_rust
  corpus_pages | xargs cargo run --release -q -p crawl-cutoff-core --example link_lengths -- "$@"
}

# fuzz scan|link SECONDS [SEED]
fuzz() {
  need_rust
  cargo run --release -q -p crawl-cutoff-core --example fuzz -- "$@" tests/pages/*/page.html
}

command_line() {
  need_rust
  cd "$caller"
  cargo run --release -q --manifest-path "$root/Cargo.toml" --bin crawl-cutoff -- "$@"
}

run() {
  local browser=chromium
  for argument in "$@"; do
    [[ $argument == --firefox ]] && browser=firefox
  done
  need_node
  need_browser "$browser"
  build
  cd "$caller"
  node "$root/tests/run/run.js" "$@"
}

# The core knows no browser: nothing of JavaScript may be among its dependencies.
core_is_pure() {
  local found
  found=$(cargo tree --locked -p crawl-cutoff-core -e normal --target all --prefix none | grep -E '^(wasm-bindgen|js-sys|web-sys|tokio|reqwest) ') || return 0
  printf 'crawl-cutoff-core depends on\n%s\n' "$found"
  return 1
}

# Builds the package, forgets this project's WebAssembly and dist, builds it again: the same bytes or a failure.
package_twice() {
  local first second
  first=$(zip_hashes) || return 1
  cargo clean --quiet --profile wasm --target wasm32-unknown-unknown -p crawl-cutoff-scan -p crawl-cutoff-core -p crawl-cutoff-browser || return 1
  rm -rf dist
  second=$(zip_hashes) || return 1
  printf '%s\n' "$first" "$second"
  [[ $first == "$second" ]]
}

zip_hashes() { cargo xtask package | grep '\.zip$'; }

passed=0 failed=0 failures=

# step NAME COMMAND…: runs it, counts it, goes on.
step() {
  local name=$1 start=$SECONDS
  shift
  printf '\n── %s\n' "$name"
  if "$@"; then
    passed=$((passed + 1))
    printf '── %s: passed in %d s\n' "$name" $((SECONDS - start))
  else
    failed=$((failed + 1))
    failures+="failed: $name"$'\n'
    printf '── %s: FAILED after %d s\n' "$name" $((SECONDS - start))
  fi
}

test_all() {
  need_wasm
  need_lints
  need_node
  need_browser chromium
  need_browser firefox

  step "format" cargo fmt --all --check
  step "lints" cargo clippy --locked --workspace --all-targets -- -D warnings
  step "lints, WebAssembly" cargo clippy --locked -p crawl-cutoff-browser --target wasm32-unknown-unknown -- -D warnings
  step "pure core" core_is_pure
  step "unit and folder tests" cargo test --locked --workspace
  step "fuzz, pages" fuzz scan 10
  step "fuzz, links" fuzz link 10
  step "package, twice" package_twice
  step "budgets" cargo xtask budgets
  step "types, extension" npx tsc --project .
  step "types, tests" npx tsc --project tests
  step "linter of Firefox's store" npx addons-linter --warnings-as-errors dist/firefox
  step "boundary" node --test tests/boundary/*.test.js
  step "units of the extension" node --test tests/extension/*.test.js
  step "looks" node --test tests/looks/*.test.js
  step "oracle, short" node tests/oracle/oracle.js --short
  step "resources" node --test tests/resources/*.test.js
  step "ledger and what-if" node --test tests/ledger/*.test.js
  step "end to end" node --test tests/e2e/*.test.js
  step "subresources" node --test tests/subresources/*.test.js

  printf '\n%s%d passed, %d failed\n' "$failures" "$passed" "$failed"
  [[ $failed == 0 ]]
}

command=${1:-build}
shift || true
case $command in
  build) build ;;
  run) run "$@" ;;
  test) test_all ;;
  check | share | open) command_line "$command" "$@" ;;
  package) package ;;
  bench) need_wasm && need_node && need_browser chromium && build && node tests/bench/bench.js "$@" && node tests/bench/source-view.js ;;
  oracle) need_node && need_browser chromium && node tests/oracle/oracle.js "$@" ;;
  viewer) build ;;
  links) links "$@" ;;
  fuzz) fuzz "$@" ;;
  bless) need_rust && CRAWL_CUTOFF_BLESS=1 cargo test --workspace ;;
  help | -h | --help) usage ;;
  *) usage >&2 && fail "There is no command $command." ;;
esac
