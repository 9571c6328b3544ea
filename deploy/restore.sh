#!/bin/sh
# Puts a copy of backup.sh in the place of the database, all of it or nothing: restore.sh COPY
# Stop Uno Chat first. It knows the database as uno-chat does, by UNO_CHAT_DATABASE_URL or
# UNO_CHAT_DATABASE_URL_FILE. A file that was there is kept beside it, with .before in its name.
. "$(dirname "$0")/connect.sh"

[ $# -eq 1 ] || say "name one copy"
[ -f "$1" ] || say "there is no copy at $1"

if [ "$engine" = sqlite ]; then
    sound "$1" || say "$1 is no sound copy"
    mkdir -p "$(dirname "$file")"
    exec 9>>"$file.lock"
    flock -n 9 || say "$file is in use: stop Uno Chat first"
    cp "$1" "$file.part"
    # Whoever owns the folder has to be able to work with it, also where root restores.
    [ "$(id -u)" != 0 ] || chown --reference="$(dirname "$file")" "$file.part" "$file.lock"
    sync "$file.part"
    before=$file.before
    while [ -e "$before" ]; do before=$before.before; done  # what was kept before stays, too
    for end in '' -wal -shm; do  # the last two belong to the first
        [ ! -e "$file$end" ] || mv "$file$end" "$before$end"
    done
    mv "$file.part" "$file"
else
    export PGAPPNAME=uno-chat-restore PGOPTIONS='-c lock_timeout=5s -c client_min_messages=warning'
    dumped "$1" || say "$1 is no sound copy"
    ours=$(psql -XAtd "$url" -c "SELECT count(*) = 0 OR bool_or(tablename = 'game_table')
        FROM pg_tables WHERE schemaname = 'public'") || say "no answer: nothing was changed"
    [ "$ours" = t ] || say "the database holds another program's tables: nothing was changed"
    workers=$(psql -XAtd "$url" -c "SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'uno-chat'") ||
        say "no answer: nothing was changed"
    [ "$workers" = 0 ] || say "the database is in use: stop all workers first"
    {
        printf '%s\n' 'BEGIN;' "SELECT format('DROP TABLE public.%I CASCADE', tablename)" \
            "FROM pg_tables WHERE schemaname = 'public' \\gexec"
        pg_restore --no-owner --no-acl --file=- "$1" || echo 'SELECT 1 / 0;'
        echo 'COMMIT;'
    } | psql -XqAtd "$url" -v ON_ERROR_STOP=1 >/dev/null
fi
echo "$1 is the database now."
