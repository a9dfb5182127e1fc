#!/bin/sh
# Run by the image of nginx before it starts: writes the addresses of OUTER_PROXY for nginx.conf.
set -eu
case "${OUTER_PROXY:-off}" in
  off) addresses= ;;
  # A proxy on this machine asks 127.0.0.1:3000. In here, it has the address of Docker's gateway.
  on) addresses=$(ip route | awk '$1 == "default" { print $3 }') ;;
  *) addresses=$(echo "$OUTER_PROXY" | tr ',' ' ') ;;
esac
for address in $addresses; do echo "$address 1;"; done >/tmp/outer-proxy.conf
