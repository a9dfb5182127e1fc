import { parseArgs } from 'node:util';
import { startEmbedded } from 'embedded-mongo';
import { withFaults } from 'embedded-mongo/testing';
import { databaseName as name } from '../server/platform/databaseName.ts';

// Only the user who runs this program may read its files.
process.umask(0o077);

const { values } = parseArgs({
  options: { port: { type: 'string', default: '27017' }, dir: { type: 'string', default: './data' } },
});

// Runs only the embedded database, for tools and for the tests of drivers, which need MongoDB's test commands.
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port must be a port number, not ${values.port}`);
  process.exit(1);
}

try {
  const database = await startEmbedded({
    dir: values.dir,
    name,
    database: name,
    port,
    inProcess: true,
    faults: withFaults,
  });
  console.log(database.uri);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void database.stop().then(() => process.exit(0)));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
