/** Ends this program, as if by SIGTERM, once the npm that started it is gone. */
export function endWithNpm(): void;
