/** The names of screens whose files the service worker keeps only once they are opened. */
export const rareScreens: readonly string[];
