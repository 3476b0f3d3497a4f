import { chainFinder, ownProbesOf } from '../model/chain.ts';
import type { Check, Mismatch, Observation, Seen, SentCase } from '../model/check.ts';
import { defectOf } from './judging/defect.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import { toldOf } from './judging/decisive.ts';
import { findingOf, type Decided, type ShownCase } from './judging/finding-of.ts';
import { partsOf, type EngineOptions } from './engine-parts.ts';
import type { Earlier } from './resumed-run.ts';
import { asKept, type Exchange } from '../model/exchange.ts';
import { createProbeScheduler } from './probe-scheduler.ts';
import { judgeEvery } from './judge-every.ts';
import { judgeEvidence, withPositiveControl, type Evidence, type Judged } from './judging/judge.ts';
import { sizeProbeFor, unlessTooLong, withSizeHint } from './judging/sizes.ts';
import { memoized } from './memo.ts';
import { missingRequirementOf, missingRequirement, type Credentials } from '../model/credentials.ts';
import { nonceOf } from '../model/nonce.ts';
import type { Probe } from '../model/probe.ts';
import type { SharedParts } from './probe-runner-parts.ts';
import type { FoundBot } from '../model/known-bot.ts';
import type { GivenBack } from './provisioner/leases.ts';
import { createIdleTracker } from './idle-tracker.ts';
import { createLockstep } from './lockstep.ts';
import { maskedFinding, maskedReason } from './judging/masked-finding.ts';
import type { Finding } from '../model/run.ts';

export type { EngineOptions } from './engine-parts.ts';
export type { FoundBot } from '../model/known-bot.ts';

/** What happens in a run, as it happens. */
export type JournalEvent =
  | { readonly is: 'exchange'; readonly exchange: Exchange }
  | { readonly is: 'finding'; readonly finding: Finding }
  | { readonly is: 'journalEntry'; readonly entry: JournalEntry };

/** What judges, whatever the exchanges come from. */
type Judge = {
  /** Sends what these checks and their controls need before all else, in this order. */
  readonly lineUpFirst: (checks: readonly Check[]) => void;
  /** The verdict on a check; its probe and its control are sent when first asked for, and once. */
  readonly judge: (check: Check) => Promise<Finding>;
  /** Sends what an observation needs; what is seen is read from the exchanges. */
  readonly observe: (observation: Observation) => Promise<void>;
  /** Sends a probe that nobody shares: it is not remembered, and goes behind whatever waits. */
  readonly ask: (probe: Probe) => Promise<Evidence>;
  /** The first bot that `GET /v1/bots` lists, or why none is known. */
  readonly findBot: () => Promise<FoundBot>;
};

export type Engine = Judge & {
  /** Credits that are neither used nor set aside; infinite without a cap. */
  readonly creditsLeft: () => number;
  /** A text without the secrets known so far. */
  readonly mask: (text: string) => string;
  /** What became of the workspaces that the provisioner takes back; all are given back by then, or left. */
  readonly close: () => Promise<GivenBack>;
};

/** `all` is every check there is, so that a control that was not selected is found. Throws only for defects of assay. */
export function createEngine(
  options: EngineOptions,
  all: readonly Check[],
  emit: (event: JournalEvent) => void,
  signal: AbortSignal,
): Engine {
  const kept: Exchange[] = [];
  const asked = new Set<string>();
  const keep = (exchange: Exchange): void => {
    kept.push(exchange);
    const { response } = exchange;
    if (response.is === 'answer') bodies.keep(response.body.length + (response.onWire?.rest.length ?? 0));
  };
  const keeping = {
    record: (exchange: Exchange) => {
      // Of the many that `fuzz` asks for none is remembered.
      if (!asked.has(exchange.probe)) keep(exchange);
      options.heard?.(exchange);
      emit({ is: 'exchange', exchange: asKept(exchange) });
    },
    note: (entry: JournalEntry) => emit({ is: 'journalEntry', entry: withoutSecrets(entry) }),
  };
  const { close, budget, bodies, ...shared } = partsOf(options, keeping, signal);
  const withoutSecrets = (entry: JournalEntry): JournalEntry =>
    'because' in entry ? { ...entry, ...maskedReason(entry, shared.mask) } : entry;
  const { earlier } = options;
  for (const exchange of earlier?.exchanges ?? []) keep(exchange);
  for (const exchange of options.first ?? []) keep(exchange);
  const judge = createJudge(options, { ...shared, earlier, recorded: () => kept, signal }, all);
  return {
    ...judge,
    ask: async (probe) => {
      asked.add(probe.name);
      try {
        return await judge.ask(probe);
      } finally {
        asked.delete(probe.name);
      }
    },
    judge: async (check) => {
      const finding = await judge.judge(check);
      if (!signal.aborted && earlier?.told.has(check.id) !== true) emit({ is: 'finding', finding });
      return finding;
    },
    creditsLeft: () => budget.left(),
    mask: shared.mask,
    close,
  };
}

/** `recorded` is every exchange so far, whatever it was sent for. */
type JudgeParts = SharedParts & {
  readonly recorded: () => readonly Exchange[];
  readonly signal?: AbortSignal;
  readonly earlier?: Earlier | undefined;
};

/** Judges by whatever reaches the target, or by what was recorded of it. */
export function createJudge(
  credentials: Credentials & { readonly bot?: string | undefined },
  shared: JudgeParts,
  all: readonly Check[],
): Judge {
  const { evidence, ask, lineUp, lineUpFirst, findBot } = createProbeScheduler(credentials, shared);
  const { during, whenIdle } = createIdleTracker();
  const pass = createLockstep();
  const byId = new Map(all.map((check) => [check.id, check]));
  const chainOf = chainFinder(all);
  const verdicts = memoized(
    (check: Check) => check.id,
    async (check) => {
      const told = shared.earlier?.told.get(check.id);
      return told === undefined ? decide(check).catch(broken) : toldAs(told, shared.recorded());
    },
  );

  async function decide(check: Check): Promise<Decided> {
    const lacking = missingRequirementOf(check, credentials);
    if (lacking !== undefined)
      return { evidence: nothing, verdict: { is: 'notApplicable', ...lacking }, mismatches: [] };
    if (check.ofEvery !== undefined) {
      const [own, shown] = await during(
        Promise.all([gatheredFor(check.probe), gatheredFor(check.positiveControl?.probe ?? check.probe)]),
      );
      await whenIdle();
      const judged = await judgeEvery(check, check.ofEvery, own, answersFor(check), shared.signal, pass);
      return {
        ...judged,
        ...(check.positiveControl === undefined ? {} : withPositiveControl(judged, check.positiveControl, shown)),
      };
    }
    const control = check.control === undefined ? undefined : await judgedAs(check.control);
    if (control !== undefined && control.verdict.is !== 'pass')
      return { evidence: nothing, ...(await judgeEvidence(check, nothing, control.verdict)) };
    const gathered = await gatheredFor(check.probe);
    const asSent = withControl(await judgeEvidence(check, gathered, control?.verdict), control?.evidence);
    const judged = await unlessOfItsSize(asSent, gathered);
    const failed = judged.verdict.is === 'fail' ? await caseShownOf(check, judged.mismatches, gathered) : undefined;
    return {
      evidence: gathered,
      ...(await controlled(check, judged, gathered)),
      ...(failed === undefined ? {} : { case: failed }),
    };
  }

  /** What is refused for its size fails nothing: an accusation rests on a plain text of the same length that is taken. */
  async function unlessOfItsSize(judged: Judged, gathered: Evidence): Promise<Judged> {
    const probe = sizeProbeFor(judged, gathered);
    return probe === undefined ? judged : unlessTooLong(judged, await gatheredFor(probe));
  }

  /** Of generated cases, where one failed: which, and a smaller one that the finding shows instead, or why there is none. */
  async function caseShownOf(
    { shrinking, ...check }: Check,
    mismatches: readonly Mismatch[],
    gathered: Evidence,
  ): Promise<ShownCase | undefined> {
    if (shrinking === undefined) return undefined;
    const [first] = toldOf(mismatches, gathered.seen).mismatches;
    const nonce = (label: string): string => nonceOf(shared.seed, check.probe.name, label);
    const cases = shrinking.casesIn(gathered.seen, nonce);
    const at = cases.findIndex((seen) => seen.some(({ id }) => id === first?.exchange));
    const seen = cases[at];
    if (seen === undefined) return undefined;
    const sent = (evidence: Evidence): SentCase => ({
      seen: evidence.seen,
      judged: async () => (await judgeEvidence(check, evidence, undefined)).mismatches,
    });
    const ask = async (probe: Probe): Promise<SentCase | undefined> => {
      const evidence = await gatheredFor(probe);
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

  /**
   * What an earlier part has kept masked is not what came: of that no more can be judged than that a secret was there. A
   * run that is judged again as a whole leaves nothing out: whoever hands it over could call what failed masked.
   */
  function answersFor({ absence }: Check): readonly Exchange[] {
    const recorded = shared.recorded().filter((exchange) => shared.reasonNotToJudge(exchange) === undefined);
    if (shared.earlier === undefined || absence === 'secrecy') return recorded;
    return recorded.filter(({ masked }) => masked !== true);
  }

  /** A control's own probe is sent only where the check would pass. */
  async function controlled({ positiveControl }: Check, judged: Judged, own: Evidence): Promise<Judged> {
    if (positiveControl === undefined || judged.verdict.is !== 'pass') return withSizeHint(judged, own);
    const shown = positiveControl.probe === undefined ? own : await gatheredFor(positiveControl.probe);
    return withSizeHint(withPositiveControl(judged, positiveControl, shown), shown);
  }

  async function gatheredFor(probe: Probe): Promise<Evidence> {
    const ofOther = probe.needs.includes('otherWorkspace') ? credentials.otherTokenFlaw : undefined;
    const flaw = probe.needs.includes('token') ? (credentials.tokenFlaw ?? ofOther) : ofOther;
    const stopped = flaw ?? credentials.unanswered;
    return stopped === undefined ? evidence(probe) : { ...nothing, stopped };
  }

  async function judgedAs(id: string): Promise<Judged & { readonly evidence: Evidence }> {
    const check = byId.get(id);
    if (check === undefined) throw new Error(`no check has the id ${id}, which is named as a control`);
    return verdicts(check);
  }

  return {
    lineUpFirst: (checks) => lineUpFirst(checks.flatMap((check) => chainOf(check).toReversed().flatMap(ownProbesOf))),
    judge: async (check) => {
      const told = shared.earlier?.told.get(check.id);
      if (told !== undefined) return told;
      lineUp(check.probe);
      const verdict = verdicts(check);
      const decided = await (check.ofEvery === undefined ? during(verdict) : verdict);
      return maskedFinding(findingOf(check, decided, shared.folder), shared.mask);
    },
    observe: async ({ probe }) => {
      if (missingRequirement(probe.needs, credentials) === undefined) await during(gatheredFor(probe));
    },
    ask,
    findBot,
  };
}

const nothing: Evidence = { seen: [], judges402: [] };

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

/** A verdict of an earlier part, for the checks that it is the control of. */
function toldAs({ verdict, mismatches, controls, exchanges }: Finding, recorded: readonly Exchange[]): Decided {
  const ids = new Set(exchanges);
  const seen = recorded.filter(({ id }) => ids.has(id));
  return { verdict, mismatches, ...(controls === undefined ? {} : { controls }), evidence: { seen, judges402: [] } };
}

/** One check that breaks must not take with it what the others find. */
function broken(error: unknown): Decided {
  const { because, defect } = defectOf(error);
  return { evidence: nothing, verdict: { is: 'inconclusive', because }, mismatches: [], defect };
}

/** What passed or failed did so beside its control, which passed. */
function withControl(judged: Judged, control: Evidence | undefined): Judged {
  if (control === undefined || !['pass', 'fail'].includes(judged.verdict.is)) return judged;
  return { ...judged, controls: control.seen.map(({ id }) => id) };
}
