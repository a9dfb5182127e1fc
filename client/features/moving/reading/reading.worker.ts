import { serveReading } from './serveReading.ts';

serveReading(self);
