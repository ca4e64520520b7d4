# shellcheck shell=bash
# What scripts/setup and scripts/install both ask of the machine. To be sourced after common.sh.

has_library() { # SONAME
  [[ $(PATH=$PATH:/usr/sbin:/sbin ldconfig -p) == *"$1 "* ]]
}

# By Debian's names.
missing_run_time_packages() {
  command -v espeak-ng >/dev/null || echo espeak-ng
  has_library libespeak-ng.so.1 || echo libespeak-ng1
  has_library libportaudio.so.2 || echo libportaudio2
  compgen -G '/usr/lib/*/alsa-lib/libasound_module_pcm_pulse.so' >/dev/null || echo libasound2-plugins
}

find_python() {
  local candidate
  for candidate in ${PYTHON:+"$PYTHON"} python3.11 python3.12 python3.13 python3; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  return 1
}

# The package of venv where Debian left it out of Python.
missing_venv_package() { # PYTHON
  "$1" -c 'import ensurepip' 2>/dev/null ||
    "$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
}
