// What a simulated node runs: the server, and its only connection to the database.
export { loadConfig } from '../../../server/config/config.ts';
export { startNode } from '../../../server/node.ts';
export { openDatabase } from '../../../server/platform/database/database.ts';
export { log } from '../../../server/platform/log.ts';
