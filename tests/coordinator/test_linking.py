"""Two accounts become one player's: a code goes one way, a number comes back, all in private."""

from datetime import timedelta

import pytest

from uno_chat.contract import Player, Said
from uno_chat.coordinator import keep_account
from uno_chat.coordinator.guessing import GUESSES, WITHIN
from uno_chat.coordinator.tickets import LASTS, TRIES
from uno_chat.testing.desk import Desk, user
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.pairing import code_for, link, number_for, two_networks

NO_CODE = "I know no such code, or its time is over."


@pytest.fixture
def desk() -> Desk:
    return two_networks()


def player(desk: Desk, who: str) -> Player:
    return desk.rows.players[desk.player(who)]


def last(desk: Desk, who: str) -> str:
    return desk.to(f"@{who}")[-1].text


def are_one(desk: Desk, *people: str) -> bool:
    return len({desk.player(who) for who in people}) == 1


def test_a_code_and_a_number_make_one_player_of_two_accounts(desk: Desk) -> None:
    code = code_for(desk, "ann")
    assert last(desk, "ann").splitlines()[0] == (
        "Write this to me in private on Bare, within 10 minutes:"
    )
    desk.say("bare:bea", f"link {code}")
    number = number_for(desk, "bare:bea")
    assert last(desk, "bare:bea").splitlines()[:2] == [
        "Now write this to me on Fake, where Ann got the code:",
        f"link {number}",
    ]
    assert not are_one(desk, "ann", "bare:bea")
    assert desk.say("ann", f"link {number}") == "linked"
    assert are_one(desk, "ann", "bare:bea")
    assert player(desk, "ann").users == (user("bare:bea"), user("ann"))
    assert len(desk.rows.players) == 1


def test_whoever_gets_a_code_is_told_as_what_we_are_found_where_it_has_to_be_written(
    desk: Desk,
) -> None:
    desk.do(lambda tx: keep_account(tx, "bare", "@before"))
    desk.do(lambda tx: keep_account(tx, "bare", "@uno:bare.example"))
    desk.do(lambda tx: keep_account(tx, "fake", "@uno_bot"))
    code_for(desk, "ann")
    assert "On Bare I am @uno:bare.example\n" in last(desk, "ann")
    assert "@uno_bot" not in last(desk, "ann")
    desk.do(lambda tx: keep_account(tx, "bare", ""))
    code_for(desk, "ann")
    assert "I am" not in last(desk, "ann")


def test_the_owner_is_told_who_wrote_the_code_and_both_when_it_is_done(desk: Desk) -> None:
    desk.say("bare:bea", f"link {code_for(desk, 'ann')}")
    assert last(desk, "ann").startswith("Bea on Bare (bea) has written your code.")
    desk.say("ann", f"link {number_for(desk, 'bare:bea')}")
    assert last(desk, "ann") == "Your account Bea on Bare is linked. Your cards arrive here."
    assert last(desk, "bare:bea") == (
        "Your account Ann on Fake is linked."
        " Your cards arrive on Fake; “hands here” brings them here."
    )
    assert {sent.chat for sent in desk.sent} == {"@ann", "@bare:bea"}


def test_a_name_cannot_disturb_what_is_told_of_it(desk: Desk) -> None:
    code = code_for(desk, "ann")
    event = Said(f"link {code}", to_us=False)
    desk.take(desk.envelope("bare:bea", event, None, name="B\nlink 1\u202e"))
    assert last(desk, "ann").startswith("B link 1 on Bare (bea) has written your code.")


@pytest.mark.parametrize("written", ["{} ", "{}-", " {}"])
def test_a_code_may_be_written_as_people_write(desk: Desk, written: str) -> None:
    code = code_for(desk, "ann").lower()
    desk.say("bare:bea", f"LINK {written.format(code[:3])}{code[3:]}")
    assert "Now write this to me on Fake" in last(desk, "bare:bea")


# who must not get in


def test_nobody_else_can_write_the_number(desk: Desk) -> None:
    """Who has seen the code over a shoulder is told the number, and Ann is not."""
    code = code_for(desk, "ann")
    desk.say("bare:eve", f"link {code}")
    number = number_for(desk, "bare:eve")
    for who in ("bare:eve", "bob", "bare:bea"):
        desk.say(who, f"link {number}")
        assert last(desk, who).startswith("I wait for no number from you.")
    desk.say("bare:bea", f"link {code}")
    assert last(desk, "bare:bea").startswith(NO_CODE)
    assert len(desk.rows.players) == len(desk.rows.users)


def test_who_talks_somebody_into_writing_a_code_cannot_guess_the_number(desk: Desk) -> None:
    desk.say("bare:bea", f"link {code_for(desk, 'eve')}")
    number = number_for(desk, "bare:bea")
    wrong = [f"{(int(number) + step) % 10_000:04}" for step in range(1, TRIES + 1)]
    said = []
    for guess in (*wrong, number):
        desk.say("eve", f"link {guess}")
        said.append(last(desk, "eve").split(". ")[1])
    assert said == [
        "You may try 2 times more.",
        "You may try once more.",
        "“link” begins anew.",
        "“link” begins.",
    ]
    assert not are_one(desk, "eve", "bare:bea")


def test_a_code_is_good_once_and_for_a_while(desk: Desk) -> None:
    used = code_for(desk, "ann")
    desk.say("bare:bea", f"link {used}")
    desk.say("ann", f"link {number_for(desk, 'bare:bea')}")
    desk.say("bare:eve", f"link {used}")
    assert last(desk, "bare:eve").startswith(NO_CODE)
    old = code_for(desk, "carl")
    desk.now += LASTS
    desk.say("bare:eve", f"link {old}")
    assert last(desk, "bare:eve").startswith(NO_CODE)


def test_a_number_is_good_for_as_long_as_its_code(desk: Desk) -> None:
    desk.say("bare:bea", f"link {code_for(desk, 'ann')}")
    desk.now += LASTS
    desk.say("ann", f"link {number_for(desk, 'bare:bea')}")
    assert last(desk, "ann").startswith("I wait for no number from you.")


def test_a_new_code_makes_the_one_before_void(desk: Desk) -> None:
    first, second = code_for(desk, "ann"), code_for(desk, "ann")
    assert first != second
    desk.say("bare:bea", f"link {first}")
    assert last(desk, "bare:bea").startswith(NO_CODE)
    desk.say("bare:bea", f"link {second}")
    assert last(desk, "bare:bea").startswith("Now write this")


def test_codes_that_are_over_are_forgotten(desk: Desk) -> None:
    for who in ("ann", "bob"):
        code_for(desk, who)
    desk.now += LASTS
    code_for(desk, "carl")
    assert len(desk.rows.memories[""]) == 1


def test_whoever_writes_many_wrong_codes_waits(desk: Desk) -> None:
    code = code_for(desk, "ann")
    for _ in range(GUESSES):
        desk.say("bare:eve", "link bcdfgh")
        assert last(desk, "bare:eve").startswith(NO_CODE)
    desk.say("bare:eve", f"link {code}")
    assert last(desk, "bare:eve") == "Too many wrong codes: try again at 13:00 UTC."
    desk.say("bare:bea", f"link {code}")
    assert last(desk, "bare:bea").startswith("Now write this")
    desk.now += WITHIN
    desk.say("bare:eve", "link bcdfgh")
    assert last(desk, "bare:eve").startswith(NO_CODE)


def test_what_is_written_in_a_group_is_void(desk: Desk) -> None:
    code = code_for(desk, "ann")
    desk.say("bob", f"/link {code}", "family")
    assert last(desk, "bob").endswith("What you wrote here is void now.")
    desk.say("bare:bea", f"link {code}")
    assert last(desk, "bare:bea").startswith(NO_CODE)
    assert desk.to("family") == []


def test_a_number_written_in_a_group_is_void(desk: Desk) -> None:
    desk.say("bare:bea", f"link {code_for(desk, 'ann')}")
    number = number_for(desk, "bare:bea")
    desk.say("ann", f"/link {number}", "family")
    assert last(desk, "ann").endswith("What you wrote here is void now.")
    desk.say("ann", f"link {number}")
    assert not are_one(desk, "ann", "bare:bea")


def test_a_code_is_shown_in_no_group_and_in_no_toast(desk: Desk) -> None:
    desk.say("ann", "/link", "family")
    assert last(desk, "ann") == "That is for our private chat: write it to me there."
    desk.say("ann", "hands")
    desk.press_token("ann", desk.token("link", 0))
    toast, code = sorted(desk.to("@ann")[-2:], key=lambda sent: sent.kind, reverse=True)
    assert (toast.text, code.notify) == ("", True)
    assert code.text.startswith("Write this to me in private on Bare")


def test_codes_guessed_in_groups_make_no_code_void_for_ever(desk: Desk) -> None:
    code = code_for(desk, "ann")
    for _ in range(GUESSES):
        desk.say("eve", "/link bcdfgh", "family")
    desk.say("eve", f"/link {code}", "family")
    desk.say("bare:bea", f"link {code}")
    assert last(desk, "bare:bea").startswith("Now write this")


# what cannot be linked


def test_a_code_is_for_another_network(desk: Desk) -> None:
    code = code_for(desk, "ann")
    for who in ("ann", "bob"):
        desk.say(who, f"link {code}")
        assert last(desk, who).startswith("That code is for another network")
    desk.say("bare:bea", f"link {code}")
    assert last(desk, "bare:bea").startswith("Now write this")


def test_a_player_has_one_account_on_each_network(desk: Desk) -> None:
    desk.others["third"] = LIKE_TELEGRAM
    link(desk, "ann", "bare:bea")
    desk.say("third:carl", f"link {code_for(desk, 'ann')}")
    desk.say("ann", f"link {number_for(desk, 'third:carl')}")
    assert are_one(desk, "ann", "bare:bea", "third:carl")
    code = code_for(desk, "bob")
    desk.say("bare:bea", f"link {code}")
    assert last(desk, "bare:bea").startswith("Both have an account on Fake")
    desk.say("bob", "link")
    desk.say("third:carl", "link")
    assert last(desk, "third:carl") == "You can play from no other network here."


def test_accounts_of_one_player_are_told_so(desk: Desk) -> None:
    desk.others["third"] = LIKE_TELEGRAM
    link(desk, "ann", "bare:bea")
    desk.say("bare:bea", f"link {code_for(desk, 'ann')}")
    assert last(desk, "bare:bea") == "These accounts are one player already."


def test_a_house_of_one_network_links_nothing() -> None:
    desk = Desk()
    desk.say("ann", "link")
    assert last(desk, "ann") == "You can play from no other network here."
    desk.say("ann", "help")
    assert "link" not in last(desk, "ann")
    desk.say("ann", "settings")
    assert "Account" not in last(desk, "ann")


def test_french_words_and_texts(desk: Desk) -> None:
    desk.say("ann", "language fr")
    desk.say("ann", "lier un compte")
    text = last(desk, "ann")
    assert text.startswith("Écris-moi ceci en privé sur Bare, dans les 10 minutes")
    assert text.splitlines()[1].startswith("lier ")
    desk.say("bare:bea", text.splitlines()[1].replace("lier", "link"))
    desk.say("ann", f"lier {number_for(desk, 'bare:bea')}")
    assert are_one(desk, "ann", "bare:bea")
    desk.say("ann", "mains bare")
    assert "« mains ici »" in last(desk, "ann").replace("\u00a0", " ")
    desk.say("ann", "mains ici")
    assert last(desk, "ann") == "Tes cartes arrivent ici."
    desk.say("ann", "délier bare")
    assert not are_one(desk, "ann", "bare:bea")


def test_a_link_is_forgotten_with_the_time_of_its_code(desk: Desk) -> None:
    desk.say("bare:bea", f"link {code_for(desk, 'ann')}")
    desk.now += LASTS - timedelta(seconds=1)
    desk.say("ann", f"link {number_for(desk, 'bare:bea')}")
    assert are_one(desk, "ann", "bare:bea")
    assert desk.rows.memories[""] == {}
