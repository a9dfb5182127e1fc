// Loaded before a program that is watched for leaks: on SIGHUP it says what of a kind is still alive after a collection.
import { queryObjects } from 'node:v8';
import mongoose from 'mongoose';
import { Socket } from 'socket.io';

let warnings = 0;
process.on('warning', ({ name }) => {
  if (name === 'MaxListenersExceededWarning') warnings += 1;
});
process.on('SIGHUP', () => {
  const tabs = queryObjects(Socket, { format: 'count' });
  const cursors = queryObjects(mongoose.mongo.AbstractCursor, { format: 'count' });
  process.stdout.write(`counts ${JSON.stringify({ tabs, cursors, warnings })}\n`);
});
