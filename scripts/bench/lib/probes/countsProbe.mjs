// Loaded before a program that is checked for leaks. On SIGHUP it prints the number of objects after garbage collection.
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
