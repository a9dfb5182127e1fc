export const supportedNode = '20.19, 22.13, 24 or newer';

/** The oldest minor version of each major version; from NEWEST on every version will do. */
const oldestMinor = new Map([
  [20, 19],
  [22, 13],
]);
const NEWEST = 24;

/** Whether Marquee runs on a version of Node: the engines of package.json, before any package is there to read them. */
export function isSupported(version) {
  const [major, minor] = version.split('.').map(Number);
  return major >= NEWEST || minor >= (oldestMinor.get(major) ?? Number.POSITIVE_INFINITY);
}
