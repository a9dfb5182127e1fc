import { pino } from 'pino';

/** The one logger: JSON lines on stdout. main.ts sets its level from the configuration. */
export const log = pino({ level: 'info', base: null });
