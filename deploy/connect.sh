# Sourced by backup.sh and restore.sh: which database it is, as uno-chat itself reads it. Sets
# $engine, and $file of an SQLite or $url of a PostgreSQL, whose password is then in PGPASSWORD and
# not among words that everybody on this machine can list.
# shellcheck shell=sh
set -eu
umask 077

say() {
    echo "$(basename "$0"): $1" >&2
    exit 1
}

plain() {  # what %40 and its like stand for
    LC_ALL=C awk '{
        text = ""
        while (match($0, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
            digits = tolower(substr($0, RSTART + 1, 2)); all = "0123456789abcdef"
            code = (index(all, substr(digits, 1, 1)) - 1) * 16 + index(all, substr(digits, 2, 1)) - 1
            text = text substr($0, 1, RSTART - 1) sprintf("%c", code); $0 = substr($0, RSTART + 3)
        }
        printf "%s", text $0
    }'
}

sound() {  # whether an SQLite file is whole, and has games in it
    [ "$(sqlite3 -readonly "$1" "PRAGMA integrity_check; SELECT name FROM sqlite_master
        WHERE name = 'game_table'" 2>&1 | tr '\n' ' ')" = 'ok game_table ' ]
}

dumped() {  # the same of a dump of PostgreSQL
    pg_restore --list "$1" 2>/dev/null | grep -q 'TABLE DATA public game_table'
}

mend="is empty: give it a value, or leave it out"
[ -n "${UNO_CHAT_DATABASE_URL-unset}" ] || say "UNO_CHAT_DATABASE_URL $mend"
[ -n "${UNO_CHAT_DATABASE_URL_FILE-unset}" ] || say "UNO_CHAT_DATABASE_URL_FILE $mend"
url=${UNO_CHAT_DATABASE_URL:-}
[ -z "${UNO_CHAT_DATABASE_URL_FILE:-}" ] || url=$(cat "$UNO_CHAT_DATABASE_URL_FILE")
case $url in
sqlite:///*)
    engine=sqlite
    file=${url#sqlite:///}
    ;;
postgresql+asyncpg://*)
    engine=postgres
    secret=$(printf %s "$url" | sed -n 's,^[^/]*//[^:/@]*:\([^@]*\)@.*,\1,p')
    [ -z "$secret" ] || PGPASSWORD=$(printf '%s\n' "$secret" | plain)
    [ -z "$secret" ] || export PGPASSWORD
    url=$(printf %s "$url" | sed 's,^postgresql+asyncpg:,postgresql:,
        s,^\([^/]*//[^:/@]*\):[^@]*@,\1@,
        s,\([?&]\)ssl=,\1sslmode=,')
    ;;
*) say "set UNO_CHAT_DATABASE_URL to what begins with sqlite:/// or postgresql+asyncpg://" ;;
esac
