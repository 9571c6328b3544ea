#!/bin/sh
# Copies everything that Uno Chat keeps, while it runs, into a folder: backup.sh FOLDER [DAYS]
# Copies that are older than DAYS (30 unless said) go. It knows the database as uno-chat does, by
# UNO_CHAT_DATABASE_URL or UNO_CHAT_DATABASE_URL_FILE. Hands are in a copy: keep it as closely.
. "$(dirname "$0")/connect.sh"

[ $# -ge 1 ] || say "name the folder for the copies"
case ${2:-30} in *[!0-9]*) say "the second word is a number of days, like 30" ;; esac
mkdir -p "$1"
find "$1" -maxdepth 1 -name '.part.*' -mtime +0 -delete  # of one that was killed on another day
name=$1/uno-chat-$(date -u +%Y-%m-%dT%H%M%SZ)
part=$1/.part.$$
trap 'rm -f "$part"' EXIT

if [ "$engine" = sqlite ]; then
    [ -f "$file" ] || say "there is no database at $file"
    copy=$name.db
    sqlite3 -readonly "$file" "VACUUM INTO '$(printf %s "$part" | sed "s/'/''/g")'"
    sound "$part" || say "the copy is damaged, or no game is in it"
else
    copy=$name.dump
    export PGAPPNAME=uno-chat-backup
    pg_dump --format=custom --no-owner --no-acl --file="$part" --dbname="$url"
    dumped "$part" || say "no game is in the copy"
fi

sync "$part"
mv "$part" "$copy"
find "$1" -maxdepth 1 -name 'uno-chat-*' -mtime "+${2:-30}" -delete
echo "$copy"
