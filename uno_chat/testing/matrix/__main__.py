"""Install the Synapse of the tests and say where it is."""

from __future__ import annotations

import sys

from uno_chat.testing.matrix.installed import install

sys.stdout.write(f"{install()}\n")
