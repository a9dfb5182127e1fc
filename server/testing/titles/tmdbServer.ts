import { startTestServer, type TestServer } from '../server.ts';
import { type MovieDatabase, startMovieDatabase } from './movieDatabase.ts';

export interface TmdbServer {
  server: TestServer;
  /** The server uses it in place of TMDB and OMDb. */
  database: MovieDatabase;
  stop(): Promise<void>;
}

/** Starts the app with a local movie database in place of TMDB and OMDb. */
export async function startTmdbServer(): Promise<TmdbServer> {
  const database = await startMovieDatabase();
  const server = await startTestServer({
    env: {
      TMDB_ACCESS_TOKEN: 'a v4 token',
      TMDB_BASE_URL: database.url,
      OMDB_API_KEY: 'another key',
      OMDB_BASE_URL: database.url.replace('/3', '/omdb'),
      LOG_LEVEL: 'silent',
    },
  });
  return {
    server,
    database,
    async stop() {
      await server.stop();
      await database.close();
    },
  };
}
