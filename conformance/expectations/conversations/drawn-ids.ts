/** Where an id could stand in what an answer says: too short a one may stand there by chance. */
const runs = /[\w-]{8,}/g;

/** Every text that could be an id, in small letters. */
export function idRunsIn(text: string): readonly string[] {
  return text.toLowerCase().match(runs) ?? [];
}

/** An id as JSON without the quotes, in small letters: so it stands in another spelling of it too. */
export function withoutQuotes(id: string): string {
  return id.replaceAll(/^"|"$/g, '').toLowerCase();
}

/** Of an id as JSON the longest part that could stand in an answer by itself. */
export function bareId(id: string): string {
  const bare = withoutQuotes(id);
  const [longest = bare] = idRunsIn(bare).toSorted((a, b) => b.length - a.length);
  return longest;
}

/**
 * The ids of a run that cannot be the same by chance, nor by the rule of a counter or a clock: 128 bits in hexadecimal
 * digits, or what differs from the others as long by as much as 64 drawn bits do. Two workspaces may well number their
 * sessions alike.
 */
export function drawnAmong(ids: Iterable<string>): (id: string) => boolean {
  const byLength = Map.groupBy(new Set([...ids].map(bareId)), (id) => id.length);
  const differing = new Map([...byLength].map(([length, alike]) => [length, bitsOf(alike)]));
  return (id) => {
    const bare = bareId(id);
    return isLongHex(bare) || (isMixed.test(bare) && (differing.get(bare.length) ?? 0) >= leastBits);
  };
}

const leastBits = 64;
/** A name that is put together from words has no digit, or no more than a number behind it. */
const isMixed = /\d.*[a-z].*\d|[a-z].*\d.*[a-z]/;

/** What each place of these adds: as many letters as were seen there could have been drawn. */
function bitsOf(ids: readonly string[]): number {
  const places = Array.from({ length: ids[0]?.length ?? 0 }, (_, at) => new Set(ids.map((id) => id[at])));
  return places.reduce((bits, { size }) => bits + Math.log2(size), 0);
}

/** With or without dashes; no number with zeros before it. */
function isLongHex(bare: string): boolean {
  const [digits] = /[0-9a-f]{32}/.exec(bare.replaceAll('-', '')) ?? [];
  return digits !== undefined && new Set(digits).size >= 9;
}
