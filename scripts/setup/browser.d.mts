/** The path of a Chromium on this machine, or null: CHROMIUM_PATH, then PATH, then Playwright's downloads. */
export function findBrowser(environment?: NodeJS.ProcessEnv): string | null;

/** Finds a Chromium, else installs one: through Playwright, then through apt where that is possible. */
export function findOrInstallBrowser(): Promise<string>;
