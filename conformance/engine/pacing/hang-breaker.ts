import { isSuccessStatus, type Exchange, type Operation } from '../../model/exchange.ts';
import { callKind } from '../../model/kinds.ts';
import { startOf } from '../../model/moment.ts';
import { rawOf, type Call } from '../../model/probe.ts';
import { classify, isSilent } from '../../classification/classify.ts';

/** Skips calls of a kind for the rest of the run once calls of that kind got no complete answer. */
export type HangBreaker = {
  /** `id` is that of the call, the same for all its attempts. */
  readonly note: (id: string, call: Call, exchange: Exchange) => void;
  readonly reasonToSkip: (call: Call) => string | undefined;
};

/**
 * How many calls of one kind have to hang, or be slow, before the kind is skipped. Each costs up to four time limits; a
 * call with a long text, or one that waited behind others, costs up to eight.
 */
const callsOfKind = 2;
/**
 * How many kinds of an operation have to hang, with no answer in between, before the whole operation is skipped. A
 * service whose speech always hangs then costs the time of these calls. A service that hangs only in places costs two
 * calls for each of the dozen kinds of an operation.
 */
const kindsOfOperation = 3;

/** `isSilent`: no byte of an answer came, so that the service may also be slow. */
type Hung = { readonly sinceMs: number; readonly isSlow: boolean; readonly isSilent: boolean };

export function createHangBreaker(): HangBreaker {
  /** Calls that hung, by kind, and then by call. */
  const hung = new Map<string, Map<string, Hung>>();
  const begunMs = new Map<string, number>();
  /** When the last successful request of each operation began. */
  const wentWellMs = new Map<Operation, number>();

  const reasonOfKind = (kind: string): string | undefined => {
    const calls = hung.get(kind);
    if (calls === undefined || calls.size < callsOfKind) return undefined;
    const where = [...calls.keys()].slice(0, callsOfKind).join(' and ');
    const all = [...calls.values()];
    if (all.every(({ isSlow }) => isSlow))
      return `not sent: ${kind} was still sending when --timeout ended it, at ${where}; try a longer --timeout`;
    const hint = all.every((each) => each.isSilent) ? '; if it is slow, give a longer --timeout' : '';
    return `not sent: ${kind} hung twice before, at ${where}${hint}`;
  };
  const reasonOfOperation = (operation: Operation): string | undefined => {
    const wellMs = wentWellMs.get(operation) ?? Number.NEGATIVE_INFINITY;
    const kinds = [...hung].filter(
      ([kind, calls]) => isOf(kind, operation) && [...calls.values()].some(({ sinceMs }) => sinceMs > wellMs),
    );
    if (kinds.length < kindsOfOperation) return undefined;
    return `not sent: no request of ${operation} gets a complete answer: ${kinds.map(([kind]) => kind).join(', ')}`;
  };
  return {
    note: (id, call, exchange) => {
      const { operation, response, attempt } = exchange;
      // Raw bytes that no client would send say nothing of each other, and a request of no operation says nothing of
      // another.
      if (rawOf(call) !== undefined || operation === 'other') return;
      const startedMs = startOf(exchange);
      const sinceMs = begunMs.get(id) ?? startedMs;
      begunMs.set(id, sinceMs);
      const classification = classify(exchange, { status402: true });
      if (response.is === 'answer' && classification.is === 'judgeable' && isSuccessStatus(response.status)) {
        wentWellMs.set(operation, Math.max(sinceMs, wentWellMs.get(operation) ?? sinceMs));
        if (call.goes === 'despiteHangs') hung.delete(callKind(call));
      }
      // A request that waited behind other requests of this run hung because of them.
      if (exchange.waited === true) return;
      // A single silent request may have been lost on its way, and a service may be slow for a moment.
      const isLateAgain = attempt > 1 && (classification.is === 'slow' || isSilent(exchange));
      if (classification.is !== 'unfinished' && !isLateAgain) return;
      const kind = callKind(call);
      const calls = hung.get(kind) ?? new Map<string, Hung>();
      hung.set(kind, calls.set(id, { sinceMs, isSlow: classification.is === 'slow', isSilent: isSilent(exchange) }));
    },
    reasonToSkip: (call) => {
      const { operation } = call;
      if (operation === 'other' || call.goes === 'despiteHangs') return undefined;
      // Where the plainest request of an operation hangs, a raw one is not answered either.
      return reasonOfKind(rawOf(call) === undefined ? callKind(call) : operation) ?? reasonOfOperation(operation);
    },
  };
}

function isOf(kind: string, operation: Operation): boolean {
  return kind === operation || kind.startsWith(`${operation} `);
}
