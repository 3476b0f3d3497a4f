import { isDeepStrictEqual } from 'node:util';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { Exchange, SentRequest } from '../model/exchange.ts';
import { attemptIdOf } from '../model/exchange-id.ts';
import { tokenEndOf, tokenEndsIn, tokenEndReason } from '../engine/token/token-end.ts';
import { placeholders, workspacePlaceholder } from '../model/probe.ts';
import {
  requestIdOfSending,
  type Sending,
  type SharedParts,
  type WorkspaceOrder,
} from '../engine/probe-runner-parts.ts';
import type { ProvisionOutcome } from '../engine/provisioner/provision.ts';
import type { Reason, RunHeader } from '../model/run.ts';
import { reasonIn } from '../model/reason.ts';
import { identityIn } from '../http/identifying-fields.ts';
import { recordedRequest } from '../engine/sender.ts';

/** The parts of a recorded run that its verdicts rest on. */
export type RecordedRun = {
  readonly header: RunHeader;
  readonly exchanges: readonly Exchange[];
  readonly journalEntries: readonly JournalEntry[];
};

/** Parts of a run that send nothing: every attempt gets the recorded answer. */
type RecordedParts = SharedParts & {
  /**
   * Ids of the exchanges that were asked for so far, each with why it is not the one asked for; undefined where it is.
   */
  readonly used: ReadonlyMap<string, string | undefined>;
};

/**
 * The parts of a recorded run. An exchange stands for a call only where its request is, byte by byte, the one that this
 * build makes: a valid request in the place of an invalid one proves nothing.
 */
export function recordedParts({ header, exchanges, journalEntries }: RecordedRun): RecordedParts {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const unsent = new Map(
    journalEntries.flatMap((each) => (each.is === 'unsent' ? [[each.what, reasonIn(each)] as const] : [])),
  );
  const workspaces = new Map(
    journalEntries.flatMap((each) => (each.is === 'workspace' ? [[keyOf(each.probe, each.name), each] as const] : [])),
  );
  const used = new Map<string, string | undefined>();
  const ends = tokenEndsIn(journalEntries);

  const attempt = async (sending: Sending, number: number): Promise<Exchange | Reason> => {
    const id = idOf(sending, number);
    const exchange = byId.get(id);
    if (exchange === undefined)
      return unsent.get(requestIdOfSending(sending)) ?? { because: `${id} is not among the exchanges` };
    const other = otherThan(exchange, sending, number, requestOf(sending, exchange, header));
    used.set(id, used.get(id) ?? other);
    return other === undefined ? exchange : { because: `${id} is not what this check sends: ${other}` };
  };
  const makeWorkspace = async ({ probe, name }: WorkspaceOrder): Promise<ProvisionOutcome> => {
    const made = workspaces.get(keyOf(probe, name));
    const which = name === '' ? '' : ` ${name}`;
    if (made === undefined) return { is: 'failed', because: `no workspace${which} is recorded for ${probe}` };
    if ('because' in made) return { is: 'failed', ...reasonIn(made) };
    const token = name === '' ? placeholders.workspace : workspacePlaceholder(name);
    return { is: 'made', workspace: { token, botId: made.bot } };
  };
  return {
    seed: header.seed,
    folder: header.folder,
    given: {
      credentials: header.given?.credentials ?? [],
      ...(header.given?.otherBot === undefined ? {} : { otherBot: header.given.otherBot }),
    },
    reserve: async ({ name }) => {
      const stopped = unsent.get(name);
      return stopped === undefined ? endlessReservation : { stopped };
    },
    whenSlotFree: (_probe, _turn, send) => send(),
    reasonToSkip: () => undefined,
    attempt,
    mayRetry: (exchange, sending) => byId.has(idOf(sending, exchange.attempt + 1)),
    reasonNotToJudge: (exchange) => {
      const end = tokenEndOf(exchange, ends, header.pauses);
      return end === undefined ? undefined : tokenEndReason(end);
    },
    learn: () => undefined,
    isRefusal: () => false,
    record: () => undefined,
    note: () => undefined,
    mask: (text) => text,
    makeWorkspace,
    giveBack: () => undefined,
    used,
  };
}

const endlessReservation = { note: () => undefined, extend: () => true, close: () => undefined };

function idOf({ probe, place }: Sending, attempt: number): string {
  return attemptIdOf({ probe: probe.name, place, attempt });
}

function keyOf(probe: string, name: string): string {
  return JSON.stringify([probe, name]);
}

type Asked = Pick<Sending, 'probe' | 'call' | 'asRecorded' | 'place'>;

/** The request of a call as this build records it, with the request id of the recorded one. */
export function requestOf({ asRecorded }: Asked, { request }: Exchange, { target, given }: RunHeader): SentRequest {
  return recordedRequest(asRecorded, target, given?.headers ?? [], identityIn(request.headers));
}

/** The first difference between a recorded exchange and the one of this call; undefined where there is none. */
export function otherThan(
  { probe, sentAs, place, role, operation, attempt, request }: Exchange,
  sending: Asked,
  number: number,
  wanted: SentRequest,
): string | undefined {
  const alike: readonly (readonly [what: string, isAlike: boolean])[] = [
    ['another probe', probe === sending.probe.name],
    ['another probe', isDeepStrictEqual(sentAs, sending.probe.sentAs)],
    ['another place', place === sending.place],
    ['another role', role === sending.call.role],
    ['another operation', operation === sending.call.operation],
    ['another attempt', attempt === number],
    ['another method', request.method === wanted.method],
    ['another address', request.url === wanted.url],
    ['other header fields', JSON.stringify(request.headers) === JSON.stringify(wanted.headers)],
    ['another body', Buffer.compare(request.body, wanted.body) === 0],
    ['other raw bytes', request.raw === wanted.raw],
    ['another missing response that is judged', request.noResponse === wanted.noResponse],
    ['other placeholders filled in', request.revealsBody === wanted.revealsBody],
  ];
  return alike.find(([, isAlike]) => !isAlike)?.[0];
}
