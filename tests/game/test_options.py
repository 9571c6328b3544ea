"""Options are one value that cannot contradict itself."""

import pytest

from uno_chat.game import OptionFault, Options, OptionsError, Scoring


def test_without_choices_the_classic_game_is_played_to_500() -> None:
    options = Options.of({})
    assert (options.edition, options.goal, options.uno_penalty) == ("classic108", 500, 2)


def test_values_may_be_written_as_text() -> None:
    options = Options.of({"goal": "200", "strict": "yes", "scoring": "lowest"})
    assert options == Options(goal=200, strict=True, scoring=Scoring.LOWEST)


def test_options_survive_the_way_through_plain_values() -> None:
    options = Options.of({"goal": 200, "wd4": "no_bluff", "false_catch": 2})
    assert Options.of(options.as_mapping()) == options


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"gaol": 200}, "There is no option 'gaol'; did you mean 'goal'?"),
        ({"edition": "classic"}, "There is no edition 'classic'; did you mean 'classic108'?"),
        ({"goal": -1}, "goal is a number from 0 to 1000000."),
        ({"goal": "many"}, "goal is a whole number, not 'many'."),
        ({"goal": "1" * 5000}, "goal is a number from 0 to 1000000."),
        ({"goal": True}, "goal is a whole number, not True."),
        ({"strict": 1}, "strict is true or false, not 1."),
        ({"wd4": "maybe"}, "wd4 is one of bluff, no_bluff, always, not 'maybe'."),
        ({"best_of": 3, "goal": 200}, "best_of=3 does not go with goal=200: choose one of them."),
        ({"best_of": 3, "scoring": "lowest"}, "scoring=lowest does not go with best_of=3"),
        ({"goal": 0, "scoring": "lowest"}, "scoring=lowest does not go with goal=0: choose one"),
        ({"uno_mode": "auto", "false_catch": 2}, "false_catch=2 needs uno_mode=call."),
        ({"uno_mode": "none", "false_uno": 3}, "false_uno=3 needs uno_mode=call."),
        ({"save_wilds": True}, "save_wilds=on needs must_play=on."),
        ({"jump_in_fours": "yes"}, "jump_in_fours=on needs jump_in=on."),
        ({"customizable": 2}, "customizable=2 needs edition=pack112_2018."),
        ({"custom_text": "sing"}, "custom_text=sing needs edition=pack112_2018."),
        ({"downpours": 1}, "downpours=1 needs edition=h2o."),
        ({"custom_text": "x" * 121}, "custom_text is one line of at most 120 signs."),
        ({"custom_text": "a\nb"}, "custom_text is one line of at most 120 signs."),
        ({"edition": "h2o", "keep_drawing": True}, "keep_drawing=on does not go with edition=h2o"),
        ({"last_card_trades": True}, "last_card_trades=on needs seven_o=on."),
        ({"strict": True, "wd4": "no_bluff"}, "strict=on does not go with wd4=no_bluff"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(
    given: dict[str, object], sentence: str
) -> None:
    with pytest.raises(OptionsError) as caught:
        Options.of(given)
    assert str(caught.value).startswith(sentence)


def test_a_fault_says_without_words_what_is_wrong() -> None:
    with pytest.raises(OptionsError) as caught:
        Options.of({"goal": "9" * 5000})
    assert caught.value.fault is OptionFault.OUT_OF_RANGE
    with pytest.raises(OptionsError) as caught:
        Options.of({"wd4": "maybe"})
    assert caught.value.fault is OptionFault.NOT_ONE_OF
    assert caught.value.parts == {
        "name": "wd4",
        "value": "maybe",
        "words": "bluff, no_bluff, always",
    }
