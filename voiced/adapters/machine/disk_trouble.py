"""Error numbers for a disk that is full or fails. The input is right, and another attempt may succeed."""

from __future__ import annotations

import errno

DISK_TROUBLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""The disk is full, the user's quota is used up, the file may not grow, the disk fails."""
