"""Microphone and loudspeaker of a system that has no sound card: two null sinks, one of which is spoken into."""

from __future__ import annotations

import shlex

from tests.machines.machine import Machine

SPEECH = "/srv/speech"
"""Where the system sees the recorded conversations."""
YES = "continue_recording/4"
ENTRY, LUNCH = ("continue_recording/1", YES), "35 EXPENSE 餐饮"
ANOTHER, TAXI = ("continue_recording/3", YES), "18.5 EXPENSE 交通"
"""Recordings of an entry and its confirmation, and the row that they make."""
_FORM = "format=s16le rate=16000 channels=1"
_HEARD = "heard.raw"
_NOISE = """\
import array, random, sys
second = array.array("h", (random.randint(-30, 30) for _ in range(16000))).tobytes()
while True:
    sys.stdout.buffer.write(second)
"""
"""60 dB below the loudest."""
_SERVER_SOCKET = "/run/trial-sound/native"

_SERVER_UNIT = f"""\
[Unit]
Description=Sound for a machine without a sound card
[Service]
User=nobody
RuntimeDirectory=trial-sound
Environment=HOME=/run/trial-sound
ExecStart=/usr/bin/pulseaudio -n --daemonize=no --use-pid-file=no --exit-idle-time=-1 --realtime=no --high-priority=no \\
  -L "module-native-protocol-unix socket={_SERVER_SOCKET} auth-anonymous=1" \\
  -L "module-null-sink sink_name=mic {_FORM}" -L "module-null-sink sink_name=speaker {_FORM}"
[Install]
WantedBy=multi-user.target
"""
_ALSA = f"""\
pcm.!default {{ type pulse server "unix:{_SERVER_SOCKET}" }}
ctl.!default {{ type pulse server "unix:{_SERVER_SOCKET}" }}
"""


def desktop_sound(machine: Machine, user: str) -> None:
    """Give a user's PipeWire both, as what everybody of that user speaks to and hears from."""
    for name in ("mic", "speaker"):
        _must(machine, user, f"pactl load-module module-null-sink sink_name={name} {_FORM}")
    _must(machine, user, "pactl set-default-source mic.monitor && pactl set-default-sink speaker")
    _open_room(machine, user)


def server_sound(machine: Machine, user: str) -> None:
    """Give the machine both by a PulseAudio of its own, to which ALSA leads, and a user who speaks there."""
    for path, text in (
        ("/etc/systemd/system/trial-sound.service", _SERVER_UNIT),
        ("/etc/asound.conf", _ALSA),
        ("/etc/environment", f"PULSE_SERVER=unix:{_SERVER_SOCKET}\n"),
    ):
        machine.must(f"printf %s {shlex.quote(text)} >> {path}")
    machine.must(
        "systemctl daemon-reload && systemctl enable --now trial-sound"
        f" && timeout 60 sh -c 'until PULSE_SERVER=unix:{_SERVER_SOCKET} pactl list short sinks | grep -q speaker;"
        " do sleep 0.1; done'"
    )
    _must(machine, user, "pactl set-default-source mic.monitor && pactl set-default-sink speaker")
    _open_room(machine, user)


def playing(recording: str, player: str) -> str:
    """The command that speaks a recording into the microphone and ends with its last sample."""
    return f"{player} {SPEECH}/{recording}.wav"


def loud_samples(machine: Machine, user: str) -> int:
    """How many samples of what came out are no silence."""
    heard = machine.read(f"/home/{user}/{_HEARD}")
    return sum(any(heard[place : place + 2]) for place in range(0, len(heard) - 1, 2))


def _open_room(machine: Machine, user: str) -> None:
    """Let somebody listen at the loudspeaker, and the microphone give what every room gives: a little noise.

    A microphone that gives zeros is taken for muted, and a null sink that nobody listens to plays in blocks of two seconds.
    """
    raw = "--raw --format=s16le --rate=16000 --channels=1 --latency-msec=20"
    options = "--user --quiet ${PULSE_SERVER:+--setenv=PULSE_SERVER}"
    noise = shlex.quote(f"python3 -c {shlex.quote(_NOISE)} | pacat --device=mic {raw}")
    _must(machine, user, f"systemd-run {options} --unit=trial-noise sh -c {noise}")
    ear = f"parec --device=speaker.monitor {raw} $HOME/{_HEARD}"
    _must(machine, user, f"systemd-run {options} --unit=trial-ear {ear}")


def _must(machine: Machine, user: str, line: str) -> None:
    done = machine.line(user, line)
    assert done.status == 0, f"$ {line}\n{done.output}"
