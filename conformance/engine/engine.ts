import { chainFinder, ownProbesOf } from '../model/chain.ts';
import type { Check, Observation } from '../model/check.ts';
import { defectOf } from './judging/defect.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import { findingOf, type Decided } from './judging/finding-of.ts';
import { partsOf, type EngineOptions } from './engine-parts.ts';
import type { Earlier } from './resumed-run.ts';
import { asKept, type Exchange } from '../model/exchange.ts';
import { createProbeScheduler } from './probe-scheduler.ts';
import { judgeEvery } from './judge-every.ts';
import { judgeOne, nothing } from './judge-one.ts';
import { withPositiveControl, type Evidence, type Judged } from './judging/judge.ts';
import { memoized } from './memoize.ts';
import { missingRequirementOf, missingRequirement, type Credentials } from '../model/credentials.ts';
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
      if (!signal.aborted && earlier?.findings.has(check.id) !== true) emit({ is: 'finding', finding });
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
      const finding = shared.earlier?.findings.get(check.id);
      return finding === undefined ? decide(check).catch(broken) : decidedEarlier(finding, shared.recorded());
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
    return judgeOne(check, { seed: shared.seed, gather: gatheredFor, judgedAs });
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
      const finding = shared.earlier?.findings.get(check.id);
      if (finding !== undefined) return finding;
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

/** A verdict of an earlier part, for the checks that it is the control of. */
function decidedEarlier({ verdict, mismatches, controls, exchanges }: Finding, recorded: readonly Exchange[]): Decided {
  const ids = new Set(exchanges);
  const seen = recorded.filter(({ id }) => ids.has(id));
  return { verdict, mismatches, ...(controls === undefined ? {} : { controls }), evidence: { seen, judges402: [] } };
}

/** One check that breaks must not take with it what the others find. */
function broken(error: unknown): Decided {
  const { because, defect } = defectOf(error);
  return { evidence: nothing, verdict: { is: 'inconclusive', because }, mismatches: [], defect };
}
