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

/**
 * By id as JSON what of it could stand in an answer by itself and is of this id alone: no other id of the run has it, as
 * all of a tenant have his, and none of the addresses, as that of a bot. Only of ids that cannot be the same by chance, nor
 * by the rule of a counter or a clock: that part is of 128 bits in hexadecimal digits, or differs from the others as long by
 * as much as 48 drawn bits do. Two workspaces may well number their sessions alike.
 */
export function drawnPartsOf(ids: Iterable<string>, addresses: Iterable<string>): ReadonlyMap<string, string> {
  const runsOf = new Map([...ids].map((id) => [id, new Set(idRunsIn(withoutQuotes(id)))]));
  const holders = Map.groupBy(
    [...runsOf.values()].flatMap((each) => [...each]),
    (run) => run,
  );
  const shared = [...new Set(addresses)].join('\n').toLowerCase();
  const own = new Map(
    [...runsOf].map(([id, found]) => {
      const alone = [...found].filter((run) => holders.get(run)?.length === 1 && !shared.includes(run));
      const [longest = withoutQuotes(id)] = alone.toSorted((a, b) => b.length - a.length);
      return [id, longest];
    }),
  );
  const byLength = Map.groupBy(new Set(own.values()), ({ length }) => length);
  const differing = new Map([...byLength].map(([length, alike]) => [length, bitsOf(alike)]));
  const isDrawn = (part: string): boolean =>
    isLongHex(part) || (isMixed.test(part) && (differing.get(part.length) ?? 0) >= leastBits);
  return new Map([...own].filter(([, part]) => isDrawn(part)));
}

/** Of 16 hexadecimal digits, which are 64 bits, two dozen ids show as much: each place has had twelve letters by then. */
const leastBits = 48;
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
