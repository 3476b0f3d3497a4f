/**
 * True in the published package, where this file is `dist/scripts/resources.js` and resources are one folder higher.
 */
const isBuilt = import.meta.url.endsWith('.js');

/** A file of the package that is not code, by its path from the package's root. */
export function resourceUrl(path: string): URL {
  return new URL(`${isBuilt ? '../../../' : '../../'}${path}`, import.meta.url);
}
