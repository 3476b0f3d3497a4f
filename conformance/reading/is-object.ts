/** True for what may have members: an object or an array of JSON. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** True for an object of JSON that is no array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !Array.isArray(value);
}
