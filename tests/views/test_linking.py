"""What is told about accounts: a sentence for everything, in every language, and no dead end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from uno_chat.contract import Choices, Document, Mark, Paragraph, Span
from uno_chat.table.habits import Told
from uno_chat.views import Accounts, Reader, Remark, as_text, help_page, languages, remark_page
from uno_chat.views.linking import link_page
from uno_chat.views.personal_pages import personal_page

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NETWORKS = ("irc", "matrix", "telegram")
ANN = {"name": "Ann", "network": "matrix"}
SAID: Mapping[Remark, Mapping[str, str]] = {
    Remark.LINK_CODE: {
        "code": "KQRTMP",
        "networks": "irc|matrix",
        "minutes": "10",
        "on matrix": "@uno:example.org",
    },
    Remark.LINK_NUMBER: {"number": "0471", **ANN},
    Remark.LINK_ASKED: {"id": "@ann:example.org", **ANN},
    Remark.LINK_WRONG: {},
    Remark.LINK_LATER: {"when": NOON.isoformat()},
    Remark.LINK_HERE: {},
    Remark.LINK_NO_NETWORK: {},
    Remark.LINK_ALREADY: {},
    Remark.LINK_TWICE: {"network": "irc"},
    Remark.LINK_SEATS: {"tables": "Family #1|#2"},
    Remark.LINK_NO_NUMBER: {},
    Remark.LINK_NOT_IT: {"left": "2"},
    Remark.LINKED: {"hands": "irc", **ANN},
    Remark.UNLINKED: {"network": "irc"},
    Remark.PARTED: {},
    Remark.FORGOTTEN: {},
    Remark.EXPORT_LATER: {"when": NOON.isoformat()},
    Remark.UNLINK_LAST: {},
    Remark.NO_ACCOUNT: {"text": "xmpp", "networks": "irc|matrix"},
    Remark.HANDS: {"hands": "irc"},
    Remark.HANDS_ELSEWHERE: {"hands": "irc"},
    Remark.HANDS_BACK: {"network": "irc"},
    Remark.ONLY_PRIVATE: {"void": "yes"},
}


def reader(language: str = "en", networks: tuple[str, ...] = NETWORKS) -> Reader:
    return Reader(language, UTC, "/", networks=networks)


def page(part: str, accounts: Accounts, networks: tuple[str, ...] = NETWORKS) -> Document:
    return personal_page(Told(), part, accounts, reader(networks=networks), NOON)


def labels(document: Document) -> list[str]:
    blocks = (block for block in document.blocks if isinstance(block, Choices))
    return [option.label for block in blocks for option in block.options]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("remark", SAID)
def test_everything_is_told_in_every_language(remark: Remark, language: str) -> None:
    text = as_text(remark_page(remark, SAID[remark], reader(language), NOON))
    assert text
    assert all(
        part in text
        for name, part in SAID[remark].items()
        if name in {"code", "number", "on matrix"}
    )
    said = as_text(remark_page(remark, SAID[remark], reader(), NOON))
    assert (language == "en") == (text == said)


def test_what_our_account_is_called_mentions_nobody_who_is_called_so_here() -> None:
    told = remark_page(Remark.LINK_CODE, SAID[Remark.LINK_CODE], reader(), NOON)
    spans = [s for block in told.blocks if isinstance(block, Paragraph) for s in block.spans]
    (name,) = [span for span in spans if "@" in span.text]
    assert name == Span("@uno:example.org", frozenset({Mark.CODE}))


def test_nothing_about_accounts_is_forgotten_here() -> None:
    about = {remark for remark in Remark if remark_is_about_accounts(remark)}
    assert about == {*SAID}


def remark_is_about_accounts(remark: Remark) -> bool:
    parts = {name: part for said in SAID.values() for name, part in said.items()}
    return link_page(remark, parts, reader(), NOON) is not None


@pytest.mark.parametrize(
    ("remark", "parts", "text"),
    [
        (Remark.LINK_NOT_IT, {"left": "1"}, "That is not the number. You may try once more."),
        (Remark.LINK_NOT_IT, {}, "That is not the number, and the code is void."),
        (Remark.LINKED, ANN, "Your account Ann on Matrix is linked. Your cards arrive here."),
        (Remark.HANDS, {}, "Your cards arrive here."),
        (Remark.ONLY_PRIVATE, {}, "That is for our private chat: write it to me there."),
        (
            Remark.UNLINKED,
            {"network": "irc", "hands": "matrix"},
            (
                "Your account on IRC is not linked any more."
                " Your cards arrive on Matrix; “hands here” brings them here."
            ),
        ),
    ],
)
def test_a_sentence_says_how_it_is(remark: Remark, parts: Mapping[str, str], text: str) -> None:
    assert as_text(remark_page(remark, parts, reader(), NOON)).startswith(text)


def test_one_account_can_be_linked_and_nothing_else() -> None:
    alone = Accounts(("irc",), "irc")
    assert "Account: IRC" in as_text(page("", alone))
    assert labels(page("accounts", alone)) == ["Link an account", "Back"]


def test_accounts_on_all_networks_can_be_chosen_and_parted_with() -> None:
    everywhere = Accounts(NETWORKS, "matrix")
    assert "Accounts: IRC, Matrix and Telegram; your cards arrive on Matrix" in as_text(
        page("", everywhere)
    )
    assert labels(page("accounts", everywhere)) == [
        *("My cards on IRC", "✓ My cards on Matrix", "My cards on Telegram"),
        *("Unlink IRC", "Unlink Matrix", "Unlink Telegram"),
        "Back",
    ]


def test_where_there_is_one_network_nothing_is_said_of_accounts() -> None:
    alone = Accounts(("irc",), "irc")
    assert "ccount" not in as_text(page("", alone, ("irc",)))
    assert "link" not in as_text(help_page(reader(networks=("irc",)), private=True))
    help_ = as_text(help_page(reader("fr"), private=True))
    assert all(f"\n{word} – " in help_ for word in ("lier", "mains ici", "délier"))


def test_accounts_of_a_network_that_is_served_no_more_can_still_be_parted_with() -> None:
    both = Accounts(("irc", "matrix"), "matrix")
    assert "Accounts: IRC and Matrix" in as_text(page("", both, ("irc",)))
    assert "Unlink Matrix" in labels(page("accounts", both, ("irc",)))
