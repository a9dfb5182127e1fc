// The control of P6: loads the packages that the app loads, listens, and does nothing else.
import 'compression';
import 'connect-mongo';
import 'express-session';
import 'helmet';
import 'minisearch';
import 'mongoose';
import 'multer';
import 'pino';
import 'prom-client';
import 'rate-limiter-flexible';
import 'sharp';
import 'zod';
import { createServer } from 'node:http';
import '@node-rs/argon2';
import express from 'express';
import { Server } from 'socket.io';

const app = express();
app.get('/readyz', (_req, res) => res.json({}));
const server = createServer(app);
new Server(server);
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
