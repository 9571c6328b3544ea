"""The command line: one module a command, loaded only when it is asked for.

Exit codes: 0 done, 1 the answer is no, 2 bad use. An error is one sentence on standard error that
says what to do; ``--json`` prints one JSON object on standard output. Here and nowhere else
processes begin and end; a command reads its arguments, calls the rooms below and prints.
"""

from uno_chat.cli.main import main

__all__ = ["main"]
