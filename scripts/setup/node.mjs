export const supportedNode = '20.19, 22.13, 24 or newer';

/** The oldest supported minor version of each major version. From NEWEST on, all versions are supported. */
const oldestMinor = new Map([
  [20, 19],
  [22, 13],
]);
const NEWEST = 24;

/** Whether Marquee runs on a version of Node. Same as `engines` in package.json, without a package to parse it. */
export function isSupported(version) {
  const [major, minor] = version.split('.').map(Number);
  return major >= NEWEST || minor >= (oldestMinor.get(major) ?? Number.POSITIVE_INFINITY);
}
