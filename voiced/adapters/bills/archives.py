"""The file in an archive of bills, which its maker may have locked with a password."""

from __future__ import annotations

import io
import zipfile

from voiced.adapters.machine.installed_parts import how_to_get
from voiced.errors import WrongInput

ARCHIVE = b"PK\x03\x04"
"""The beginning of an archive, and of a workbook, which is one."""
SHEET = "xl/worksheets/sheet1.xml"
"""The first sheet of a workbook."""
MOST_BYTES = 16 * 1024 * 1024
"""The largest file; a line of 微信 has about 200 bytes."""

_BILLS = (".csv", ".xlsx")
_LOCKED = 0x1
_AES = 99
"""The method of compression of a member that is locked with AES."""


def unpacked(content: bytes, password: bytes | None) -> bytes:
    """The only bill in an archive; the content itself if it is no archive, or a workbook.

    Raises:
        WrongInput: the archive has no bill or several, is damaged, or the password does not open it.
    """
    if not content.startswith(ARCHIVE):
        return content
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if SHEET in packed.namelist():
                return content
            member = _bill_in(packed.infolist())
            if not member.flag_bits & _LOCKED:
                return _bytes_of(packed, member.filename, None)
            if password is None:
                raise WrongInput(
                    "is an archive with a password; give it on standard input, with --password-stdin"
                )
            if member.compress_type != _AES:
                return _bytes_of(packed, member.filename, password)
        return _unlocked(content, member.filename, password)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError, ValueError) as error:
        # The library tells a wrong password by a sentence of its own alone, and a checksum may find it first.
        raise WrongInput(
            f"the archive cannot be opened: {error}; check its password, or export it again"
        ) from error


def _bill_in(members: list[zipfile.ZipInfo]) -> zipfile.ZipInfo:
    bills = [one for one in members if one.filename.lower().endswith(_BILLS)]
    if len(bills) != 1:
        raise WrongInput(
            f"is an archive with {len(bills)} files of CSV or xlsx; unpack it and name one of them"
        )
    return bills[0]


def _unlocked(content: bytes, name: str, password: bytes) -> bytes:
    try:
        import pyzipper  # noqa: PLC0415 - of the extra `bills`
    except ImportError as error:
        raise WrongInput(
            f"is locked with AES; {how_to_get('bills')}, or unpack it and name the file in it"
        ) from error
    with pyzipper.AESZipFile(io.BytesIO(content)) as packed:
        return _bytes_of(packed, name, password)


def _bytes_of(packed: zipfile.ZipFile, name: str, password: bytes | None) -> bytes:
    with packed.open(name, pwd=password) as opened:
        content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise WrongInput(f"holds a file larger than {MOST_BYTES >> 20} MiB; export a shorter time")
    return content
