import { attemptIdOf } from '../model/exchange-id.ts';
import { headerOf, isAccepted, type Exchange } from '../model/exchange.ts';
import type { ProbeResult } from './judging/judge.ts';
import type { Cost, Probe } from '../model/probe.ts';
import type { ProbeContext, ProbeRunnerParts, SharedParts, Stopped } from './probe-runner-parts.ts';
import { sendProbe } from './probe-runner.ts';
import { lastResumedName, renamedProbe, nextResumedName } from '../model/probe-names.ts';
import type { Finding } from '../model/run.ts';
import { classify } from '../classification/classify.ts';
import { isWorthRetrying } from '../classification/retrying.ts';

/** What earlier parts of a run have left, so that only the rest is sent. */
export type EarlierParts = {
  /** Verdicts that stay, by the ids of their checks. */
  readonly findings: ReadonlyMap<string, Finding>;
  /** Exchanges that are judged together with those of this part. */
  readonly exchanges: readonly Exchange[];
  /** The names of all probes with a recorded exchange. */
  readonly names: ReadonlySet<string>;
  readonly used: Cost;
  /** Answers every call with its recorded exchange. */
  readonly parts: SharedParts;
};

type OwnOf = (probe: Probe, turn: number, parts: ProbeRunnerParts) => Promise<ProbeContext | Stopped>;

/** How the probes of a run are sent, each in the context that `ownOf` gets for it. */
type Sends = {
  /** Does not send again what an earlier part has recorded whole. */
  readonly unlessRecorded: (probe: Probe, turn: number, ownOf: OwnOf) => Promise<ProbeResult>;
  /** Sends in any case, where the answer is needed unmasked: in a recorded answer secrets are masked. */
  readonly anyway: (probe: Probe, turn: number, ownOf: OwnOf) => Promise<ProbeResult>;
};

export function createProbeSenders(live: ProbeRunnerParts, earlier: EarlierParts | undefined): Sends {
  const send = async (probe: Probe, turn: number, ownOf: OwnOf, from: ProbeRunnerParts): Promise<ProbeResult> => {
    const { parts, giveBack } = trackLeases(from);
    const gathered = await sendProbe(probe, turn, () => ownOf(probe, turn, parts), parts);
    giveBack();
    return gathered;
  };
  if (earlier === undefined) {
    const always = (probe: Probe, turn: number, ownOf: OwnOf): Promise<ProbeResult> => send(probe, turn, ownOf, live);
    return { unlessRecorded: always, anyway: always };
  }
  const recorded = { ...earlier.parts, findBot: live.findBot, findBotOf: live.findBotOf };
  const anyway: Sends['anyway'] = (probe, turn, ownOf) =>
    send(renamedProbe(probe, nextResumedName(probe.name, earlier.names)), turn, ownOf, live);
  return {
    anyway,
    unlessRecorded: async (probe, turn, ownOf) => {
      const name = lastResumedName(probe.name, earlier.names);
      if (name === undefined) return anyway(probe, turn, ownOf);
      const kept = await send(renamedProbe(probe, name), turn, ownOf, recorded);
      return isWhole(kept) ? kept : anyway(probe, turn, ownOf);
    },
  };
}

/**
 * Parts for one probe that note which workspaces are made for it. Only that probe knows their tokens: once its last
 * attempt has ended, they are given back.
 */
function trackLeases(parts: ProbeRunnerParts): {
  readonly parts: ProbeRunnerParts;
  readonly giveBack: () => void;
} {
  const tokens: string[] = [];
  return {
    parts: {
      ...parts,
      makeWorkspace: async (order) => {
        const outcome = await parts.makeWorkspace(order);
        if (outcome.is === 'made') tokens.push(outcome.workspace.token);
        return outcome;
      },
    },
    giveBack: () => tokens.splice(0).forEach(parts.giveBack),
  };
}

/** An exchange from before this part began, such as the first question, under a name that no earlier part has used. */
export function firstOf(exchange: Exchange, earlier: EarlierParts | undefined): Exchange {
  if (earlier === undefined) return exchange;
  const probe = nextResumedName(exchange.probe, earlier.names);
  if (probe === exchange.probe) return exchange;
  const renamed = { ...exchange, probe, sentAs: { of: exchange.probe, ...exchange.sentAs } };
  return { ...renamed, id: attemptIdOf(renamed) };
}

/**
 * True where nothing of a recorded probe is missing, and nothing of it would have been tried again: an exchange besides
 * a judged answer, such as another attempt, a liveness check or a proof, may be just what the end of its part has cut
 * off. Where an answer was kept masked, it is unknown what was judged.
 */
function isWhole({ seen, unrecoverable = [], judges, stopped }: ProbeResult): boolean {
  const isSettled = (exchange: Exchange): boolean =>
    exchange.masked !== true &&
    classify(exchange, judges?.get(exchange)).is === 'judgeable' &&
    (!isWorthRetrying(exchange, judges?.get(exchange)) || isLetIn(exchange, seen));
  return stopped === undefined && unrecoverable.length === 0 && seen.every(isSettled);
}

/**
 * Whether the token of the request was known: then a refusal, such as of an unknown bot, is meant for the request
 * itself.
 */
function isLetIn({ request }: Exchange, seen: readonly Exchange[]): boolean {
  const bearerOf = ({ headers }: Exchange['request']): string | undefined => headerOf(headers, 'authorization');
  return seen.some((other) => isAccepted(other) && bearerOf(other.request) === bearerOf(request));
}
