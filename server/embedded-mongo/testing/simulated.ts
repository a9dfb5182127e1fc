// For a simulator that runs the database in its own process: the server, and what reads and answers for it.
export { decode } from '../bson/codec.ts';
export { MongoError } from '../errors.ts';
export { serveLocally } from '../local.ts';
export { encodeReply, errorFields } from '../wire/reply.ts';
