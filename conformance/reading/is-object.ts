/** True for an object or an array of JSON, both of which have members. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** True for an object of JSON that is not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !Array.isArray(value);
}
