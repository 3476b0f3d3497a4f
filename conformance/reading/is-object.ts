/** True for what may have members: an object or an array of JSON. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
