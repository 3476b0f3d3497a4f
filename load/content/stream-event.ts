import type { ContentRule } from './rule.ts';
import { eachElement, type Path, type PathStep } from './path.ts';

/** An event as it was dispatched. `value` is its data as JSON, and undefined where the data is not JSON. */
export type StreamEvent = { readonly name: string; readonly data: string; readonly value: unknown };

/** The text of the reply that an event carries by a rule; empty where it carries none. */
export function textIn({ name, data, value }: StreamEvent, { event, where, path }: ContentRule): string {
  if (event !== undefined && name !== event) return '';
  if (where !== undefined && !valuesAt(value, where.path).includes(where.is)) return '';
  if (path !== undefined) return valuesAt(value, path).filter(isText).join('');
  if (data === '[DONE]') return '';
  return event === undefined && where === undefined && isEnveloped(data) ? '' : data;
}

/** What stands among plain text and is none: an object. Its inside is not looked at, here as in the stream client. */
export function isEnveloped(data: string): boolean {
  return data.startsWith('{') && data.endsWith('}');
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function valuesAt(value: unknown, [step, ...rest]: Path): readonly unknown[] {
  if (step === undefined) return [value];
  return childrenAt(value, step).flatMap((child) => valuesAt(child, rest));
}

function childrenAt(value: unknown, step: PathStep): readonly unknown[] {
  if (Array.isArray(value))
    return step === eachElement ? value : typeof step === 'number' && step in value ? [value[step]] : [];
  if (typeof step !== 'string' || typeof value !== 'object' || value === null) return [];
  return Object.hasOwn(value, step) ? [(value as Readonly<Record<string, unknown>>)[step]] : [];
}

/** Deeper nesting than any layout of a stream has. */
const deepest = 12;

/** Every path to a string, in the order in which they stand, each once. Elements of a list are one path. */
export function textPathsIn(value: unknown): readonly Path[] {
  const found = new Map<string, Path>();
  const walk = (child: unknown, path: Path): void => {
    if (typeof child === 'string') found.set(path.map(String).join('\0'), path);
    else if (path.length === deepest) return;
    else if (Array.isArray(child)) {
      for (const item of child) walk(item, [...path, eachElement]);
      // An event may be a list of its kind and its text.
      if (path.length === 0) child.slice(0, 4).forEach((item, place) => walk(item, [place]));
    } else if (typeof child === 'object' && child !== null)
      for (const [name, item] of Object.entries(child)) walk(item, [...path, name]);
  };
  walk(value, []);
  return [...found.values()];
}

/** The one text at a path; `undefined` where there is none, or several. */
export function oneTextAt(value: unknown, path: Path): string | undefined {
  const values = valuesAt(value, path);
  const [only] = values;
  return values.length === 1 && isText(only) ? only : undefined;
}

/** The event's name, and each of its members with what it holds where that is no list and no object. */
export function membersOf({ name, value }: StreamEvent): ReadonlyMap<string, unknown> {
  return new Map([['name', name], ...membersIn(value, '')]);
}

function membersIn(value: unknown, path: string, level = 0): readonly (readonly [path: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null || level === deepest) return [];
  const entries = Array.isArray(value) ? value.map((item: unknown) => ['[]', item] as const) : Object.entries(value);
  return entries.flatMap(([name, item]) => {
    const at = `${path}.${name}`;
    return [[at, typeof item === 'object' ? null : item] as const, ...membersIn(item, at, level + 1)];
  });
}

/** Each text, number, flag and null in a value, with the names that lead to it; elements of a list are one path. */
export function eachScalarIn(value: unknown, path = '', level = 0): readonly (readonly [path: string, text: string])[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  if (level === deepest) return [];
  const entries = Array.isArray(value) ? value.map((item: unknown) => ['[]', item] as const) : Object.entries(value);
  return entries.flatMap(([name, item]) => eachScalarIn(item, `${path}.${name}`, level + 1));
}
