import { jsonTree, type JsonMember, type JsonNode, type TextRange } from './json-tree.ts';

/** The names and indexes that lead to a value. */
export type JsonPath = readonly (string | number)[];

/** A value that is only in one of two texts or differs, as written there. */
export type JsonDifference = {
  readonly path: JsonPath;
  /** Range of the member in the first text, with its name. */
  readonly place?: TextRange;
  readonly own?: string;
  readonly other?: string;
};

/**
 * The differences between two JSON texts, compared as deep as both have the same kind of value; undefined where one is
 * not JSON. A different spelling (`4` and `4.0`) is a difference, as a service may read it differently; order and white
 * space are not.
 */
export function jsonDifferences(own: string, other: string): readonly JsonDifference[] | undefined {
  const [mine, theirs] = [jsonTree(own), jsonTree(other)];
  if (mine === undefined || theirs === undefined) return undefined;
  const compare = (a: JsonNode, b: JsonNode, path: JsonPath, place: TextRange): readonly JsonDifference[] => {
    const [one, two] = [textAt(own, a), textAt(other, b)];
    if (one === two) return [];
    if (a.is !== b.is || a.is === 'scalar') return [{ path, place, own: one, other: two }];
    const [left, right] = [named(a.members), named(b.members)];
    const mineToo = [...left].flatMap(([key, member]): readonly JsonDifference[] => {
      const [inside, other] = [[...path, member.name], right.get(key)];
      if (other !== undefined) return compare(member.value, other.value, inside, member);
      return [{ path: inside, place: member, own: textAt(own, member.value) }];
    });
    const theirsOnly = [...right].flatMap(([key, { name, value }]) =>
      left.has(key) ? [] : [{ path: [...path, name], other: textAt(other, value) }],
    );
    return [...mineToo, ...theirsOnly];
  };
  return compare(mine, theirs, [], mine);
}

function textAt(text: string, { from, to }: TextRange): string {
  return text.slice(from, to);
}

/** For a repeated name, the first is compared with the first and the second with the second. */
function named(members: readonly JsonMember[]): ReadonlyMap<string, JsonMember> {
  const times = new Map<string | number, number>();
  return new Map(
    members.map((member) => {
      const nth = times.get(member.name) ?? 0;
      times.set(member.name, nth + 1);
      return [`${nth} ${member.name}`, member];
    }),
  );
}

const plainName = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** A path in the usual notation: `details.list[2]`, and `["a b"]` where a name is not a plain word. */
export function pathText(path: JsonPath): string {
  const text = path
    .map((part) =>
      typeof part === 'number' ? `[${part}]` : plainName.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`,
    )
    .join('');
  return text.startsWith('.') ? text.slice(1) : text;
}
