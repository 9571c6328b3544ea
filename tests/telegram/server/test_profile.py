"""What a bot tells Telegram about itself."""

import pytest
import telegram
from telegram import BotCommand
from telegram.error import BadRequest

from uno_chat.testing.telegram import Bot, Group, LocalTelegram, Person


async def test_a_bot_knows_itself_by_name(client: telegram.Bot, bot: Bot) -> None:
    """2.1 [P]: a command handler needs the username."""
    me = await client.get_me()
    assert (me.id, me.username, me.is_bot) == (bot.id, "uno_test_bot", True)
    assert me.can_read_all_group_messages is False
    bot.privacy = False
    assert (await client.get_me()).can_read_all_group_messages is True


async def test_commands_belong_to_a_scope_and_a_language(client: telegram.Bot) -> None:
    """1.8 [O]"""
    groups, alone = (
        telegram.BotCommandScopeAllGroupChats(),
        telegram.BotCommandScopeAllPrivateChats(),
    )
    new, hand = BotCommand("new", "Open a table"), BotCommand("hand", "Show my hand")
    neu = BotCommand("new", "Tisch aufmachen")
    await client.set_my_commands([new], scope=groups)
    await client.set_my_commands([neu], scope=groups, language_code="de")
    await client.set_my_commands([hand], scope=alone)
    assert await client.get_my_commands(scope=groups) == (new,)
    assert await client.get_my_commands(scope=groups, language_code="de") == (neu,)
    assert await client.get_my_commands(scope=alone) == (hand,)
    assert await client.get_my_commands() == ()
    await client.delete_my_commands(scope=alone)
    assert await client.get_my_commands(scope=alone) == ()


async def test_people_are_offered_the_narrowest_scope_that_has_their_language(
    client: telegram.Bot, local: LocalTelegram, family: Group, ann: Person, ben: Person
) -> None:
    """1.8 [O]"""
    gerd = local.person("Gerd", language="de-AT")
    gerd.join(family)
    assert ann.menu() == {}
    wanted: list[tuple[str, telegram.BotCommandScope, str]] = [
        ("default", telegram.BotCommandScopeDefault(), ""),
        ("groups", telegram.BotCommandScopeAllGroupChats(), ""),
        ("gruppen", telegram.BotCommandScopeAllGroupChats(), "de"),
        ("admins", telegram.BotCommandScopeAllChatAdministrators(), ""),
        ("privat", telegram.BotCommandScopeAllPrivateChats(), "de"),
    ]
    for name, scope, code in wanted:
        await client.set_my_commands([BotCommand(name, "x")], scope=scope, language_code=code)
    assert [*ben.menu(family), *gerd.menu(family), *ann.menu(family)] == [
        "groups",
        "gruppen",
        "admins",
    ]
    assert [*ben.menu(), *gerd.menu()] == ["default", "privat"]
    only_ben = telegram.BotCommandScopeChatMember(family.id, ben.id)
    await client.set_my_commands([BotCommand("ben", "his own")], scope=only_ben)
    assert (ben.menu(family), *gerd.menu(family)) == ({"ben": "his own"}, "gruppen")


async def test_all_seven_scopes_are_taken(client: telegram.Bot, ann: Person) -> None:
    """1.8 [O]"""
    scopes = [
        telegram.BotCommandScopeDefault(),
        telegram.BotCommandScopeAllPrivateChats(),
        telegram.BotCommandScopeAllGroupChats(),
        telegram.BotCommandScopeAllChatAdministrators(),
        telegram.BotCommandScopeChat(ann.id),
        telegram.BotCommandScopeChatAdministrators(-1001),
        telegram.BotCommandScopeChatMember(-1001, ann.id),
    ]
    for number, scope in enumerate(scopes):
        await client.set_my_commands([BotCommand(f"c{number}", "x")], scope=scope)
    for number, scope in enumerate(scopes):
        (command,) = await client.get_my_commands(scope=scope)
        assert command.command == f"c{number}"
    with pytest.raises(BadRequest):
        await client.set_my_commands([], api_kwargs={"scope": {"type": "all_bots"}})


@pytest.mark.parametrize("command", ["New", "new-game", "x" * 33, "neü", ""])
async def test_a_command_has_32_plain_characters(client: telegram.Bot, command: str) -> None:
    """1.2 [O]"""
    with pytest.raises(BadRequest, match=r"(?i)^bot_command_invalid$"):
        await client.set_my_commands([BotCommand(command, "x")])


async def test_a_description_of_a_command_has_256_and_there_are_100(client: telegram.Bot) -> None:
    """1.2 [O]"""
    await client.set_my_commands([BotCommand(f"c{n}", "x" * 256) for n in range(100)])
    with pytest.raises(BadRequest, match=r"(?i)^bot_command_description_invalid$"):
        await client.set_my_commands([BotCommand("c", "x" * 257)])
    with pytest.raises(BadRequest, match=r"(?i)^bot_commands_too_much$"):
        await client.set_my_commands([BotCommand(f"c{n}", "x") for n in range(101)])


async def test_names_and_descriptions_have_limits_and_languages(client: telegram.Bot) -> None:
    """1.2, 1.8 [O]"""
    await client.set_my_name("x" * 64)
    await client.set_my_name("UNO auf Deutsch", language_code="de")
    await client.set_my_description("x" * 512)
    await client.set_my_short_description("x" * 120)
    assert (await client.get_my_name()).name == "x" * 64
    assert (await client.get_my_name(language_code="de")).name == "UNO auf Deutsch"
    assert (await client.get_my_name(language_code="fr")).name == "x" * 64
    assert (await client.get_my_description()).description == "x" * 512
    assert (await client.get_my_short_description()).short_description == "x" * 120
    with pytest.raises(BadRequest):
        await client.set_my_name("x" * 65)
    with pytest.raises(BadRequest):
        await client.set_my_description("x" * 513)
    with pytest.raises(BadRequest):
        await client.set_my_short_description("x" * 121)
    with pytest.raises(BadRequest, match=r"(?i)^lang_code_invalid$"):
        await client.set_my_name("x", language_code="german")


async def test_a_menu_button_is_kept(client: telegram.Bot, ann: Person) -> None:
    """1.8 [O]"""
    assert (await client.get_chat_menu_button()).type == "commands"
    await client.set_chat_menu_button(ann.id, telegram.MenuButtonDefault())
    assert (await client.get_chat_menu_button(ann.id)).type == "default"


async def test_default_rights_are_kept(client: telegram.Bot) -> None:
    """1.8 [O]"""
    rights = await client.get_my_default_administrator_rights()
    assert not rights.can_pin_messages
    pins = rights.to_dict() | {"can_pin_messages": True}
    wanted = telegram.ChatAdministratorRights.de_json(pins, client)
    await client.set_my_default_administrator_rights(wanted)
    assert await client.get_my_default_administrator_rights() == wanted
