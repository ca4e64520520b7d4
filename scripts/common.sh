# shellcheck shell=bash
# What every script here starts with: `source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"`.
# Works from any folder, in a checkout whose path has spaces, and without colours when nobody watches.

cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." || exit 1

if [[ -t 1 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]]; then
  bold=$'\e[1m' dim=$'\e[2m' red=$'\e[31m' plain=$'\e[0m'
else
  bold='' dim='' red='' plain=''
fi
# shellcheck disable=SC2034  # for the scripts that source this
readonly bold dim red plain

heading() { # TEXT
  printf '\n%s== %s%s\n' "$bold" "$1" "$plain"
}

fail() { # TEXT…  Each argument is a line.
  local name=${0##*/}
  printf "%s$name: %s%s\n" "$red" "$1" "$plain" >&2
  shift
  (($# == 0)) || printf '  %s\n' "$@" >&2
  exit 1
}
