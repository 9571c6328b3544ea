"""A real homeserver of one's own on the loopback interface, and people on it.

It is Synapse, the one that most people use, so no reading of a specification stands between a test
and what happens out there: room versions, transaction ids, limits and membership are its own. It
runs in a process with an environment of its own (``make synapse``), starts in about a second and
keeps its data when it is killed. People are scripts over the plain client-server API that read
everything a client would show them. A gateway between a bot and the server breaks what a network
breaks.
"""

from uno_chat.testing.http import Dropped, Silent
from uno_chat.testing.matrix.api import Account, Api, RefusedError
from uno_chat.testing.matrix.config import AppService
from uno_chat.testing.matrix.diary import Diary, Page, Showing, read_by
from uno_chat.testing.matrix.gateway import BAD_GATEWAY, Called, Gateway, flood
from uno_chat.testing.matrix.homeserver import Homeserver
from uno_chat.testing.matrix.installed import ABSENT, found
from uno_chat.testing.matrix.local import LocalMatrix, local_matrix
from uno_chat.testing.matrix.people import Person
from uno_chat.testing.matrix.secretive import Secretive, secretive

__all__ = [
    "ABSENT",
    "BAD_GATEWAY",
    "Account",
    "Api",
    "AppService",
    "Called",
    "Diary",
    "Dropped",
    "Gateway",
    "Homeserver",
    "LocalMatrix",
    "Page",
    "Person",
    "RefusedError",
    "Secretive",
    "Showing",
    "Silent",
    "flood",
    "found",
    "local_matrix",
    "read_by",
    "secretive",
]
