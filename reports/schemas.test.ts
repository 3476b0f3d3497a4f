import { readFileSync, readdirSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangeLine } from '../conformance/engine/run/exchange-line.ts';
import { batchOf, inputsOf } from '../conformance/fuzz/cases.ts';
import { properties } from '../conformance/fuzz/index.ts';
import type { RequestRecord } from '../load/records/record.ts';
import type { RequestsHeader } from '../load/records/requests.ts';
import { arbitraryExchange, arbitraryRun } from './arbitrary-results.testing.ts';
import { sampleCheckComparison, sampleLoadComparison } from './compare/sample-comparison.testing.ts';
import { fullLoad, sampleLoad } from './load/sample-load.testing.ts';

type Schema = { readonly $id: string; readonly description?: string };

const folder = `${import.meta.dirname}/../conformance/contract/schemas`;
const files = readdirSync(folder);
const schemas = files.map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Schema);
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
ajvFormats.default(ajv);
for (const schema of schemas) ajv.addSchema(schema);

function validator(id: string): ValidateFunction {
  const validate = ajv.getSchema(`urn:assay:schema:${id}`);
  if (validate === undefined) throw new Error(`no schema ${id}`);
  return validate;
}

function expectValid(id: string, value: unknown): void {
  const validate = validator(id);
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
}

/** The value as a file would hold it. */
function stored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Each of these objects without one of its own properties. */
function lacking(value: object): readonly (readonly [name: string, rest: object])[] {
  return Object.keys(value).map((name) => [
    name,
    Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
  ]);
}

const [run] = fc.sample(
  arbitraryRun.filter(({ findings }) => findings.length > 0),
  { seed: 1, numRuns: 1 },
);
/** What a run has only where it was asked for. */
const optional = ['require', 'knownFailures', 'dialect', 'drift'];
const optionalInExchange = ['sentAs', 'role', 'firstStartedAt', 'masked'];
const [exchange] = fc.sample(arbitraryExchange, { seed: 1, numRuns: 1 });
if (run === undefined || exchange === undefined) throw new Error('fast-check gave no sample');

describe('the published schemas', () => {
  it.each(schemas)('compile and say what they are for: $$id', (schema) => {
    expect(schema.description).toBeTruthy();
    expect(validator(schema.$id.replace('urn:assay:schema:', ''))).toBeTypeOf('function');
  });

  it('take every run that the types allow', () => {
    fc.assert(fc.property(arbitraryRun, (each) => expectValid('run:1', stored(each))));
  });

  it('take its findings and its header as lines of findings.ndjson', () => {
    for (const finding of run.findings) expectValid('finding:1', stored(finding));
    const { complete, endedAt, spend, counts, countsByLevel, exitCode, observations, causes, findings, ...rest } = run;
    const { drift: _, ...header } = rest;
    expect([complete, endedAt, spend, counts, countsByLevel, exitCode, observations, causes, findings]).not.toContain(
      undefined,
    );
    expectValid('run:1#/$defs/headerLine', stored(header));
  });

  it('take every exchange as assay writes it', () => {
    fc.assert(fc.property(arbitraryExchange, (each) => expectValid('exchange:1', JSON.parse(exchangeLine(each)))));
  });

  it.each(lacking(run).filter(([name]) => !optional.includes(name)))('refuse a run without %s', (_, rest) => {
    expect(validator('run:1')(stored(rest))).toBe(false);
  });

  it.each(lacking(JSON.parse(exchangeLine(exchange)) as object).filter(([name]) => !optionalInExchange.includes(name)))(
    'refuse an exchange without %s',
    (_, rest) => {
      expect(validator('exchange:1')(rest)).toBe(false);
    },
  );

  it('refuse what no version of assay writes', () => {
    expect(validator('run:1')(stored({ ...run, schema: 'assay.run/2' }))).toBe(false);
    expect(validator('run:1')(stored({ ...run, extra: 1 }))).toBe(false);
    expect(validator('run:1')(stored({ ...run, startedAt: 'yesterday' }))).toBe(false);
    expect(validator('finding:1')(stored({ ...run.findings[0], verdict: { is: 'inconclusive' } }))).toBe(false);
    expect(validator('finding:1')(stored({ ...run.findings[0], level: 'MAY' }))).toBe(false);
  });

  it('refuse a body that is neither text nor base64, or both', () => {
    const line = JSON.parse(exchangeLine(exchange)) as { readonly request: object };
    const withBody = (body: unknown): unknown => ({ ...line, request: { ...line.request, body } });
    expect(validator('exchange:1')(withBody({ text: '' }))).toBe(true);
    expect(validator('exchange:1')(withBody({ base64: '/w==' }))).toBe(true);
    expect(validator('exchange:1')(withBody({ base64: '/w' }))).toBe(false);
    expect(validator('exchange:1')(withBody({ text: '', base64: '' }))).toBe(false);
    expect(validator('exchange:1')(withBody('text'))).toBe(false);
  });

  it.each(properties)('take every input of $id as a line of corpus.ndjson', (property) => {
    const line = { schema: 'assay.corpus/1', property: property.id, cause: 'status', seed: -1 };
    for (const input of batchOf(inputsOf(property, { longestText: 130 }), 1, 200))
      expectValid('corpus:1', stored({ ...line, input }));
  });

  it('refuse a line of corpus.ndjson that cannot be sent', () => {
    const spelling = { first: 0, isReversed: false, blanks: [], escapes: [] };
    const request = { operation: 'chat', members: [['message', { text: 'a' }]], spelling };
    const line = { schema: 'assay.corpus/1', property: 'p', cause: 'c', seed: 1, input: [request] };
    const withRequest = (change: object): unknown => ({ ...line, input: [{ ...request, ...change }] });
    expectValid('corpus:1', line);
    for (const [, rest] of [...lacking(line), ['input', { ...line, input: [] }] as const])
      expect(validator('corpus:1')(rest)).toBe(false);
    for (const [, rest] of lacking(request)) expect(validator('corpus:1')({ ...line, input: [rest] })).toBe(false);
    expect(validator('corpus:1')(withRequest({ operation: 'bots' }))).toBe(false);
    expect(validator('corpus:1')(withRequest({ members: [['message', { text: 'a', json: '1' }]] }))).toBe(false);
    expect(validator('corpus:1')(withRequest({ deviation: { is: 'cut' } }))).toBe(false);
    expect(validator('corpus:1')(withRequest({ workspace: { kind: 'credit-balance', credits: -1 } }))).toBe(false);
  });

  it('take a list with and without entries', () => {
    const check = {
      id: 'speech.speed/accepts-maximum',
      clause: '2.5',
      also: ['8.2'],
      level: 'MUST',
      title: 't',
      requirement: 's',
      fault: 'f',
    };
    const empty = { schema: 'assay.list/1', checks: [], faults: [], variants: [], scenarios: [] };
    expectValid('list:1', empty);
    expectValid('list:1', { ...empty, checks: [check], faults: [{ id: 'f', mistake: 'm' }] });
    const sentence = { section: '2.5', says: 's', is: 'held', checks: ['a/b'], observations: [] };
    expectValid('list:1', { ...empty, sentences: [sentence] });
    expect(validator('list:1')({ ...empty, sentences: [{ ...sentence, is: 'known' }] })).toBe(false);
    expect(validator('list:1')({ ...empty, checks: [{ ...check, level: undefined }] })).toBe(false);
    expect(validator('list:1')({ ...empty, faults: ['f'] })).toBe(false);
  });

  it('take what a load run measured', () => {
    expectValid('load:1', stored(sampleLoad({ failures: { timeout: 2 } })));
    expectValid('load:1', stored(fullLoad()));
    const samplesHeard = { n: 3, right: 1, wrong: 1, inconclusive: 1, because: 'too long' };
    const wrongAnswers = [{ id: 'a-1', atMs: 1, because: 'silence', kept: 'a-1.txt', sample: 'a-1.mp3' }];
    expectValid('load:1', stored(sampleLoad({ samplesHeard, wrongAnswers })));
    expect(validator('load:1')(stored(sampleLoad({ samplesHeard: { ...samplesHeard, n: 0 } })))).toBe(false);
    const reasons = [{ code: 'clockSteps', because: 'the system clock was set' }] as const;
    expectValid(
      'load:1',
      stored(sampleLoad({ validity: { is: 'invalid', reasons, notes: [] }, capacity: { heldPerS: 4 } })),
    );
    expect(validator('load:1')(stored({ ...sampleLoad(), ttftMs: { n: 1 } }))).toBe(false);
    expect(validator('load:1')(stored({ ...sampleLoad(), validity: { is: 'invalid', notes: [] } }))).toBe(false);
  });

  it.each(lacking(sampleLoad()))('refuse a load run without %s', (_, rest) => {
    expect(validator('load:1')(stored(rest))).toBe(false);
  });

  it('take a comparison of either kind, and refuse a word that there is not', () => {
    const { quantities } = sampleLoadComparison();
    expectValid('compare:1', stored(sampleLoadComparison()));
    expectValid('compare:1', stored(sampleLoadComparison({ method: { is: 'pairs', pairs: 10 } })));
    expectValid('compare:1', stored(sampleCheckComparison()));
    const quicker = quantities.map((each) => ({ ...each, word: 'quicker' }));
    expect(validator('compare:1')(stored({ ...sampleLoadComparison(), quantities: quicker }))).toBe(false);
    expect(validator('compare:1')(stored({ ...sampleCheckComparison(), extra: 1 }))).toBe(false);
  });

  it.each(
    [...lacking(sampleCheckComparison()), ...lacking({ ...sampleLoadComparison(), failIf: undefined })].filter(
      ([name]) => name !== 'failIf' && name !== 'distributions',
    ),
  )('refuse a comparison without %s', (_, rest) => {
    expect(validator('compare:1')(stored(rest))).toBe(false);
  });

  it('take the header and the records of requests.ndjson', () => {
    const { seed, run: id, scenario, timestamps, settings } = sampleLoad();
    const header: RequestsHeader = {
      schema: 'assay.requests/1',
      t0UnixNs: 1.7e18,
      seed,
      run: id,
      scenario,
      stamps: timestamps,
      settings,
    };
    const unsent: RequestRecord = {
      id: '5f0c2a-0',
      index: 0,
      scenario,
      intended: 0,
      events: [],
      eventsDropped: 0,
      end: 1000,
      outcome: 'late',
      bytes: 0,
      coalesced: 0,
      reused: false,
    };
    const answered = {
      ...unsent,
      sent: 0.4,
      headers: 9,
      firstByte: 9.5,
      firstContent: 10.125,
      events: [10.125, 30],
      status: 200,
    };
    const spoken = {
      ...answered,
      index: -1,
      operation: 'speech',
      session: 's',
      early: 1,
      ownDelay: 0.2,
      stamps: 'user',
      credits: 3,
      dnsMs: 1,
      connectMs: 1,
      tlsMs: 1,
      protocol: 'HTTP/1.1',
      tls: 'TLS 1.3',
      chars: 9,
      audioSeconds: 1.5,
      format: 'mp3',
      audioFlag: 'silent',
      audioSample: 'a.mp3',
      lacked: 'port',
      judged: 'letters others own',
      broke: 'own',
      answerKept: 'a.txt',
      contentChars: 120,
      firstContentChars: 5,
      transmitted: 2.125,
      rttMs: 0.019,
      serverMs: 12,
      receiveMs: 0.031,
    };
    const segment = { ...header, segment: '0:1/2', clockOffsetNs: 5 };
    for (const line of [spoken, segment, header, { ...header, t0MonotonicNs: 5 }, unsent, answered])
      expectValid('requests:1', stored(line));
    expect(validator('requests:1')(stored({ ...answered, events: ['10'] }))).toBe(false);
    expect(validator('requests:1')(stored({ ...header, settings: undefined }))).toBe(false);
  });
});
