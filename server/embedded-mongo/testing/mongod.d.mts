/**
 * Starts the mongod on the PATH as a replica set with one member, in a temporary folder. Undefined if there is none.
 */
export function startMongod(): Promise<{ uri: string; stop(): Promise<void> } | undefined>;
