// What the simulated database runs, and what the simulation reads of its log.
export { decode, encodeReply, errorFields, MongoError, serveLocally } from 'embedded-mongo/testing/simulated';
