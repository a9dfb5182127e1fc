import mongoose from 'mongoose';

/** Does some work with the app's models directly in a database, and disconnects. */
export async function inDatabase<T>(uri: string, work: () => Promise<T>): Promise<T> {
  await mongoose.connect(uri, { autoIndex: false, autoCreate: false });
  try {
    return await work();
  } finally {
    await mongoose.disconnect();
  }
}
