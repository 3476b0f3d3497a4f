import type { JournalEntry } from '../model/journal-entry.ts';
import type { Exchange } from '../model/exchange.ts';
import { credentialNames } from '../model/credentials.ts';
import type { RunHeader } from '../engine/run/run.ts';
import { amount, bool, either, list, object, text, time, value, type Shape } from './shape.ts';

const bytes: Shape<Uint8Array> = (each) => each instanceof Uint8Array;
const field: Shape<readonly [string, string]> = (each): each is readonly [string, string] =>
  Array.isArray(each) && each.length === 2 && each.every(text);
const address: Shape<string> = (each): each is string =>
  text(each) && URL.canParse(each) && /^https?:$/.test(new URL(each).protocol);

const answer = object(
  {
    is: value('answer'),
    status: amount,
    headers: list(field),
    headersAtMs: amount,
    body: bytes,
    chunks: list(object({ atMs: amount, bytes: amount })),
    ending: value('complete', 'cut', 'broken', 'tooLong', 'timeout', 'unkept', 'left'),
    endedAtMs: amount,
    stalledMs: amount,
  },
  { brokenBy: text, onWire: object({ version: text, interim: list(amount), rest: text, closed: bool, hasty: bool }) },
);

const noAnswer = object({
  is: value('noAnswer'),
  because: value(
    'refused',
    'unreachable',
    'dns',
    'tls',
    'dropped',
    'malformed',
    'notHttp',
    'tooMuch',
    'timeout',
    'interrupted',
  ),
  detail: text,
  endedAtMs: amount,
});

/** A line of `exchanges.ndjson`, its bodies being bytes already. */
export const isExchange: Shape<Exchange> = object(
  {
    id: text,
    probe: text,
    operation: value('bots', 'chat', 'stream', 'voices', 'speech', 'other'),
    attempt: amount,
    startedAt: time,
    request: object(
      { method: text, url: address, headers: list(field), body: bytes },
      { raw: text, noResponse: value('closing', 'any'), revealsBody: value(true) },
    ),
    response: either(answer, noAnswer),
  },
  { firstStartedAt: time, masked: value(true) },
);

const workspace = { is: value('workspace'), probe: text, name: text };

/** A line of `journal.ndjson`. */
export const isJournalEntry: Shape<JournalEntry> = either(
  either(object({ ...workspace, bot: text }), object({ ...workspace, because: text })),
  either(
    object({ is: value('unsent'), what: text, because: text }),
    object({ is: value('tokenEnded'), acceptedUntil: time, refusedSince: time, because: text }),
  ),
);

export const day: Shape<string> = (each): each is string => text(each) && /^\d{4}-\d{2}-\d{2}$/.test(each);
export const texts: Shape<Readonly<Record<string, string>>> = (each): each is Readonly<Record<string, string>> =>
  typeof each === 'object' && each !== null && Object.values(each).every(text);

/** The first line of `findings.ndjson`, of a run that checked. */
export const isHeader: Shape<RunHeader> = object(
  {
    schema: value('assay.run/1'),
    command: value('check'),
    tool: object({ name: value('assay'), version: text }),
    document: object({ title: text, sha256: text }),
    target: address,
    embedded: bool,
    strict: value(true, false, 'http'),
    seed: amount,
    given: object(
      { credentials: list(value(...credentialNames)), headers: list(text) },
      { bot: text, otherBot: text, tokenFlaw: text, otherTokenFlaw: text },
    ),
    startedAt: time,
    plan: object({ checks: list(text), atMost: object({ chats: amount, speeches: amount, credits: amount }) }),
  },
  { require: text, knownFailures: list(object({ check: text, reason: text, expires: day })), dialect: texts },
);
