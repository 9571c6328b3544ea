#!/bin/sh
# Copies everything that Uno Chat keeps, while it runs, into a folder: backup.sh FOLDER [DAYS]
# Copies that are older than DAYS (30 unless said) go. It knows the database as uno-chat does, by
# UNO_CHAT_DATABASE_URL or UNO_CHAT_DATABASE_URL_FILE. Hands are in a copy: keep it as closely.
. "$(dirname "$0")/connect.sh"

[ $# -ge 1 ] || say "name the folder for the copies"
mkdir -p "$1"
name=$1/uno-chat-$(date -u +%Y-%m-%dT%H%M%SZ)
part=$1/.part.$$
trap 'rm -f "$part"' EXIT

if [ "$engine" = sqlite ]; then
    [ -f "$file" ] || say "there is no database at $file"
    copy=$name.db
    sqlite3 -readonly "$file" "VACUUM INTO '$part'"
    [ "$(sqlite3 -readonly "$part" 'PRAGMA integrity_check')" = ok ] || say "the copy is damaged"
else
    copy=$name.dump
    export PGAPPNAME=uno-chat-backup
    pg_dump --format=custom --no-owner --no-acl --file="$part" --dbname="$url"
    pg_restore --list "$part" | grep -q 'TABLE DATA public game_table' || say "no game is in the copy"
fi

sync "$part"
mv "$part" "$copy"
find "$1" -maxdepth 1 -name 'uno-chat-*' -mtime "+${2:-30}" -delete
echo "$copy"
