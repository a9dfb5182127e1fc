// Run once by the image of MongoDB, in the app's new database: the app's user may do nothing outside it.
db.createUser({
  user: 'marquee',
  pwd: require('node:fs').readFileSync('/secrets/app-password', 'utf8'),
  roles: [{ role: 'readWrite', db: 'marquee' }],
});
