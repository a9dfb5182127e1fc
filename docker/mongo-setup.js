// Run by mongosh: creates the replica set, the administrator and the app's user, each if it is missing. Transactions and
// change streams need a replica set, here of one member.
const { readFileSync } = require('node:fs');

const ALREADY_INITIALIZED = 23;
const passwordOf = (user) => readFileSync(`/secrets/${user}-password`, 'utf8');
const connection = new Mongo('mongodb://127.0.0.1:27017/?directConnection=true');
const admin = connection.getDB('admin');

function signIn() {
  try {
    admin.auth('admin', passwordOf('admin'));
    return true;
  } catch {
    return false;
  }
}

// While there is no user, MongoDB lets connections of its own machine do this without a password.
const hasAdmin = signIn();
try {
  admin.adminCommand({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] } });
} catch (error) {
  if (error.code !== ALREADY_INITIALIZED) throw error;
}
while (!admin.hello().isWritablePrimary) sleep(200);
if (!hasAdmin) {
  admin.createUser({ user: 'admin', pwd: passwordOf('admin'), roles: ['root'] });
  admin.auth('admin', passwordOf('admin'));
}

// The app's user may do nothing outside its database.
const database = connection.getDB('marquee');
if (!database.getUser('marquee')) {
  database.createUser({ user: 'marquee', pwd: passwordOf('app'), roles: ['readWrite'] });
}
