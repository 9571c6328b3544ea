"""A Telegram of one's own on the loopback interface, so that nothing of ours needs the real one.

It keeps what is documented of the Bot API 10.3 and what its open server and its maintainers tell:
where they leave room it takes the stricter reading, so that it is never kinder than Telegram.
People are objects that do what a client lets them do; every moment at which somebody saw something
is kept. Its time is its own. The tests in tests/telegram/server hold it to the documents through
python-telegram-bot's own HTTP stack; nothing here imports that.
"""

from uno_chat.testing.http import Dropped, Silent
from uno_chat.testing.telegram.bots import Bot
from uno_chat.testing.telegram.chats import Kind
from uno_chat.testing.telegram.clock import Clock, going
from uno_chat.testing.telegram.errors import ApiError, bad, flood, forbidden, migrated
from uno_chat.testing.telegram.faults import Faults
from uno_chat.testing.telegram.groups import Group
from uno_chat.testing.telegram.limits import Limit
from uno_chat.testing.telegram.local import Called, LocalTelegram
from uno_chat.testing.telegram.people import Person
from uno_chat.testing.telegram.scene import Scene, read_by
from uno_chat.testing.telegram.server import BotApiServer
from uno_chat.testing.telegram.stage import Stage
from uno_chat.testing.telegram.transcript import Button, Page, Showing, rendered

__all__ = [
    "ApiError",
    "Bot",
    "BotApiServer",
    "Button",
    "Called",
    "Clock",
    "Dropped",
    "Faults",
    "Group",
    "Kind",
    "Limit",
    "LocalTelegram",
    "Page",
    "Person",
    "Scene",
    "Showing",
    "Silent",
    "Stage",
    "bad",
    "flood",
    "forbidden",
    "going",
    "migrated",
    "read_by",
    "rendered",
]
