#!/bin/sh
# Healthy when writes are accepted. Transactions and change streams need a replica set; the first check makes one of this
# member.
exec mongosh --quiet --username admin --password "$(cat /secrets/admin-password)" --authenticationDatabase admin --eval "
try { rs.status() } catch { rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] }) }
quit(db.hello().isWritablePrimary ? 0 : 1)"
