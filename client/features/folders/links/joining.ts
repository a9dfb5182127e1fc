const STORED_AS = 'marquee.joining';

/** Remembers in this tab that the visitor pressed to join, so that the sign-in page leads straight into the list. */
export function rememberJoining(token: string): void {
  try {
    sessionStorage.setItem(STORED_AS, token);
  } catch {
    // Without storage they press once more after signing in.
  }
}

export function isJoining(token: string): boolean {
  try {
    return sessionStorage.getItem(STORED_AS) === token;
  } catch {
    return false;
  }
}

export function forgetJoining(): void {
  try {
    sessionStorage.removeItem(STORED_AS);
  } catch {
    // Nothing was stored.
  }
}
