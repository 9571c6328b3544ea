"""What an answer, or none, says about an attempt."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from uno_chat.contract import (
    AccountRefused,
    DeliveryError,
    OutcomeUnknown,
    Rejected,
    RetryLater,
)
from uno_chat_matrix.client import FORBIDDEN, NOT_FOUND, TOO_MANY, UNAUTHORIZED, NoAnswer, Refused

SOON: Final = timedelta(seconds=1)
LATER: Final = timedelta(seconds=3)
"""Between two questions to a homeserver that does not answer."""
NOT_SOON: Final = timedelta(minutes=1)

_LOGGED_OUT: Final = (
    "The homeserver does not accept the access token: it was logged out, or it is of another"
    " account. Log in again and set matrix_access_token, or, as an application service, set it to"
    " the as_token of the registration that the homeserver has read."
)
_NOT_LOGGED_IN: Final = (
    "The homeserver does not accept matrix_user with matrix_password: correct them, or set"
    " matrix_access_token instead."
)

NO_HOMESERVER: Final = (
    "There is no homeserver at this address: matrix_homeserver is where clients call, which may be"
    " another address than that of the people's ids."
)


def write_error(error: NoAnswer | Refused) -> DeliveryError:
    """What becomes of a message whose sending ended in this."""
    match error:
        case NoAnswer(heard=True):
            return OutcomeUnknown(str(error))
        case NoAnswer():
            return RetryLater(SOON, "no connection")
        case Refused(status=status) if status == TOO_MANY:
            return RetryLater(pause(error), spent=True)
        case Refused(status=status) if status == UNAUTHORIZED:
            return RetryLater(NOT_SOON, "the account is refused")
        case _:
            return Rejected(str(error))


def read_error(error: NoAnswer | Refused) -> DeliveryError:
    """What becomes of a delivery that asked something first: nothing was shown. Rooms and
    invitations have limits of their own, much longer ones than messages have.
    """
    match error:
        case NoAnswer():
            return RetryLater(SOON, str(error))
        case Refused(status=status) if status == TOO_MANY:
            return RetryLater(pause(error), spent=False)
    return write_error(error)


def account_error(error: NoAnswer | Refused) -> RetryLater | AccountRefused:
    """What becomes of an account that asked and was told this. Asking changes nothing."""
    match error:
        case NoAnswer():
            return RetryLater(LATER, "no answer")
        case Refused(status=status) if status == TOO_MANY:
            return RetryLater(pause(error))
        case Refused(status=status) if status == UNAUTHORIZED:
            return AccountRefused(_LOGGED_OUT)
        case Refused(status=status) if status == NOT_FOUND:
            return AccountRefused(NO_HOMESERVER)
        case _:
            return AccountRefused(f"The homeserver refuses: {error}.")


def login_error(error: NoAnswer | Refused) -> RetryLater | AccountRefused:
    """The same for logging in, where another answer says that the password is wrong."""
    if isinstance(error, Refused) and error.status == FORBIDDEN:
        return AccountRefused(_NOT_LOGGED_IN)
    return account_error(error)


def pause(refused: Refused) -> timedelta:
    """As long as the homeserver asks."""
    return LATER if refused.after is None else refused.after
