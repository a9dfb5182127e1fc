import { ConfigError } from './config/config.ts';
import { isDiskFull } from './platform/http/errors.ts';

/** One line for errors that the operator can fix without a stack trace; null for all other errors. */
export function startProblem(error: unknown, environment: Record<string, string | undefined>): string | null {
  if (error instanceof ConfigError) return error.message;
  if (isDiskFull(error)) return 'The disk of the database is full: free some space on it, then start Marquee again';
  const { HOST: host, PORT: port = '3000' } = environment;
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: stop what uses it, or set PORT to another`;
    case 'EACCES':
      return syscall === 'listen' ? `Not allowed to listen on port ${port}: set PORT to another` : null;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Bad configuration: HOST ${host} is no address of this machine`;
    default:
      return null;
  }
}
