#!/bin/sh
# What a container does: `start` runs the app, `backup` writes a dated backup, anything else is a command of docs/operations.md.
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

# Keeps the newest ones. Their names sort by date.
remove_old() {
  find /backups -mindepth 1 -maxdepth 1 -type d -name '????-??-??-??????' | sort -r |
    tail -n "+$((${BACKUPS_KEPT:-7} + 1))" | xargs -r rm -r
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
  *) admin "$@" ;;
esac
