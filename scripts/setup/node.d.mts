/** The supported versions in words. */
export const supportedNode: string;

/** Whether Marquee runs on a version of Node: the engines of package.json, before any package is there to read them. */
export function isSupported(version: string): boolean;
