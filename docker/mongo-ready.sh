#!/bin/sh
# Healthy when MongoDB accepts writes. Until the first success, each check also creates what is missing, so a first start
# that was interrupted is continued. mongosh takes a second of processor time, so later checks only open the port.
set -eu
if [ ! -e /tmp/ready ]; then
  mongosh --quiet --nodb --file /usr/local/share/mongo-setup.js
  # In memory: a container that starts again is checked again.
  touch /tmp/ready
fi
exec bash -c '</dev/tcp/127.0.0.1/27017'
