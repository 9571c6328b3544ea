"""Runs migrations on the connection, and in the transaction, of whoever called Alembic."""

from alembic import context

from uno_chat_sql.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
)
context.run_migrations()
