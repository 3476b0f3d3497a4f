import type { Check, Mismatch, Seen, SentCase } from '../model/check.ts';
import type { Probe } from '../model/probe.ts';
import type { Decided, ShownCase } from './judging/finding-of.ts';
import { judgeEvidence, withPositiveControl, type Evidence, type Judged } from './judging/judge.ts';
import { sizeProbeFor, unlessTooLong, withSizeHint } from './judging/size-probe.ts';
import { nonceOf } from '../model/nonce.ts';
import { reportedMismatches } from './judging/decisive.ts';

type JudgedBy = {
  readonly seed: number;
  readonly gather: (probe: Probe) => Promise<Evidence>;
  /** The verdict on the check that is named as a control. */
  readonly judgedAs: (id: string) => Promise<Judged & { readonly evidence: Evidence }>;
};

export const nothing: Evidence = { seen: [], judges402: [] };

/** The verdict on a check by what its own probe got: behind its control, and of generated cases with the one that is shown. */
export async function judgeOne(check: Check, parts: JudgedBy): Promise<Decided> {
  const { gather, judgedAs } = parts;
  const control = check.control === undefined ? undefined : await judgedAs(check.control);
  if (control !== undefined && control.verdict.is !== 'pass')
    return { evidence: nothing, ...(await judgeEvidence(check, nothing, control.verdict)) };
  const gathered = await gather(check.probe);
  const asSent = withControl(await judgeEvidence(check, gathered, control?.verdict), control?.evidence);
  const judged = await unlessOfItsSize(asSent, gathered, parts);
  const failed =
    judged.verdict.is === 'fail' ? await caseShownOf(check, judged.mismatches, gathered, parts) : undefined;
  return {
    evidence: gathered,
    ...(await controlled(check, judged, gathered, parts)),
    ...(failed === undefined ? {} : { case: failed }),
  };
}

/** What is refused for its size fails nothing: an accusation rests on a plain text of the same length that is taken. */
async function unlessOfItsSize(judged: Judged, gathered: Evidence, { gather }: JudgedBy): Promise<Judged> {
  const probe = sizeProbeFor(judged, gathered);
  return probe === undefined ? judged : unlessTooLong(judged, await gather(probe));
}

/** A control's own probe is sent only where the check would pass. */
async function controlled(
  { positiveControl }: Check,
  judged: Judged,
  own: Evidence,
  { gather }: JudgedBy,
): Promise<Judged> {
  if (positiveControl === undefined || judged.verdict.is !== 'pass') return withSizeHint(judged, own);
  const shown = positiveControl.probe === undefined ? own : await gather(positiveControl.probe);
  return withSizeHint(withPositiveControl(judged, positiveControl, shown), shown);
}

/** What passed or failed did so beside its control, which passed. */
function withControl(judged: Judged, control: Evidence | undefined): Judged {
  if (control === undefined || !['pass', 'fail'].includes(judged.verdict.is)) return judged;
  return { ...judged, controls: control.seen.map(({ id }) => id) };
}

type Sending = { readonly seed: number; readonly gather: (probe: Probe) => Promise<Evidence> };

/** Of generated cases, where one failed: which, and a smaller one that the finding shows instead, or why there is none. */
async function caseShownOf(
  { shrinking, ...check }: Check,
  mismatches: readonly Mismatch[],
  gathered: Evidence,
  { seed, gather }: Sending,
): Promise<ShownCase | undefined> {
  if (shrinking === undefined) return undefined;
  const [first] = reportedMismatches(mismatches, gathered.seen).mismatches;
  // What was sent once more had a name, and so inputs, of its own.
  const name = gathered.seen[0]?.probe ?? check.probe.name;
  const nonce = (label: string): string => nonceOf(seed, name, label);
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
