"""A real PostgreSQL of one's own: started in a folder, filled, killed and started again.

It is the server of the system (Debian: ``postgresql``), run unprivileged, so that no test stands
between us and what it does under locks and when it dies. It listens on the loopback interface.
"""

from uno_chat.testing.postgres.cluster import LOCKED, PASSWORD, USER, Cluster, running
from uno_chat.testing.postgres.disk import Disk, small_disk
from uno_chat.testing.postgres.installed import ABSENT, found
from uno_chat.testing.postgres.wire import Wire

__all__ = [
    "ABSENT",
    "LOCKED",
    "PASSWORD",
    "USER",
    "Cluster",
    "Disk",
    "Wire",
    "found",
    "running",
    "small_disk",
]
