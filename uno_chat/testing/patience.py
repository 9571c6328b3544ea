"""How long whoever waits for something waits before it is said not to come."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 120.0
"""Seconds. What is waited for comes within a moment; but a machine that others use, too, may stand
still for a while, and a turn that could not be told of is looked at again after a minute.
"""
