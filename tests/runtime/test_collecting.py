"""The garbage collector leaves alone what lives until the end."""

from __future__ import annotations

import gc

from uno_chat.runtime import spare_what_is_there


def test_what_is_there_is_not_walked_over_again() -> None:
    there = ["what is there"]
    try:
        spare_what_is_there()
        new = ["what comes"]
        walked = {id(one) for one in gc.get_objects()}
        assert id(new) in walked
        assert id(there) not in walked
    finally:
        gc.unfreeze()
