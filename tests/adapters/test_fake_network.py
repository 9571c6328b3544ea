"""The fake network keeps what a network keeps, and forgets nothing when an adapter goes."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from uno_chat.contract import (
    Batch,
    Buttons,
    Capabilities,
    Choice,
    Choices,
    Conversation,
    Delivery,
    Document,
    Moved,
    NotAuthentic,
    OutcomeUnknown,
    Pressed,
    Puller,
    Rejected,
    RetryLater,
    Said,
    TargetGone,
    TargetMoved,
    Toast,
    Unreachable,
    User,
    line,
)
from uno_chat.testing.fake_adapter import FakeAdapter
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.faults import Fine, Lost, Refused, TooMany

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN = User("fake", "ann")
FAMILY = Conversation("fake", "family")


def network_of(ann_in: str = "family") -> FakeNetwork:
    network = FakeNetwork(lambda: NOW)
    network.contact("ann")
    network.join("ann", ann_in)
    return network


def page(text: str, *options: tuple[str, str]) -> Document:
    choices = Choices(tuple(Choice(label, token) for label, token in options))
    return Document((line(text), choices))


async def batch_of(adapter: FakeAdapter, cursor: str | None = None) -> Batch:
    assert isinstance(adapter.source, Puller)
    return await adapter.source.pull(cursor)


async def pulled(adapter: FakeAdapter, cursor: str | None = None) -> list[str]:
    return [envelope.id for envelope in (await batch_of(adapter, cursor)).envelopes]


async def test_what_was_not_confirmed_comes_again_to_the_next_adapter() -> None:
    network = network_of()
    network.say("ann", "r7")
    first = await pulled(network.adapter())
    assert await pulled(network.adapter()) == first
    assert await pulled(network.adapter(), "2") == ["e3"]


async def test_a_pull_waits_until_something_happens() -> None:
    network = network_of()
    pull = asyncio.ensure_future(pulled(network.adapter(), "2"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not pull.done()
    network.say("ann", "draw")
    assert await pull == ["e3"]


async def test_events_come_twice_and_out_of_order_on_demand() -> None:
    network = network_of()
    said = [network.say("ann", str(number)) for number in range(6)]
    network.redeliver(said[0])
    network.shuffle(Random(3))
    events = await pulled(network.adapter())
    assert sorted(events) == sorted(["e1", "e2", *said, said[0]])
    assert events != sorted(events)


async def test_everybody_sees_the_group_and_only_one_the_private_chat() -> None:
    network = network_of()
    network.join("ben", "family")
    adapter = network.adapter()
    await adapter.deliver(Delivery("k1", FAMILY, page("the table")))
    await adapter.deliver(Delivery("k2", ANN, page("the hand")))
    assert [s.page.text for s in network.seen_by("ben")] == ["the table\n"]
    assert [s.page.text for s in network.seen_by("ann")] == ["the table\n", "the hand\n"]


async def test_a_press_is_answered_to_who_pressed_and_only_once() -> None:
    network = network_of()
    adapter = network.adapter()
    receipt = await adapter.deliver(Delivery("k1", FAMILY, page("table", ("Catch", "t1"))))
    network.press("ann", "catch", group="family")
    event = (await batch_of(adapter, "2")).envelopes[0].event
    assert isinstance(event, Pressed)
    assert (event.token, event.on) == ("t1", receipt.message)
    await adapter.deliver(Toast("k2", event.ack or "", "Whom?"))
    assert [s.page.text for s in network.seen_by("ann") if s.kind == "toast"] == ["Whom?"]
    with pytest.raises(Rejected):
        await adapter.deliver(Toast("k3", event.ack or "", "Whom?"))


async def test_faults_come_in_the_order_of_the_script() -> None:
    network = network_of()
    adapter = network.adapter()
    network.fail_writes(TooMany(timedelta(seconds=7)), Refused(), Lost(shown=True), Fine())
    network.fail_writes(Lost(shown=False))
    with pytest.raises(RetryLater) as told:
        await adapter.deliver(Delivery("k1", ANN, page("one")))
    assert told.value.after == timedelta(seconds=7)
    with pytest.raises(RetryLater):
        await adapter.deliver(Delivery("k1", ANN, page("one")))
    with pytest.raises(OutcomeUnknown):
        await adapter.deliver(Delivery("k1", ANN, page("one")))
    await adapter.deliver(Delivery("k1", ANN, page("one")))
    with pytest.raises(OutcomeUnknown):
        await adapter.deliver(Delivery("k2", ANN, page("two")))
    assert network.times_shown() == {"k1": 2}
    assert network.calls["send"] == 5


async def test_a_pull_that_fails_loses_nothing() -> None:
    network = network_of()
    network.fail_pulls(Lost(shown=True), Refused())
    for _ in range(2):
        with pytest.raises(RetryLater):
            await pulled(network.adapter())
    assert await pulled(network.adapter()) == ["e1", "e2"]


async def test_who_never_pressed_start_or_blocked_us_cannot_be_written_to() -> None:
    network = network_of()
    network.join("ben", "family")
    adapter = network.adapter()
    with pytest.raises(Unreachable, match="start"):
        await adapter.deliver(Delivery("k1", User("fake", "ben"), page("hand")))
    network.blocked.add("ann")
    with pytest.raises(Unreachable, match="unblock"):
        await adapter.deliver(Delivery("k2", ANN, page("hand")))
    network.contact("ann")
    await adapter.deliver(Delivery("k3", ANN, page("hand")))


async def test_a_group_that_moved_says_where_it_is() -> None:
    network = network_of()
    adapter = network.adapter()
    network.move("family", "clan")
    clan = Conversation("fake", "clan")
    with pytest.raises(TargetMoved) as told:
        await adapter.deliver(Delivery("k1", FAMILY, page("table")))
    assert told.value.to == clan
    await adapter.deliver(Delivery("k1", clan, page("table")))
    assert [s.page.text for s in network.seen_by("ann")] == ["table\n"]
    moved = FakeAdapter("fake", network.capabilities, network.call)
    assert (await batch_of(moved, "2")).envelopes[0].event == Moved(clan)


async def test_an_edit_stands_where_the_message_stood() -> None:
    network = network_of()
    adapter = network.adapter()
    first = (await adapter.deliver(Delivery("k1", ANN, page("old")))).message
    await adapter.deliver(Delivery("k2", ANN, page("notice")))
    assert (await adapter.deliver(Delivery("k3", ANN, page("new"), first))).message == first
    assert [p.text for p in network.pages("@ann")] == ["new\n", "notice\n"]
    assert first is not None
    network.delete(first)
    with pytest.raises(TargetGone):
        await adapter.deliver(Delivery("k4", ANN, page("newer"), first))


@pytest.mark.parametrize(
    ("declared", "document"),
    [
        (Capabilities(text_limit=3), page("four")),
        (Capabilities(), page("a", ("A", "t"))),
        (Capabilities(buttons=Buttons(1, 1, 3)), page("a", ("A", "four"))),
        (Capabilities(buttons=Buttons(1, 1, 3)), page("a", ("A", "a"), ("B", "b"))),
    ],
)
async def test_more_than_was_declared_is_refused(
    declared: Capabilities, document: Document
) -> None:
    network = FakeNetwork(lambda: NOW, capabilities=declared)
    with pytest.raises(Rejected):
        await network.adapter().deliver(Delivery("k1", ANN, document))
    assert network.shown == ()


async def test_a_key_is_shown_once_where_sends_are_idempotent() -> None:
    network = FakeNetwork(lambda: NOW, capabilities=Capabilities(idempotent_sends=True))
    adapter = network.adapter()
    first = await adapter.deliver(Delivery("k1", ANN, Document((line("hi"),))))
    assert await adapter.deliver(Delivery("k1", ANN, Document((line("hi"),)))) == first
    assert network.times_shown() == {"k1": 1}


async def test_markup_in_a_text_is_read_as_text() -> None:
    network = network_of()
    await network.adapter().deliver(Delivery("k1", ANN, page("<b>&amp;</b> a < b")))
    assert network.pages("@ann")[0].text == "<b>&amp;</b> a < b\n"


async def test_a_webhook_is_told_what_a_puller_would_fetch() -> None:
    network = network_of()
    network.say("ann", "r7")
    source = network.webhook_adapter("s3cret").source
    assert not isinstance(source, Puller)
    told, *_ = network.requests("s3cret", since=2)
    assert (await source.decode(told)).envelopes[0].event == Said("r7")
    with pytest.raises(NotAuthentic):
        await source.decode(replace(told, headers={}))


def test_a_button_that_is_not_there_is_named_with_those_that_are() -> None:
    network = network_of()
    with pytest.raises(LookupError, match="no button like 'draw' for ann"):
        network.press("ann", "draw")
