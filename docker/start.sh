#!/bin/sh
# What a container does: `start` runs the app, `backup` writes a dated backup, `pack` and `unpack` move a backup to and from
# other machines, anything else is a command of docs/operations.md.
set -eu

# docker-compose.yml gives secrets as files, so that they appear in no list of variables.
read_secret() {
  if [ -r "/secrets/$1" ]; then cat "/secrets/$1"; fi
}
: "${SESSION_SECRET:=$(read_secret session)}"
: "${MONGODB_URI:=$(read_secret mongodb-uri)}"
export SESSION_SECRET MONGODB_URI

admin() {
  node --enable-source-maps dist/server/admin.js "$@"
}

# The session secret is part of a backup: without it everybody would have to sign in again.
back_up() {
  target="/backups/$(date -u +%Y-%m-%d-%H%M%S)"
  umask 077
  if [ -z "$MONGODB_URI" ]; then
    admin backup "$target.part"
  else
    admin export "$target.part"
    printf '%s' "$SESSION_SECRET" >"$target.part/session-secret"
  fi
  mv "$target.part" "$target"
  echo "The backup is in $target."
}

# Their names sort by date.
list_backups() {
  find /backups -mindepth 1 -maxdepth 1 -type d -name '????-??-??-??????' | sort -r
}

# Keeps the newest ones.
remove_old() {
  list_backups | tail -n "+$((${BACKUPS_KEPT:-7} + 1))" | xargs -r rm -r
}

# A backup as one file, because folders that are copied out of a volume and in again change their owner.
pack() {
  backup=$(list_backups | head -n 1)
  if [ -z "$backup" ]; then echo 'There is no backup yet.' >&2 && exit 1; fi
  tar -c -C /backups "$(basename "$backup")"
}

unpack() {
  umask 077
  files=$(tar -x -v --no-same-owner -C /backups)
  echo "The backup is in /backups/${files%%/*}."
}

# Reads a backup into an empty MongoDB: one of this kind, or one of the embedded database.
restore_to_mongodb() {
  if [ -e "$1/marquee.mdb" ]; then
    uri=$MONGODB_URI
    MONGODB_URI='' DATA_DIR=$1 TMPDIR=/backups admin export "$uri"
  else
    admin import "$1"
  fi
  if [ -e "$1/session-secret" ]; then
    chmod 600 /secrets/session
    cat "$1/session-secret" >/secrets/session
    chmod 400 /secrets/session
  else
    echo 'The backup has no session secret: everybody has to sign in again.'
  fi
}

case "${1:-start}" in
  start) exec node --enable-source-maps dist/server/main.js ;;
  backup)
    if [ "$#" -gt 1 ]; then admin "$@"; else back_up; fi
    ;;
  backup-daily)
    while true; do
      back_up && remove_old || echo 'The backup failed; the next try is in a day.' >&2
      sleep 86400 &
      wait $!
    done
    ;;
  pack) pack ;;
  unpack) unpack ;;
  restore)
    if [ -n "$MONGODB_URI" ] && [ "$#" -eq 2 ]; then restore_to_mongodb "$2"; else admin "$@"; fi
    ;;
  *) admin "$@" ;;
esac
