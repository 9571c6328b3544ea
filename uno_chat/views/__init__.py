"""What people read: who may see what, in which words, in which layout, fitted to a network.

``project`` makes frozen views of a table for one person; it alone looks at hidden cards, through
the sight of that person's seat. Pages are made from views and from nothing else, so a page cannot
tell what its reader may not know. ``lower`` fits a page to a network, so an adapter needs no
fallback. Every page is whole as plain text; buttons and tints are added to that.

All words stand in the catalogues in ``locale/``: English is what the texts are written in, and a
translation is a file. Nothing here decides anything or remembers anything.
"""

from uno_chat.views.cards import face_of
from uno_chat.views.catalogue import language_named, languages, nearest, own_name
from uno_chat.views.durations import length, typed_hours
from uno_chat.views.group_pages import PARTS, GroupView, group_page, part_of
from uno_chat.views.hand_pages import hand_page, left_page, older_page
from uno_chat.views.help_pages import digest_page, help_page, tables_page
from uno_chat.views.linking import Accounts, elsewhere_page
from uno_chat.views.lower import Lowered, Typed, lower, without_choices
from uno_chat.views.names import LONGEST_TEXT, cut, safe_name
from uno_chat.views.news import table_news
from uno_chat.views.notices import fact_page, happening
from uno_chat.views.personal_pages import personal_page
from uno_chat.views.places import Place, farewell_page, network_name
from uno_chat.views.plain import as_text, short
from uno_chat.views.privacy_pages import LONGEST_CONTACT, Keeping, PartOf, part_page, privacy_page
from uno_chat.views.profile import Profile, profiles
from uno_chat.views.project import (
    HandView,
    RoundView,
    SeatView,
    TableEntry,
    TableView,
    hand_view,
    table_entry,
    table_view,
)
from uno_chat.views.reader import Reader
from uno_chat.views.refusals import refusal_page
from uno_chat.views.remark import Remark
from uno_chat.views.remarks import remark_page
from uno_chat.views.reminders import REMINDERS, group_reminder_page, reminder_page
from uno_chat.views.result_pages import match_page, result_page
from uno_chat.views.rules_pages import rules_page
from uno_chat.views.score_pages import (
    GroupScores,
    OwnScores,
    Won,
    group_scores_page,
    own_scores_page,
)
from uno_chat.views.setting_faults import SettingFault, why_not
from uno_chat.views.settings_pages import settings_page
from uno_chat.views.signs import as_seen, without_accents
from uno_chat.views.summary import summary
from uno_chat.views.table_pages import moved_page, table_page
from uno_chat.views.terminal_words import terminal_words
from uno_chat.views.tokens import DOOR, Token, decode, encode, words_of
from uno_chat.views.troubles import Trouble, trouble_page
from uno_chat.views.words import DAYS, vocabulary
from uno_chat.views.zone_offer import with_zone_offer
from uno_chat.views.zones import is_region, zones_like, zones_named

__all__ = [
    "DAYS",
    "DOOR",
    "LONGEST_CONTACT",
    "LONGEST_TEXT",
    "PARTS",
    "REMINDERS",
    "Accounts",
    "GroupScores",
    "GroupView",
    "HandView",
    "Keeping",
    "Lowered",
    "OwnScores",
    "PartOf",
    "Place",
    "Profile",
    "Reader",
    "Remark",
    "RoundView",
    "SeatView",
    "SettingFault",
    "TableEntry",
    "TableView",
    "Token",
    "Trouble",
    "Typed",
    "Won",
    "as_seen",
    "as_text",
    "cut",
    "decode",
    "digest_page",
    "elsewhere_page",
    "encode",
    "face_of",
    "fact_page",
    "farewell_page",
    "group_page",
    "group_reminder_page",
    "group_scores_page",
    "hand_page",
    "hand_view",
    "happening",
    "help_page",
    "is_region",
    "language_named",
    "languages",
    "left_page",
    "length",
    "lower",
    "match_page",
    "moved_page",
    "nearest",
    "network_name",
    "older_page",
    "own_name",
    "own_scores_page",
    "part_of",
    "part_page",
    "personal_page",
    "privacy_page",
    "profiles",
    "refusal_page",
    "remark_page",
    "reminder_page",
    "result_page",
    "rules_page",
    "safe_name",
    "settings_page",
    "short",
    "summary",
    "table_entry",
    "table_news",
    "table_page",
    "table_view",
    "tables_page",
    "terminal_words",
    "trouble_page",
    "typed_hours",
    "vocabulary",
    "why_not",
    "with_zone_offer",
    "without_accents",
    "without_choices",
    "words_of",
    "zones_like",
    "zones_named",
]
