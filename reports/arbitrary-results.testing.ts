import fc from 'fast-check';
import type { Answer, Chunk, Exchange, HeaderFields, NoAnswer, SentRequest } from '../conformance/model/exchange.ts';
import type { Drift } from '../conformance/engine/run/dialect.ts';
import type {
  Counts,
  Finding,
  KnownFailure,
  KnownFailureState,
  Observed,
  Run,
  Spend,
  Verdict,
} from '../conformance/model/run.ts';
import { attacks } from '../fixtures/hostile/attacks.ts';

// Typed by core types, so that a schema that knows less than the types is found out by accepting too little.

const count = fc.nat({ max: 1000 });
/** Random letters rarely mean anything to a parser; attacks do. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(...Object.values(attacks).filter(({ length }) => length < 200)),
);
const ms = fc.double({ min: 0, max: 1e6, noNaN: true, noDefaultInfinity: true });
const time = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const clause = fc.constantFrom('1', '2.5', '4.3', '8.1', '10.12');

const spend: fc.Arbitrary<Spend> = fc.record({ chats: count, speeches: count, credits: count });

const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.constant({ is: 'pass' } as const),
  fc.record({ is: fc.constantFrom('fail', 'inconclusive', 'notApplicable'), because: text }),
);

const day = time.map((each) => each.slice(0, 10));

const knownFailureState: fc.Arbitrary<KnownFailureState> = fc.record({
  is: fc.constantFrom('known', 'stale', 'expired', 'inconclusive'),
  reason: text,
  expires: day,
});

const knownFailure: fc.Arbitrary<KnownFailure> = fc.record({
  check: fc.constantFrom('speech.speed/accepts-maximum', 'errors.envelope/on-404'),
  reason: text,
  expires: day,
});

const drift: fc.Arbitrary<Drift> = fc.record({ id: text, clause, says: text, was: text, now: text });

const plainFinding: fc.Arbitrary<Finding> = fc.record(
  {
    check: fc.constantFrom('speech.speed/accepts-maximum', 'errors.envelope/on-404'),
    clause,
    also: fc.array(clause, { maxLength: 2 }),
    level: fc.constantFrom('MUST', 'HTTP', 'SHOULD'),
    title: text,
    requirement: text,
    verdict,
    mismatches: fc.array(
      fc.record(
        {
          subject: text,
          expected: text,
          observed: text,
          reference: text,
          range: fc.record({ exchange: text, at: count, bytes: count }),
        },
        { requiredKeys: ['subject', 'expected', 'observed'] },
      ),
      { maxLength: 2 },
    ),
    exchanges: fc.array(text, { maxLength: 2 }),
    reproduce: text,
    again: fc.record({ run: text, atOnce: fc.integer({ min: 2, max: 9 }) }, { requiredKeys: ['run'] }),
    doneBy: fc.array(text, { maxLength: 2 }),
  },
  {
    requiredKeys: [
      'check',
      'clause',
      'also',
      'level',
      'title',
      'requirement',
      'verdict',
      'mismatches',
      'exchanges',
      'reproduce',
    ],
  },
);

const finding: fc.Arbitrary<Finding> = fc
  .tuple(plainFinding, fc.option(knownFailureState, { nil: undefined }))
  .map(([each, knownFailure]) => (knownFailure === undefined ? each : { ...each, knownFailure }));

const observed: fc.Arbitrary<Observed> = fc.record({ id: text, clause, says: text, value: text });

const cause: fc.Arbitrary<Run['causes'][number]> = fc.record(
  {
    title: text,
    checks: fc.array(text, { minLength: 1, maxLength: 3 }),
    exchange: text,
    counted: text,
    similar: text,
    likely: fc.array(fc.record({ fault: text, share: fc.constantFrom(0, 0.5, 1) }), { maxLength: 2 }),
  },
  { requiredKeys: ['title', 'checks', 'likely'] },
);

const counts: fc.Arbitrary<Counts> = fc.record({
  pass: count,
  fail: count,
  inconclusive: count,
  notApplicable: count,
});

/** Runs of all shapes that the types allow; their counts need not match their findings. */
export const arbitraryRun: fc.Arbitrary<Run> = fc.record(
  {
    schema: fc.constant('assay.run/1' as const),
    command: fc.constantFrom('check', 'fuzz'),
    tool: fc.record({ name: fc.constant('assay' as const), version: text }),
    document: fc.record({ title: text, sha256: fc.constant('0f'.repeat(32)) }),
    target: fc.webUrl(),
    embedded: fc.boolean(),
    strict: fc.constantFrom(false, 'http' as const, true),
    require: text,
    seed: fc.integer(),
    startedAt: time,
    knownFailures: fc.array(knownFailure, { maxLength: 2 }),
    dialect: fc.dictionary(fc.constantFrom('a.b/c', 'd.e/f'), text),
    drift: fc.array(drift, { maxLength: 2 }),
    plan: fc.record({ checks: fc.array(text, { maxLength: 3 }), atMost: spend }),
    complete: fc.boolean(),
    endedAt: time,
    spend,
    counts,
    countsByLevel: fc.record({ MUST: counts, HTTP: counts, SHOULD: counts }),
    exitCode: fc.constantFrom(0, 1, 2, 130, 143),
    observations: fc.array(observed, { maxLength: 2 }),
    causes: fc.array(cause, { maxLength: 3 }),
    findings: fc.array(finding, { maxLength: 4 }),
  },
  {
    requiredKeys: [
      'schema',
      'command',
      'tool',
      'document',
      'target',
      'embedded',
      'strict',
      'seed',
      'startedAt',
      'plan',
      'complete',
      'endedAt',
      'spend',
      'counts',
      'countsByLevel',
      'exitCode',
      'observations',
      'causes',
      'findings',
    ],
  },
);

/** Pages lay out JSON and show anything else unchanged. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.dictionary(text, text, { maxKeys: 3 }).map((object) => Uint8Array.from(Buffer.from(JSON.stringify(object)))),
);
const headers: fc.Arbitrary<HeaderFields> = fc.array(fc.tuple(text, text), { maxLength: 3 });
const chunk: fc.Arbitrary<Chunk> = fc.record({ atMs: ms, bytes: count });
const request: fc.Arbitrary<SentRequest> = fc.record({ method: text, url: fc.webUrl(), headers, body: bytes });

const answer: fc.Arbitrary<Answer> = fc.record({
  is: fc.constant('answer' as const),
  status: fc.integer({ min: 100, max: 599 }),
  headers,
  headersAtMs: ms,
  body: bytes,
  chunks: fc.array(chunk, { maxLength: 3 }),
  ending: fc.constantFrom('complete', 'cut', 'tooLong', 'timeout', 'unkept', 'left'),
  endedAtMs: ms,
  stalledMs: ms,
});

const noAnswer: fc.Arbitrary<NoAnswer> = fc.record({
  is: fc.constant('noAnswer' as const),
  because: fc.constantFrom(
    'refused',
    'unreachable',
    'dns',
    'tls',
    'dropped',
    'malformed',
    'notHttp',
    'timeout',
    'interrupted',
    'left',
  ),
  detail: text,
  endedAtMs: ms,
});

/** Exchanges of all shapes that the types allow. */
export const arbitraryExchange: fc.Arbitrary<Exchange> = fc.record(
  {
    id: fc.constantFrom('speech#0', 'speech#0.2'),
    probe: text,
    sentAs: fc.record(
      { of: text, again: fc.constantFrom('byItself', 'onceMore'), after: text },
      { requiredKeys: ['of'] },
    ),
    place: fc.integer({ min: 1, max: 300 }),
    role: fc.constantFrom('left', 'lockout'),
    operation: fc.constantFrom('bots', 'chat', 'stream', 'voices', 'speech', 'other'),
    attempt: fc.integer({ min: 1, max: 3 }),
    startedAt: time,
    firstStartedAt: time,
    masked: fc.constant(true as const),
    request,
    response: fc.oneof(answer, noAnswer),
  },
  { requiredKeys: ['id', 'probe', 'place', 'operation', 'attempt', 'startedAt', 'request', 'response'] },
);
