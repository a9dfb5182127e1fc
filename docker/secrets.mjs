// Makes the secrets of docker-compose.yml, once. Each file is readable by one container's user only.
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const APP_USER = 1000;
const MONGO_USER = 999;

function keep(file, user, make) {
  if (!existsSync(file)) {
    // An interrupted start leaves no empty secret.
    writeFileSync(`${file}.part`, make(), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  }
  chmodSync(file, 0o400);
  chownSync(file, user, user);
  return readFileSync(file, 'utf8');
}

const random = () => randomBytes(32).toString('hex');

for (const folder of ['/secrets', '/mongo-secrets']) chmodSync(folder, 0o711);
keep('/secrets/session', APP_USER, random);
keep('/mongo-secrets/admin-password', MONGO_USER, random);
// Members of a replica set know each other by it.
keep('/mongo-secrets/key-file', MONGO_USER, random);
const password = keep('/mongo-secrets/app-password', MONGO_USER, random);
keep('/secrets/mongodb-uri', APP_USER, () => `mongodb://marquee:${password}@mongo:27017/marquee?replicaSet=rs0`);
