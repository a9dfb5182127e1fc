/** The control of P3 and P4: Express and the driver, without session and permissions. Limit 0 means no limit. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import mongoose from 'mongoose';

const { MongoClient, ObjectId } = mongoose.mongo;
const client = await MongoClient.connect(process.env.DATABASE_URI ?? '', { maxPoolSize: 50 });
const items = client.db().collection('items');
const app = express();
app.get('/api/folders/:id/items', async (req, res) => {
  const folderId = new ObjectId(req.params.id);
  res.json(
    await items
      .find({ folderId })
      .sort({ _id: 1 })
      .limit(Number(req.query.limit ?? 50))
      .toArray(),
  );
});
const server = createServer(app);
server.listen(0, '127.0.0.1', () => console.log(`control on :${(server.address() as AddressInfo).port}`));
process.on('SIGTERM', () => process.exit(0));
