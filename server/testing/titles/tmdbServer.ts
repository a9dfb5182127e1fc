import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { type Person, signUp } from '../people.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { type MovieDatabase, startMovieDatabase } from './movieDatabase.ts';

interface TmdbServer {
  server: TestServer;
  /** The server uses it in place of TMDB and OMDb. Before each test, its record of requests is emptied. */
  database: MovieDatabase;
  ana: Person;
  /** The id of a title that no test has asked for yet. */
  newId: number;
}

/** The app with a local movie database in place of TMDB and OMDb, for the tests of one file. */
export function setUpTmdb(): Readonly<TmdbServer> {
  let database: MovieDatabase;
  let server: TestServer;
  let ana: Person;
  let newId = 1000;
  beforeAll(async () => {
    database = await startMovieDatabase();
    server = await startWith(database);
    ana = await signUp(server);
  });
  beforeEach(() => {
    newId++;
    database.requests.length = 0;
  });
  afterEach(() => database.recover());
  afterAll(async () => {
    await server.stop();
    await database.close();
  });
  return {
    get server() {
      return server;
    },
    get database() {
      return database;
    },
    get ana() {
      return ana;
    },
    get newId() {
      return newId;
    },
  };
}

function startWith(database: MovieDatabase): Promise<TestServer> {
  return startTestServer({
    env: {
      TMDB_ACCESS_TOKEN: 'a v4 token',
      TMDB_BASE_URL: database.url,
      OMDB_API_KEY: 'another key',
      OMDB_BASE_URL: database.url.replace('/3', '/omdb'),
      LOG_LEVEL: 'silent',
    },
  });
}
