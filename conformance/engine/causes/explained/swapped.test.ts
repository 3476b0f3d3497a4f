import { describe, expect, it } from 'vitest';
import { faults } from '../../../../fixtures/faults/index.ts';
import { validExcept } from '../../../../fixtures/index.ts';
import { everyCheck } from '../../../every.ts';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import { runOnService } from '../../../judged.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { isoOf } from '../../../model/moment.ts';
import { nonceOf } from '../../../model/nonce.ts';
import type { Finding } from '../../../model/run.ts';
import { findingWith } from '../../run/sample-finding.testing.ts';
import { causesOf } from '../causes.ts';
import { swappedAnswersIn } from './swapped-answers.ts';
import { swappedChargesIn } from './charges/swapped-charges.ts';

const beganMs = 1_700_000_000_000;
const lastsMs = 20;

/** The exchange, begun `fromMs` milliseconds after the first. */
function at(fromMs: number, exchange: Exchange): Exchange {
  const { response } = exchange;
  return { ...exchange, startedAt: isoOf(beganMs + fromMs), response: { ...response, endedAtMs: lastsMs } };
}

const mediaTypes = { mp3: 'audio/mpeg', wav: 'audio/wav', flac: 'audio/flac' } as const;
type Format = keyof typeof mediaTypes;

/** A speech that is asked for in a format and comes in the format `came`, as long as the text `said` takes. */
function spoken(fromMs: number, asked: Format | 'default', came: Format, text = 'Hello there.', said = text): Exchange {
  return at(
    fromMs,
    answered({
      id: `speak ${asked} at ${fromMs}#1`,
      operation: 'speech',
      sent: { text, voice: 'alloy', ...(asked !== 'default' && { format: asked }) },
      body: { audioBase64: 'AAAA'.repeat(said.length), contentType: mediaTypes[came] },
    }),
  );
}

function chatted(fromMs: number, asked: string, came: string): Exchange {
  const [own, said] = [asked, came].map((label) => nonceOf(1, 'swapped', label));
  return at(
    fromMs,
    answered({
      id: `chat ${asked} at ${fromMs}#1`,
      operation: 'chat',
      sent: { message: `Please repeat this word: ${own}` },
      body: { reply: `You said ${said}.`, sessionId: 'a' },
    }),
  );
}

const alone = [spoken(1_000, 'mp3', 'mp3'), spoken(2_000, 'wav', 'wav'), spoken(3_000, 'flac', 'flac')];
const swappedPair = [spoken(0, 'mp3', 'wav'), spoken(1, 'wav', 'mp3')];

function failing(check: string, { id }: Exchange, parts: Partial<Finding['mismatches'][number]> = {}): Finding {
  const mismatches = [{ subject: 'audio', expected: 'as asked', observed: 'another', exchange: id, ...parts }];
  return findingWith('fail', { check, mismatches, exchanges: [id] });
}
const byFormat = failing('speech.format/mp3', swappedPair[0] as Exchange);

describe('answers that are swapped', () => {
  it('are those of two at once that got what the other asked for', () => {
    const swapped = swappedAnswersIn([...swappedPair, ...alone], [byFormat]);
    expect(swapped?.title).toBe(
      'answers of simultaneous requests are swapped: 2 of 2 speeches got what another one asked for',
    );
    expect(swapped?.shownIn(byFormat)).toEqual({
      exchange: 'speak mp3 at 0#1',
      says: 'speak mp3 at 0#1 got the answer to speak wav at 1#1, which was under way at the same time, and that one the answer to this.',
    });
  });
  it('are none where two formats are taken for each other alone too, or one comes for any', () => {
    const always = [spoken(5_000, 'mp3', 'wav'), spoken(6_000, 'wav', 'mp3')];
    expect(swappedAnswersIn([...swappedPair, ...always, ...alone], [byFormat])).toBeUndefined();
    const one = [spoken(0, 'wav', 'mp3'), spoken(1, 'mp3', 'mp3'), spoken(2, 'flac', 'mp3'), spoken(3, 'wav', 'mp3')];
    const failed = failing('speech.format/wav', one[0] as Exchange);
    expect(swappedAnswersIn([...one, ...alone], [failed])).toBeUndefined();
  });
  it('are none where the one that comes for any is asked for by name, and as what is usual', () => {
    const always = [
      spoken(0, 'wav', 'mp3'),
      spoken(1, 'default', 'mp3'),
      spoken(2, 'flac', 'mp3'),
      spoken(1_000, 'wav', 'mp3'),
      spoken(1_001, 'mp3', 'mp3'),
      spoken(2_000, 'default', 'mp3'),
    ];
    const failed = failing('speech.format/wav', always[3] as Exchange);
    expect(swappedAnswersIn(always, [failed])).toBeUndefined();
    // That does not depend on a single request: wav never comes for wav, nor flac for flac, whatever else is asked for.
    const never = [spoken(3_000, 'flac', 'wav'), spoken(3_001, 'wav', 'mp3'), spoken(3_002, 'mp3', 'mp3')];
    expect(swappedAnswersIn([...always, ...never], [failed])).toBeUndefined();
  });
  it('are none where what came is as long as what it was asked for, and not as long as the other', () => {
    const long = 'Hello there. '.repeat(40);
    const pair = [spoken(0, 'mp3', 'wav'), spoken(1, 'wav', 'mp3', long)];
    const others = [spoken(1_000, 'wav', 'wav', long), spoken(2_000, 'mp3', 'mp3', long), ...alone];
    expect(swappedAnswersIn([...pair, ...others], [byFormat])).toBeUndefined();
    const other = [spoken(0, 'mp3', 'wav', 'Hello there.', long), spoken(1, 'wav', 'mp3', long, 'Hello there.')];
    expect(swappedAnswersIn([...other, ...others], [byFormat])?.title).toContain('2 of 6 speeches');
  });
  it('are told of speeches that come as a list of bots which another asked for, with the end of the speech behind it', () => {
    const bots = { bots: [{ botId: 'ada', name: 'Ada' }] };
    const list = (from: number) => at(from, answered({ id: `bots at ${from}#1`, operation: 'bots', body: bots }));
    const reply = chatted(2, 'a', 'a');
    const overwritten = (from: number, by: unknown) =>
      at(
        from,
        answered({
          id: `speak at ${from}#1`,
          operation: 'speech',
          sent: { text: 'Hello there.', voice: 'alloy' },
          body: `${JSON.stringify(by)}AAAA","contentType":"audio/mpeg"}`,
        }),
      );
    const chats = [reply, chatted(5_000, 'b', 'b'), chatted(6_000, 'c', 'c')];
    const wrong = [
      overwritten(0, bots),
      overwritten(1, bots),
      overwritten(3, { reply: 'You said so.', sessionId: 'a' }),
    ];
    const failed = failing('speech.reply/carries-audio-and-its-type', wrong[0] as Exchange);
    const swapped = swappedAnswersIn([...wrong, list(0), list(4_000), list(7_000), ...chats, ...alone], [failed]);
    expect(swapped?.title).toBe(
      'answers of simultaneous requests go to others than who asked: 3 of 3 speeches got what another one asked for',
    );
    expect(swapped?.shownIn(failed)).toEqual({
      exchange: 'speak at 0#1',
      says: 'speak at 0#1 got the answer to bots at 0#1, which was under way at the same time.',
    });
    // An answer that comes for every speech may be what the service gives in its place.
    const always = [overwritten(0, bots), overwritten(1, bots), overwritten(3, bots)];
    expect(swappedAnswersIn([...always, list(0), list(4_000), list(7_000), ...alone], [failed])).toBeUndefined();
  });
  it('are none where a stream and a speech are refused under a success', () => {
    const error = { error: { code: 'no_token', message: 'Send a token.' } };
    const refused = (['stream', 'speech', 'stream', 'speech'] as const).map((operation, from) =>
      at(from, answered({ id: `${operation} refused ${from}#1`, operation, body: error })),
    );
    const chats = [chatted(0, 'a', 'a'), chatted(1, 'b', 'b')];
    const streams = [1_000, 2_000, 3_000].map((from) =>
      at(
        from,
        answered({ operation: 'stream', headers: [['Content-Type', 'text/event-stream']], body: 'data: a\n\n' }),
      ),
    );
    const failed = failing('stream.response/x', refused[0] as Exchange);
    expect(swappedAnswersIn([...refused, ...chats, ...streams], [failed])).toBeUndefined();
  });
  it('are told of replies by the words that each was asked for, also where only one way shows', () => {
    const all = [chatted(0, 'a', 'd'), chatted(1, 'b', 'd'), chatted(2, 'c', 'd'), chatted(3, 'd', 'd')];
    const others = [chatted(1_000, 'e', 'e'), chatted(2_000, 'f', 'f')];
    const failed = failing('chat.reply/x', all[0] as Exchange);
    expect(swappedAnswersIn([...all, ...others], [failed])?.title).toBe(
      'answers of simultaneous requests go to others than who asked: 3 of 4 chats got what another one asked for',
    );
  });
  it('are told first, as one cause, and beside them what another mistake shows', () => {
    const failures = [
      failing('speech.speed/a', alone[0] as Exchange, { kind: { is: 'status', due: 'refusal' } }),
      failing('speech.voice/b', swappedPair[1] as Exchange, { observed: 'something else' }),
      byFormat,
    ];
    const exchanges = [...swappedPair, ...alone];
    const swapped = swappedAnswersIn(exchanges, failures);
    const causes = causesOf(failures, { judged: new Set(), known: [], ...(swapped && { explained: [swapped] }) });
    expect(causes.map(({ checks }) => checks)).toEqual([['speech.voice/b', 'speech.format/mp3'], ['speech.speed/a']]);
    expect(causes[0]?.title).toBe(swapped?.title);
    expect(causes[0]?.counted).toContain('got the answer to');
  });
  it('leave open whose a length is, of a speech with others under way', () => {
    const exchanges = [...swappedPair, ...alone, spoken(4_000, 'mp3', 'mp3'), spoken(4_001, 'wav', 'wav')];
    const lengthOf = (at: number) => failing('speech.reply/x', exchanges[at] as Exchange, { kind: { is: 'length' } });
    const swapped = swappedAnswersIn(exchanges, [byFormat, lengthOf(2), lengthOf(5)]);
    expect([2, 5].map((place) => swapped?.has(lengthOf(place)))).toEqual([false, true]);
  });
  it('are the first cause of a service that swaps speeches', async () => {
    const wanted = ['transport.connections/speeches-at-once-never-mix', 'speech.voice/speaks-echo'];
    const checks = everyCheck.filter(
      ({ id }) => wanted.includes(id) || /^speech\.format\/\w+-is-what-was-asked$/.test(id),
    );
    const run = await runOnService(validExcept(faults['speeches-swapped'].change), checks);
    const failed = run.findings.filter(({ verdict }) => verdict.is === 'fail');
    const swapped = swappedAnswersIn(run.exchanges, failed);
    const roots = new Map(checks.flatMap(({ id, root }) => (root === undefined ? [] : [[id, root] as const])));
    const known = { judged: new Set(checks.map(({ id }) => id)), known: [], roots };
    const [first] = causesOf(failed, { ...known, ...(swapped && { explained: [swapped] }) });
    expect(first?.title).toMatch(/^answers of simultaneous requests are swapped: \d+ of \d+ speeches/);
    expect(first?.checks[0]).toBe('transport.connections/speeches-at-once-never-mix');
  });
});

function used(id: string, fromMs: number, status = 200): Exchange {
  return at(fromMs, answered({ id, operation: 'chat', status, body: { reply: 'Hello.' } }));
}

/** A workspace that paid for one chat, and what then came of another one. */
function charged(check: string, [paid, next]: readonly [Exchange, Exchange], comesAndGoes: boolean): Finding {
  const row = { use: 'chat', price: '1 credit', balance: '1 credit', expected: '', observed: '' };
  const answers = comesAndGoes ? { answers: { wrong: 1, judged: 2, comesAndGoes } as const } : {};
  return findingWith('fail', {
    check,
    ledger: [
      { ...row, exchange: paid.id },
      { ...row, exchange: next.id, parts: true },
    ],
    mismatches: [{ subject: 'status', expected: 'so', observed: 'otherwise', exchange: next.id, ...answers }],
    exchanges: [paid.id, next.id],
  });
}

describe('charges that are swapped', () => {
  const [kept, lost] = [
    [used('kept#1', 0), used('kept#2', 50)],
    [used('lost#1', 5), used('lost#2', 60, 402)],
  ] as const;
  const failed = (isUnsteady: boolean) => [
    charged('metering.a/kept', kept, true),
    charged('metering.b/lost', lost, isUnsteady),
  ];
  it('are where a workspace kept what it used, and another lost more, whose use was under way at the same time', () => {
    const own = failed(true);
    const swapped = swappedChargesIn([...kept, ...lost], own);
    expect(own.map((finding) => swapped?.has(finding))).toEqual([true, true]);
    expect(swapped?.title).toBe(
      'charges of simultaneous requests are swapped: 1 workspace kept what it used, and 1 lost what others did',
    );
    const [first] = own;
    expect(first && swapped?.shownIn(first).says).toBe(
      'Call 1 was not charged to its workspace, and that of lost#1, which was under way at the same time, lost more than it used.',
    );
  });
  it('are none where one of both is so each time, or they were not under way together', () => {
    expect(swappedChargesIn([...kept, ...lost], failed(false))).toBeUndefined();
    const later = [used('lost#1', 500), used('lost#2', 560, 402)] as const;
    const apart = [charged('metering.a/kept', kept, true), charged('metering.b/lost', later, true)];
    expect(swappedChargesIn([...kept, ...later], apart)).toBeUndefined();
  });
});
