"""``python -m uno_chat``."""

import sys

from uno_chat.cli import main

if __name__ == "__main__":
    sys.exit(main())
