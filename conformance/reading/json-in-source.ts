/** ECMAScript's "JSON.parse source text access", which TypeScript's library does not know yet. */
type JsonWithSource = {
  readonly parse: (
    text: string,
    revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ) => unknown;
  readonly rawJSON: (text: string) => unknown;
};
const withSource = JSON as unknown as JsonWithSource;

const inOwnDigits = /\d[.eE]|\d{16}|-0/;

/** A number like this may be written otherwise by JavaScript. To look at each of them takes several times as long. */
export function hasOwnDigits(text: string): boolean {
  return inOwnDigits.test(text);
}

/** JSON whose numbers are written again in the digits in which they came. */
export function inSource(text: string): unknown {
  return withSource.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? withSource.rawJSON(source) : value,
  );
}
