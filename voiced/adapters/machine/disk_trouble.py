"""What the system says of a disk that is full or fails: it may be well the next time, and no input is wrong."""

from __future__ import annotations

import errno

DISK_TROUBLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""No room, none for this user, none in one file, and a disk that fails."""
