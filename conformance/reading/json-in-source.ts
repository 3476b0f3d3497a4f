/** ECMAScript's "JSON.parse source text access", which the library of TypeScript does not declare yet. */
type JsonWithSource = {
  readonly parse: (
    text: string,
    revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ) => unknown;
  readonly rawJSON: (text: string) => unknown;
};
const withSource = JSON as unknown as JsonWithSource;

const inOwnDigits = /\d[.eE]|\d{16}|-0/;

/**
 * Whether the text has a number that JavaScript may write with other digits. Comparing each number takes several times
 * as long.
 */
export function hasOwnDigits(text: string): boolean {
  return inOwnDigits.test(text);
}

/** Parses JSON so that numbers are written again with their original digits. */
export function inSource(text: string): unknown {
  return withSource.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? withSource.rawJSON(source) : value,
  );
}
