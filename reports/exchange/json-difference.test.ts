import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonDifferences, pathText, type JsonPath } from './json-difference.ts';
import { jsonTree } from './json-tree.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Names with a special meaning in an assignment cannot be set by a test. */
const value = fc.jsonValue({ noUnicodeString: false, maxDepth: 4 }).map((each) => each as Json);
const indent = fc.constantFrom(undefined, 1, 4, '\t');

/** Every value in it by its path, the whole too. */
function pathsIn(json: Json, path: JsonPath = []): readonly JsonPath[] {
  if (typeof json !== 'object' || json === null) return [path];
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(json)
    ? [...(json as readonly Json[]).entries()]
    : Object.entries(json as { readonly [name: string]: Json });
  return [path, ...entries.flatMap(([name, inside]) => pathsIn(inside, [...path, name]))];
}

/** The same with this value at that path, or with nothing there. */
function withAt(json: Json, [name, ...rest]: JsonPath, next: Json | undefined): Json | undefined {
  if (name === undefined) return next;
  if (Array.isArray(json)) {
    const list = json as readonly Json[];
    const inside = withAt(list[Number(name)] ?? null, rest, next);
    return inside === undefined ? list.toSpliced(Number(name), 1) : list.with(Number(name), inside);
  }
  const members = Object.entries(json as { readonly [name: string]: Json }).flatMap(([key, each]) => {
    const inside = key === name ? withAt(each, rest, next) : each;
    return inside === undefined ? [] : [[key, inside] as const];
  });
  return Object.fromEntries(members);
}

const placed = fc.tuple(value, fc.nat()).map(([json, nth]) => {
  const paths = pathsIn(json);
  return { json, path: paths[nth % paths.length] ?? [] };
});

const strange = 'a text that no generated value has';

describe('the difference of two JSON texts', () => {
  it('is none, however either is indented', () => {
    fc.assert(
      fc.property(value, indent, indent, (json, one, two) => {
        expect(jsonDifferences(JSON.stringify(json, null, one), JSON.stringify(json, null, two))).toEqual([]);
      }),
    );
  });

  it('is exactly the value that was changed, by its path and its place', () => {
    fc.assert(
      fc.property(placed, indent, indent, ({ json, path }, one, two) => {
        const changed = JSON.stringify(withAt(json, path, strange), null, one);
        const found = jsonDifferences(changed, JSON.stringify(json, null, two)) ?? [];
        expect(found.map((each) => each.path)).toEqual([path]);
        const [{ place, own } = {}] = found;
        expect(own).toBe(JSON.stringify(strange));
        const marked = changed.slice(place?.from, place?.to);
        const name = path.at(-1);
        const isNamed = typeof name === 'string';
        const read = JSON.parse(isNamed ? `{${marked}}` : marked) as unknown;
        expect(read).toEqual(isNamed ? Object.fromEntries([[name, strange]]) : strange);
      }),
    );
  });

  it('is exactly the member that one of them lacks', () => {
    fc.assert(
      fc.property(placed, indent, ({ json, path }, one) => {
        fc.pre(typeof path.at(-1) === 'string');
        const [whole, less] = [JSON.stringify(json, null, one), JSON.stringify(withAt(json, path, undefined))];
        const without = jsonDifferences(less, whole) ?? [];
        expect(without.map((each) => [each.path, each.place, each.own])).toEqual([[path, undefined, undefined]]);
        const more = jsonDifferences(whole, less) ?? [];
        expect(more.map((each) => [each.path, each.other])).toEqual([[path, undefined]]);
        expect(JSON.parse(more[0]?.own ?? '')).toEqual(JSON.parse(without[0]?.other ?? '!'));
      }),
    );
  });

  it('is told of what is only spelled otherwise, and of each of two members of one name', () => {
    const told = (own: string, other: string) =>
      jsonDifferences(own, other)?.map((each) => [pathText(each.path), each.own, each.other]);
    expect(told('{"speed":4.0}', '{"speed":4}')).toEqual([['speed', '4.0', '4']]);
    expect(told('{"a":1,"a":2}', '{"a":1}')).toEqual([['a', '2', undefined]]);
    expect(told('{"b":[1,{"c d":2}]}', '{"b":[1,{"c d":3}]}')).toEqual([['b[1]["c d"]', '2', '3']]);
    expect(told('[1]', '{"a":1}')).toEqual([['', '[1]', '{"a":1}']]);
  });

  it('is not known where one of them is not JSON, or too deep to be read', () => {
    for (const text of ['', '{', '{"a":1,}', '\u{feff}{}', `${'['.repeat(200)}${']'.repeat(200)}`])
      expect([jsonDifferences(text, '{}'), jsonDifferences('{}', text)]).toEqual([undefined, undefined]);
  });
});

describe('the tree of a JSON text', () => {
  it('has every value where it stands', () => {
    fc.assert(
      fc.property(value, indent, (json, one) => {
        const text = JSON.stringify(json, null, one);
        const read = ({ is, from, to, members }: NonNullable<ReturnType<typeof jsonTree>>): Json => {
          if (is === 'scalar') return JSON.parse(text.slice(from, to)) as Json;
          if (is === 'array') return members.map((each) => read(each.value));
          return Object.fromEntries(members.map((each) => [each.name, read(each.value)]));
        };
        const tree = jsonTree(text);
        expect(tree && read(tree)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('of megabytes of escapes is read, and of too many values is not', () => {
    const long = `{"audio":"${'\\n'.repeat(900_000)}"}`;
    expect(jsonTree(long)?.members.map(({ to }) => to)).toEqual([long.length - 1]);
    expect(jsonTree(`[${'0,'.repeat(30_000)}0]`)).toBeUndefined();
  });
});
