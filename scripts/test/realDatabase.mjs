import { startMongod } from '../../server/embedded-mongo/testing/mongod.mjs';

/** The MongoDB that tests also run on: that of MONGODB_URI, or the mongod on the PATH. Undefined without one. */
export async function startRealDatabase() {
  const uri = process.env.MONGODB_URI;
  if (uri) return { uri, name: 'the MongoDB at MONGODB_URI', stop: async () => {} };
  const started = await startMongod();
  return started && { ...started, name: 'the mongod on the PATH' };
}
