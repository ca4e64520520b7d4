"""`python -m voiced` is the command `voiced`."""

from voiced.cli.main import main

raise SystemExit(main())
