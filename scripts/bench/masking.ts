import { randomBytes } from 'node:crypto';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { exchangeLine } from '../../conformance/engine/run/exchange-line.ts';
import { maskAnswer } from '../../conformance/http/masking/mask-answer.ts';
import { maskText, type NamedSecrets } from '../../conformance/http/masking/secrets.ts';

/**
 * What masking costs for a million records (`npm run bench:masking`, `-- 100000` for fewer): lines of load's
 * `requests.ndjson`, and exchanges as `check` keeps them. Both ways are timed in turn, on pieces of the same records,
 * by this thread's processor time. No response repeats a secret, as no correct one does.
 */
const records = Number(process.argv[2] ?? 1_000_000);
const piece = 1_000;
const eventsEach = 20;

/** As many secrets as a whole check has: its own tokens, their near misses, and workspaces. */
const secrets: NamedSecrets = Array.from(
  { length: 60 },
  (_, at) => [`\${WORKSPACE_TOKEN_${at}}`, randomBytes(30).toString('base64url')] as const,
);

const head = { probe: 'a probe', attempt: 1, startedAt: '2026-11-21T05:00:00.000000Z' } as const;
const sent = { authorization: 'Bearer ${ASSAY_TOKEN}', accept: '*/*', 'user-agent': 'assay/0.1.0' };
const words = 'Thank you for your question about opening hours. We are open from nine to five. ';

function exchangeOf(operation: Exchange['operation'], type: string, body: string, index: number): Exchange {
  const bytes = Buffer.from(body.replaceAll('%INDEX%', String(index)));
  return {
    ...head,
    id: `a probe#${index}`,
    place: index,
    operation,
    request: {
      method: 'POST',
      url: 'https://staging.example.com/v1/bots/support/chat',
      headers: Object.entries(sent),
      body: Buffer.from(JSON.stringify({ message: words })),
    },
    response: {
      is: 'answer',
      status: 200,
      headers: [
        ['Content-Type', type],
        ['Date', 'Sat, 21 Nov 2026 05:00:00 GMT'],
        ['x-request-id', `5f0c2a91d7e4-${index}`],
      ],
      headersAtMs: 1,
      body: bytes,
      chunks: [{ atMs: 2, bytes: bytes.length }],
      ending: 'complete',
      endedAtMs: 3,
      stalledMs: 0,
    },
  };
}

type Kind = {
  readonly what: string;
  readonly count: number;
  readonly plain: (index: number) => string;
  readonly masked: (index: number) => string;
};

function keeping(what: string, count: number, exchange: (index: number) => Exchange): Kind {
  return {
    what,
    count,
    plain: (index) => exchangeLine(exchange(index)),
    masked: (index) => {
      const came = exchange(index);
      return exchangeLine({ ...came, response: maskAnswer(came.response, secrets) });
    },
  };
}

function recordAt(index: number): string {
  const events = Array.from({ length: eventsEach }, (_, place) => index / 2 + 150 + place * 20.125);
  const times = { intended: index / 2, sent: index / 2 + 0.125, headers: index / 2 + 130, firstByte: events[0] };
  const names = { id: `5f0c2a91d7e4-${index}`, index, scenario: 'stream', operation: 'stream', outcome: 'ok' };
  return JSON.stringify({ ...names, ...times, events, status: 200, bytes: 1834, coalesced: 0, reused: true });
}

const event = `data: ${JSON.stringify({ type: 'delta', text: words.slice(0, 30) })}\n\n`;
const audio = randomBytes(24_000).toString('base64');
const kinds: readonly Kind[] = [
  { what: 'lines of requests', count: records, plain: recordAt, masked: (index) => maskText(recordAt(index), secrets) },
  keeping('chats', records, (index) =>
    exchangeOf('chat', 'application/json', JSON.stringify({ sessionId: 'session-%INDEX%', reply: words }), index),
  ),
  keeping('streams of 20 events', records / 10, (index) =>
    exchangeOf('stream', 'text/event-stream', event.repeat(eventsEach), index),
  ),
  keeping('speeches of 24 kB', records / 100, (index) =>
    exchangeOf('speech', 'application/json', JSON.stringify({ audioBase64: audio, contentType: 'audio/mpeg' }), index),
  ),
];

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function timed(make: (index: number) => string, from: number, to: number): number {
  const begun = cpuMs();
  let letters = 0;
  for (let index = from; index < to; index += 1) letters += make(index).length;
  if (letters === 0) throw new Error('nothing was written');
  return cpuMs() - begun;
}

for (const { what, count, plain, masked } of kinds) {
  timed(plain, 0, Math.min(piece, count));
  timed(masked, 0, Math.min(piece, count));
  let [without, withIt] = [0, 0];
  for (let from = 0; from < count; from += piece) {
    const to = Math.min(count, from + piece);
    without += timed(plain, from, to);
    withIt += timed(masked, from, to);
  }
  const each = (ms: number): string => `${((1_000 * ms) / count).toFixed(1)} µs`;
  const times = (withIt / without).toFixed(1);
  console.log(
    `${count} ${what}: ${each(without)} each, ${each(withIt)} masked: ${times} times, ${each(withIt - without)} more`,
  );
}
