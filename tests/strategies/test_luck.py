"""Luck is the same everywhere and as good as any."""

from collections import Counter

from uno_chat.strategies import luck_from
from uno_chat.strategies.luck import mix, pick


def test_luck_is_the_same_on_every_machine_and_python() -> None:
    luck = luck_from(bytes(range(32)), "computer 3")
    numbers = [luck.random().hex() for _ in range(2)]
    assert numbers == ["0x1.5f69726f38f04p-2", "0x1.25040f2ba644ap-2"]


def test_another_seed_or_label_is_other_luck() -> None:
    sources = [luck_from(bytes(32)), luck_from(bytes(32), "x"), luck_from(bytes(31) + b"\1")]
    assert len({source.random() for source in sources}) == 3


def test_every_thing_is_picked_as_often() -> None:
    luck = luck_from(bytes(32))
    counts = Counter(pick(luck, "abc") for _ in range(3000))
    assert all(900 < counts[letter] < 1100 for letter in "abc")


def test_every_order_is_mixed_as_often() -> None:
    luck = luck_from(bytes(32))
    counts: Counter[str] = Counter()
    for _ in range(3000):
        letters = list("abc")
        mix(luck, letters)
        counts["".join(letters)] += 1
    assert len(counts) == 6
    assert all(400 < count < 600 for count in counts.values())
