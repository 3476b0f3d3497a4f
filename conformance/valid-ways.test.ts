import { describe, expect, it } from 'vitest';
import { accusedIn } from './accused.testing.ts';
import { failure } from './engine/causes/causes.testing.ts';
import { valid, validExcept, type Behaviour, type Change } from '../fixtures/index.ts';
import { isRefusal, refuse, type Refusal } from '../fixtures/service/refusal.ts';
import type { Finding } from './model/run.ts';
import { selectChecks } from './model/select.ts';
import { checks } from './index.ts';
import { judgeService } from './judged.testing.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;

/** Refused with 422 and the error object: the messages that match. */
function filters(isHit: (message: string) => boolean): Partial<Behaviour> {
  return {
    messageOf: (fields, operation) => {
      const message = valid.messageOf(fields, operation);
      return typeof message === 'string' && isHit(message) ? refuse('bad-message', { field: 'message' }) : message;
    },
    statusOf: (refusal, operation) => (refusal.kind === 'bad-message' ? 422 : valid.statusOf(refusal, operation)),
  };
}

/** Writes at the pace of a model: a sentence is told in no time, a text of no said length in eight seconds. */
const writesAtLength: Change = {
  replyTo: (message, ...more) =>
    /\b(tell|write|explain)\b/iu.test(message) && !/\b(a|one|two|three|four) (short )?sentences?\b/iu.test(message)
      ? `${message} ${'and so the tale goes on, '.repeat(400)}`
      : valid.replyTo(message, ...more),
  piecesOf: (text, events) => valid.piecesOf(text, Math.max(events, text.length >> 4)),
  dueTimes: (count) => Array.from({ length: count }, (_, at) => at * 12),
};

/** A text that is written at a cursor: its second half first, in pieces, and what was written by mistake is taken back. */
const atACursor: Change = {
  eventsOf: (pieces, sessionId) => {
    const text = pieces.join('');
    const half = text.length >> 1;
    const written = (part: string): readonly object[] => (part.match(/[^]{1,9}/gu) ?? []).map((insert) => ({ insert }));
    const [first, second] = [written(text.slice(0, half)), written(text.slice(half))];
    return [...second, { move: half - text.length }, ...first, { sessionId }].map((edit) => ({
      data: JSON.stringify(edit),
    }));
  },
};

const withBackspaces: Change = {
  eventsOf: (pieces, sessionId) =>
    [...pieces.flatMap((piece) => ['oops', '\b\b\b\b', piece]).map((text) => ({ text })), { sessionId }].map(
      (event) => ({
        data: JSON.stringify(event),
      }),
    ),
};

/** Messages, texts to speak and instructions of more characters are refused with this status. */
function takesNoMoreThan(most: number, status: number): Change {
  const limited = <T>(value: T): T | Refusal =>
    typeof value === 'string' && value.length > most ? refuse('too-large', { cause: most }) : value;
  return (base) => ({
    messageOf: (fields, operation) => limited(base.messageOf(fields, operation)),
    speechTextOf: (fields) => limited(base.speechTextOf(fields)),
    statusOf: (refusal, operation) => (refusal.cause === most ? status : base.statusOf(refusal, operation)),
  });
}

/** Where the question for earlier words is too long, memory cannot be shown, and what it shows is open. */
const lengthy = [
  'chat.text/*',
  'stream.request/accepts-*',
  'stream.response/tears-no-character',
  'stream.response/after-one-that-was-left',
  'stream.disconnect/leaves-room-for-others',
  'sessions.continue/given-id-*',
  'speech.text/accepts-*',
];

/** A user's own memory: what he asks to be remembered is known in all of his conversations. */
function remembersForItsUser(): Partial<Behaviour> {
  const memory = new Map<string, readonly string[]>();
  return {
    remember: (session, message, operation) => {
      const kept = memory.get(session.scope) ?? [];
      if (/\bremember\b/iu.test(message)) memory.set(session.scope, [...kept, message]);
      valid.remember(session, message, operation);
    },
    recall: (session, ...more) => [...(memory.get(session.scope) ?? []), ...valid.recall(session, ...more)],
  };
}

/** An id that was tried with an unknown bot may be stolen: its session is over. */
const endsWhatComesWithUnknownBots: Change = (base) => {
  const ended = new Set<string>();
  let asked = '';
  return {
    tokenOf: (call, operation, body) => {
      const text = body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : '';
      asked = /"sessionId":"([^"]*)"/u.exec(text)?.[1] ?? '';
      return base.tokenOf(call, operation, body);
    },
    botFor: (segment, among) => {
      const found = base.botFor(segment, among);
      if (isRefusal(found)) ended.add(asked);
      return found;
    },
    findSession: (given, scope, sessions) =>
      typeof given === 'string' && ended.has(given) ? undefined : base.findSession(given, scope, sessions),
  };
};

/**
 * What a valid service may do that would trip few checks only: each way is asked with those. A way of its own that
 * touches more is a variant, which all checks see.
 */
const ways: Readonly<Record<string, readonly [Change, ...globs: string[]]>> = {
  'writes as much as it is asked for': [
    writesAtLength,
    'stream.response/two-at-once-never-mix',
    'stream.response/after-one-that-was-left',
    'stream.response/says-nothing-of-one-that-was-left',
  ],
  'writes the second half first, and moves its cursor': [atACursor, 'stream.framing/keeps-every-*'],
  'streams fragments of a page, with <br> for each line end': [
    {
      eventsOf: (pieces) =>
        pieces.map((piece) => ({
          data: piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>'),
        })),
    },
    'stream.framing/keeps-*',
  ],
  'repeats what it hears without carriage returns': [
    { replyTo: (message, ...more) => valid.replyTo(message.replaceAll('\r', ''), ...more) },
    'stream.framing/goes-on-*',
    'stream.framing/keeps-*',
  ],
  'streams its text as it is, a line end of any kind as a field': [
    {
      eventsOf: (pieces) => pieces.map((data) => ({ data: data.replaceAll(/\r\n?/gu, '\n') })),
    },
    'stream.framing/goes-on-*',
    'stream.framing/keeps-*',
  ],
  'streams half of a reply, and the whole of it when it is asked again': [
    (base) => {
      const heard = new Set<string>();
      return {
        piecesOf: (text, events) => {
          const isNew = !heard.has(text);
          heard.add(text);
          return base.piecesOf(isNew ? text.slice(0, text.length >> 1) : text, events);
        },
      };
    },
    'stream.framing/goes-on-*',
  ],
  'takes back what it wrote by backspaces': [withBackspaces, 'stream.framing/keeps-every-*'],
  'takes 80 characters at the most': [takesNoMoreThan(80, 400), ...lengthy],
  'takes 60 characters at the most': [takesNoMoreThan(60, 413), ...lengthy],
  'takes 40 characters at the most': [
    takesNoMoreThan(40, 422),
    'chat.text/accepts-*',
    'stream.request/accepts-*',
    'speech.text/*',
  ],
  'takes 2,000 characters at the most': [
    filters((message) => message.length > 2_000),
    'chat.text/*',
    'stream.request/long-message-is-no-server-error',
    'stream.response/ends-its-last-event',
  ],
  'takes no paths of files, nor markup': [
    filters((message) => /<\/?\w+>|\bC:\\/u.test(message)),
    'chat.text/quotes-leave-the-reply-json',
  ],
  'compares bot ids as they stand in the path': [
    {
      bots: valid.bots.map((bot) => ({ ...bot, botId: `acme:${bot.name.replaceAll(' ', '-')}@2` })),
      botFor: (segment, { bots }) =>
        bots.find(({ botId }) => botId === segment) ?? refuse('unknown-bot', { field: 'botId' }),
    },
    'bots.list',
    'chat.request/accepts-least',
    'stream.response/succeeds',
  ],
  'lists bots with those that they were made from, and a draft': [
    (base) => ({
      botListBody: (bots) => ({
        filter: { botId: null },
        bots: bots.map((bot) => ({ ...bot, template: { botId: 'retired' }, clonedFrom: { botId: null } })),
      }),
      botFor: (segment, among) => {
        const found = base.botFor(segment, among);
        return !isRefusal(found) && found.botId === 'travel-guide' ? refuse('wrong-method') : found;
      },
      statusOf: (refusal, operation) => (refusal.kind === 'wrong-method' ? 409 : valid.statusOf(refusal, operation)),
    }),
    'bots.list',
  ],
  'has routes for ids of its form only': [
    {
      bots: [{ botId: '7d444840-9dc0-41d1-b245-5ffdce74fad2', name: 'One', description: '' }],
      botFor: (segment, among) =>
        uuid.test(segment) ? valid.botFor(segment, among) : refuse('unknown-path', { field: segment }),
      errorText: (body, refusal) => (refusal.kind === 'unknown-path' ? '' : valid.errorText(body, refusal)),
    },
    'chat.bot/*unknown-is-refused',
    'chat.bot/*-is-no-server-error',
    'chat.bot/inherited-name-*',
    'stream.request/rejects-unknown-bot',
    'stream.request/rejects-inherited-name',
    'stream.request/*bot-*-is-no-server-error',
  ],
  'cites documents that were not read well': [
    {
      chatBody: (reply, fields) => ({
        ...Object(valid.chatBody(reply, fields)),
        citations: [{ snippet: 'cafÃ© Ã\u00a0 la carte' }],
      }),
      eventsOf: (pieces, sessionId) => [
        ...valid.eventsOf(pieces, sessionId),
        { data: JSON.stringify({ source: 'na\ufffdve Bayes' }) },
      ],
    },
    'chat.reply',
    'stream.response',
  ],
  'says with 501 that it has no MCP': [
    {
      chatOptionsRefusal: (fields) =>
        fields['useMcp'] === undefined ? undefined : refuse('unexpected-field', { field: 'useMcp' }),
      statusOf: (refusal, operation) => (refusal.field === 'useMcp' ? 501 : valid.statusOf(refusal, operation)),
    },
    'chat.flags/*-no-server-error',
  ],
  'ends a session whose id comes with an unknown bot': [
    endsWhatComesWithUnknownBots,
    'sessions.continue/remembers-after-refused-turns',
    'sessions.continue/names-no-bot',
  ],
  'remembers for its user what he asks it to': [
    remembersForItsUser,
    'sessions.isolation',
    'sessions.continue/remembers-*',
  ],
};

describe('a service that lists its bots for others only', () => {
  it('is not judged in what needs the list, and accused of nothing: whom it lets in is not shown', async () => {
    const behaviour = validExcept({
      botListBody: () => {
        throw new Error('scope missing');
      },
      refusalFor: () => refuse('wrong-scheme'),
    });
    const findings = await judgeService(
      behaviour,
      selectChecks(checks, { only: ['bots.list/*can*', 'bots.list/succeeds'] }),
      {
        bot: 'support',
      },
    );
    const verdicts = findings.map(({ check, verdict }) => `${check} ${verdict.is}`);
    expect(verdicts).toEqual([
      'bots.list/succeeds notApplicable',
      'bots.list/ids-can-chat notApplicable',
      'bots.list/ids-can-stream notApplicable',
      'bots.list/ids-of-another-workspace-can-chat notApplicable',
      'bots.list/escaped-ids-can-chat notApplicable',
      'bots.list/escaped-ids-can-stream notApplicable',
    ]);
  });
});

describe('a run accuses a service', () => {
  const judged = (check: string, verdict: Finding['verdict']): Finding => failure(check, { verdict });
  const busy = {
    is: 'inconclusive',
    because: 'assay was busy for 140 ms and did not see when events arrived',
  } as const;
  const after = { is: 'control', check: 'stream.response/arrives-over-time' } as const;
  const behind = judged('stream.response/behind', { is: 'inconclusive', because: 'its control', about: after });

  it('where something failed, or was not judged for what the service did', () => {
    const findings = [failure('a.b/c'), judged('a.b/d', { is: 'inconclusive', because: '503 twice' }), behind];
    expect(accusedIn(findings)).toEqual(findings);
  });
  it('not where the machine was busy, nor in what has that as its control', () => {
    expect(accusedIn([judged(after.check, busy), behind, judged('a.b/e', { is: 'pass' })])).toEqual([]);
  });
});

describe('a valid service that', () => {
  it.each(Object.entries(ways))('%s is accused of nothing', async (_, [change, ...only]) => {
    const findings = await judgeService(validExcept(change), selectChecks(checks, { only }));
    expect(findings).not.toEqual([]);
    expect(accusedIn(findings)).toEqual([]);
  });
});
