import { attemptIdOf } from '../model/exchange-id.ts';
import { headerOf, isTaken, type Exchange } from '../model/exchange.ts';
import type { Evidence } from './judging/judge.ts';
import type { Cost, Probe } from '../model/probe.ts';
import type { ProbeContext, ProbeRunnerParts, SharedParts, Stopped } from './probe-runner-parts.ts';
import { sendProbe } from './probe-runner.ts';
import { lastName, namedProbe, nextName } from '../model/probe-names.ts';
import type { Finding } from '../model/run.ts';
import { classify } from '../classification/classify.ts';
import { isWorthRetrying } from '../classification/retrying.ts';

/** What earlier parts of a run have left, so that only the rest is sent for. */
export type Earlier = {
  /** Verdicts that stay, by the ids of their checks. */
  readonly findings: ReadonlyMap<string, Finding>;
  /** What is judged together with the answers of this part. */
  readonly exchanges: readonly Exchange[];
  /** The names of all probes of which anything was recorded. */
  readonly names: ReadonlySet<string>;
  readonly used: Cost;
  /** These answer every call with what was recorded of it. */
  readonly parts: SharedParts;
};

type OwnOf = (probe: Probe, turn: number, parts: ProbeRunnerParts) => Promise<ProbeContext | Stopped>;

/** How the probes of a run are sent, each with what `ownOf` gets for it. */
type Sends = {
  /** What an earlier part has recorded whole is not sent again. */
  readonly unlessRecorded: (probe: Probe, turn: number, ownOf: OwnOf) => Promise<Evidence>;
  /** Where the answer is needed as it really is: a secret in it would be masked in what was recorded. */
  readonly anyway: (probe: Probe, turn: number, ownOf: OwnOf) => Promise<Evidence>;
};

export function createProbeSenders(live: ProbeRunnerParts, earlier: Earlier | undefined): Sends {
  const send = async (probe: Probe, turn: number, ownOf: OwnOf, from: ProbeRunnerParts): Promise<Evidence> => {
    const { parts, giveBack } = trackLeases(from);
    const gathered = await sendProbe(probe, turn, () => ownOf(probe, turn, parts), parts);
    giveBack();
    return gathered;
  };
  if (earlier === undefined) {
    const always = (probe: Probe, turn: number, ownOf: OwnOf): Promise<Evidence> => send(probe, turn, ownOf, live);
    return { unlessRecorded: always, anyway: always };
  }
  const recorded = { ...earlier.parts, findBot: live.findBot, findBotOf: live.findBotOf };
  const anyway: Sends['anyway'] = (probe, turn, ownOf) =>
    send(namedProbe(probe, nextName(probe.name, earlier.names)), turn, ownOf, live);
  return {
    anyway,
    unlessRecorded: async (probe, turn, ownOf) => {
      const name = lastName(probe.name, earlier.names);
      if (name === undefined) return anyway(probe, turn, ownOf);
      const kept = await send(namedProbe(probe, name), turn, ownOf, recorded);
      return isWhole(kept) ? kept : anyway(probe, turn, ownOf);
    },
  };
}

/**
 * Parts for one probe that note which workspaces are made for it. Their tokens are known to that probe alone, so that
 * once it has been sent to its end, tries again included, nobody needs them any more.
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

/** What was sent before this part began, and may have been sent before that of another part. */
export function firstOf(exchange: Exchange, earlier: Earlier | undefined): Exchange {
  if (earlier === undefined) return exchange;
  const probe = nextName(exchange.probe, earlier.names);
  if (probe === exchange.probe) return exchange;
  const renamed = { ...exchange, probe, sentAs: { of: exchange.probe, ...exchange.sentAs } };
  return { ...renamed, id: attemptIdOf(renamed) };
}

/**
 * True where nothing of a probe is missing, and nothing would have been tried again: what there is beside an answer that is
 * judged, such as another try, a liveness check or a proof, may be just what the end of its part has cut off. Of an answer that is kept masked
 * nobody knows any more what was judged.
 */
function isWhole({ seen, unrecoverable = [], judges, stopped }: Evidence): boolean {
  const isSettled = (exchange: Exchange): boolean =>
    exchange.masked !== true &&
    classify(exchange, judges?.get(exchange)).is === 'judgeable' &&
    (!isWorthRetrying(exchange, judges?.get(exchange)) || isLetIn(exchange, seen));
  return stopped === undefined && unrecoverable.length === 0 && seen.every(isSettled);
}

/** Whether its token was known all the same: then a refusal, such as of a bot that there is not, is meant for itself. */
function isLetIn({ request }: Exchange, seen: readonly Exchange[]): boolean {
  const bearerOf = ({ headers }: Exchange['request']): string | undefined => headerOf(headers, 'authorization');
  return seen.some((other) => isTaken(other) && bearerOf(other.request) === bearerOf(request));
}
