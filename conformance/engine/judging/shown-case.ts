import type { Check, Mismatch, Seen, SentCase } from '../../model/check.ts';
import { nonceOf } from '../../model/nonce.ts';
import type { Probe } from '../../model/probe.ts';
import { reportedMismatches } from './decisive.ts';
import type { ShownCase } from './finding-of.ts';
import { judgeEvidence, type Evidence } from './judge.ts';

type Sending = { readonly seed: number; readonly gather: (probe: Probe) => Promise<Evidence> };

/** Of generated cases, where one failed: which, and a smaller one that the finding shows instead, or why there is none. */
export async function caseShownOf(
  { shrinking, ...check }: Check,
  mismatches: readonly Mismatch[],
  gathered: Evidence,
  { seed, gather }: Sending,
): Promise<ShownCase | undefined> {
  if (shrinking === undefined) return undefined;
  const [first] = reportedMismatches(mismatches, gathered.seen).mismatches;
  const nonce = (label: string): string => nonceOf(seed, check.probe.name, label);
  const cases = shrinking.casesIn(gathered.seen, nonce);
  const at = cases.findIndex((seen) => seen.some(({ id }) => id === first?.exchange));
  const seen = cases[at];
  if (seen === undefined) return undefined;
  const sent = (evidence: Evidence): SentCase => ({
    seen: evidence.seen,
    judged: async () => (await judgeEvidence(check, evidence, undefined)).mismatches,
  });
  const ask = async (probe: Probe): Promise<SentCase | undefined> => {
    const evidence = await gather(probe);
    return evidence.stopped === undefined ? sent(evidence) : undefined;
  };
  const own = partOf(gathered, seen);
  return {
    index: at + 1,
    of: cases.length,
    seen,
    smaller: await shrinking.smallestOf({ ...sent(own), at, nonce }, ask),
  };
}

/** What was gathered of these exchanges alone. */
function partOf(whole: Evidence, seen: Seen): Evidence {
  const flagsOf = (flags: readonly boolean[]): readonly boolean[] =>
    seen.map((exchange) => flags[whole.seen.indexOf(exchange)] === true);
  const { judges402, judgesSteady } = whole;
  return {
    seen,
    judges402: flagsOf(judges402),
    ...(judgesSteady === undefined ? {} : { judgesSteady: flagsOf(judgesSteady) }),
  };
}
