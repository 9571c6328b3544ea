"""The shell: receive, work, send, the alarm clock, start and stop.

Everything here may stop at any moment. What arrived is in the inbox before it is confirmed; what
is to be said is in the outbox before it is sent; so nothing is kept in memory that matters, and
a restart is no special case. One loop works, because a transaction is short; computers think
and adapters deliver beside it. APScheduler only wakes the loop: what is due stands in the store.
"""

from uno_chat.runtime.clock import Now, utc_now
from uno_chat.runtime.collecting import spare_what_is_there
from uno_chat.runtime.configuration import (
    Configuration,
    ConfigurationError,
    nearest,
    read_configuration,
)
from uno_chat.runtime.plugins import adapter_names, make_adapter, make_store
from uno_chat.runtime.roles import ALL, Role, Roles
from uno_chat.runtime.service import Service

__all__ = [
    "ALL",
    "Configuration",
    "ConfigurationError",
    "Now",
    "Role",
    "Roles",
    "Service",
    "adapter_names",
    "make_adapter",
    "make_store",
    "nearest",
    "read_configuration",
    "spare_what_is_there",
    "utc_now",
]
