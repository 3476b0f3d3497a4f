/** Narrows values read from a file. Undefined means that the value has another type. */
export type JsonFields = { readonly [name: string]: unknown };

export function asObject(value: unknown): JsonFields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonFields) : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asNumbers(value: unknown): readonly number[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === 'number') ? value : undefined;
}

/** The value of a JSON text. Undefined, which no JSON text means, where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Leaves out what is undefined: an absent field stays absent. */
export function withoutUndefined<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
