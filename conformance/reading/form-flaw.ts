import type { ErrorObject } from 'ajv';
import { shownValue } from './shown-value.ts';
import { headOf } from './whole-letters.ts';

/** Most characters of a place that are shown. */
const longestPlace = 120;
const whole = 'it';

/**
 * Where a value differs from its form, and how, in a sentence. Of several alternatives it names the one that the value
 * is closest to.
 */
export function flawIn(errors: readonly ErrorObject[]): string {
  const [nearest] = errors
    .filter(({ keyword }) => !['anyOf', 'oneOf'].includes(keyword))
    .toSorted((a, b) => Number(a.keyword === 'const') - Number(b.keyword === 'const') || depthOf(b) - depthOf(a));
  const flaw = nearest ?? errors[0];
  return flaw === undefined ? 'it has another form' : (otherSchema(flaw) ?? told(flaw));
}

/** For a file of another schema, that is all that is reported. */
function otherSchema({ instancePath, data, parentSchema }: ErrorObject): string | undefined {
  const { schema: observed } = (data ?? {}) as { readonly schema?: unknown };
  const { schema } = (parentSchema?.['properties'] ?? {}) as { readonly schema?: { readonly const?: unknown } };
  const isOther = instancePath === '' && observed !== undefined && observed !== schema?.const;
  return isOther && schema !== undefined ? differs('/schema', observed, shownValue(schema.const)) : undefined;
}

function depthOf({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}

function told(error: ErrorObject): string {
  const { keyword, data } = error;
  const params = error.params as Readonly<Record<string, unknown>>;
  const place = placeOf(error.instancePath);
  if (keyword === 'required') return `${place} has no ${String(params['missingProperty'])}`;
  if (keyword === 'additionalProperties')
    return `${place} has ${shownValue(params['additionalProperty'])}, which is not a member of it`;
  if (keyword === 'const') return differs(place, data, oneOf([params['allowedValue']]));
  if (keyword === 'enum') return differs(place, data, oneOf(params['allowedValues'] as readonly unknown[]));
  if (keyword === 'type') return differs(place, data, kindOf(params['type']));
  return differs(place, data, expectedBy(keyword, params, error.message));
}

/** Of a whole file only the type is shown: it may be another file than intended, with a secret in it. */
const differs = (place: string, observed: unknown, expected: string): string =>
  `${place} is ${place === whole ? typeOf(observed) : shownValue(observed)}, expected ${expected}`;

/** The place as a JSON pointer; control characters in it must not reach a terminal. */
function placeOf(pointer: string): string {
  if (pointer === '') return whole;
  const shown = /^[\x21-\x7e]+$/.test(pointer) ? pointer : JSON.stringify(pointer);
  return shown.length > longestPlace ? `${headOf(shown, longestPlace)}…` : shown;
}

function oneOf(values: readonly unknown[]): string {
  const texts = values.map((value) => shownValue(value));
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1) ?? ''}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return kindOf(Array.isArray(value) ? 'array' : typeof value);
}

function kindOf(type: unknown): string {
  return kinds[String(type)] ?? String(type);
}

function expectedBy(keyword: string, params: Readonly<Record<string, unknown>>, message: string | undefined): string {
  const limit = String(params['limit']);
  if (keyword === 'format')
    return params['format'] === 'date' ? 'a day such as 2026-01-31' : 'a time such as 2026-01-31T12:00:00.000Z';
  if (keyword === 'pattern') return `a text that matches ${String(params['pattern'])}`;
  if (keyword === 'minimum') return `a number from ${limit} on`;
  if (keyword === 'maximum') return `a number up to ${limit}`;
  if (keyword === 'minItems') return `a list of at least ${limit}`;
  if (keyword === 'maxItems') return `a list of at most ${limit}`;
  if (keyword === 'minLength') return 'a text that says something';
  return `what ${message ?? 'its schema says'}`;
}
