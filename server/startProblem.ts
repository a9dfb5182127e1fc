import { ConfigError } from './config.ts';

/** What whoever starts this can put right without a stack trace, in one line; null for everything else. */
export function startProblem(error: unknown, environment: Record<string, string | undefined>): string | null {
  if (error instanceof ConfigError) return error.message;
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
