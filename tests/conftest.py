"""How every test runs: hypothesis tries the same examples each time unless asked to search.

`pytest --hypothesis-profile=dev` draws fresh examples and remembers the ones that failed.
"""

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.register_profile("dev", max_examples=500, deadline=None, print_blob=True)
settings.load_profile("ci")
