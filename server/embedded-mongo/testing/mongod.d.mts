export interface RealMongo {
  uri: string;
  name: string;
  stop(): Promise<void>;
}

/**
 * The MongoDB at MONGODB_URI, or else the mongod on the PATH, started as a replica set with one member in a temporary
 * folder. Undefined where there is neither.
 */
export function startRealMongo(): Promise<RealMongo | undefined>;

/** The path of the mongod on the PATH, or undefined. */
export function findMongod(): string | undefined;

export function findFreePort(): Promise<number>;
