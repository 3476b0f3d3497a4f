/** Where an id could stand in what an answer says. Ids of fewer characters may stand there by chance. */
const runs = /[\w-]{8,}/g;

/** Every text that could be an id, in lower case. */
export function candidateIdsIn(text: string): readonly string[] {
  return text.toLowerCase().match(runs) ?? [];
}

/** An id, given as JSON, without its quotes and in lower case, so that it is found in another spelling too. */
export function withoutQuotes(id: string): string {
  return id.replaceAll(/^"|"$/g, '').toLowerCase();
}

/**
 * For each id (as JSON) the part that may stand in an answer by itself and belongs to this id alone: no other id of the
 * run has it, as all ids of a tenant may have a part in common, and no address has it, such as the id of a bot. Only
 * parts that cannot be equal by chance, nor by the rule of a counter or a clock: a part has 128 bits in hexadecimal
 * digits, or differs from the other parts of its length as much as 48 random bits do. Two workspaces may well number
 * their sessions alike.
 */
export function uniqueIdParts(ids: Iterable<string>, addresses: Iterable<string>): ReadonlyMap<string, string> {
  const runsOf = new Map([...ids].map((id) => [id, new Set(candidateIdsIn(withoutQuotes(id)))]));
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

/**
 * Fewest bits, as of `bitsOf`, of a random part. Two dozen random ids of 16 hexadecimal digits, which are 64 bits, show
 * that many: about twelve different digits have then occurred in each place.
 */
const leastBits = 48;
/**
 * Matches digits and letters in turn. A name that is put together from words has no digit, or only a number at its end.
 */
const isMixed = /\d.*[a-z].*\d|[a-z].*\d.*[a-z]/;

/** Sum over all places of the bits that the letters seen there amount to, if each of them could have been drawn. */
function bitsOf(ids: readonly string[]): number {
  const places = Array.from({ length: ids[0]?.length ?? 0 }, (_, at) => new Set(ids.map((id) => id[at])));
  return places.reduce((bits, { size }) => bits + Math.log2(size), 0);
}

/** True for 32 hexadecimal digits, with or without dashes, that are not a number with leading zeros. */
function isLongHex(bare: string): boolean {
  const [digits] = /[0-9a-f]{32}/.exec(bare.replaceAll('-', '')) ?? [];
  return digits !== undefined && new Set(digits).size >= 9;
}
