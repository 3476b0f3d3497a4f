import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Counts, Finding, Run, Verdict } from '../../conformance/model/run.ts';
import { countsOf } from './levels.ts';

/** A finding for tests: a pass unless the parts say otherwise. */
export function sampleFinding(check: string, clause: string, parts: Partial<Finding> = {}): Finding {
  return {
    check,
    clause,
    also: [],
    level: 'MUST',
    title: 'a title',
    requirement: 'speed is a number from 0.25 to 4, both ends included',
    verdict: { is: 'pass' },
    mismatches: [],
    exchanges: [],
    reproduce: '',
    ...parts,
  };
}

/** A failed finding with two mismatches and an exchange. */
export const failedSpeed: Finding = sampleFinding('speech.speed/rejects-above-maximum', '2.5', {
  also: ['8.2'],
  verdict: { is: 'fail', because: 'status: expected a refusal (4xx), observed 200' },
  mismatches: [
    { subject: 'status', expected: 'a refusal (4xx)', observed: '200' },
    {
      subject: 'error object',
      expected: 'error.code and error.message, both strings',
      observed: '{"audioBase64":"…"}',
    },
  ],
  exchanges: ['speech-above#0'],
  reproduce: `curl -sS -X POST 'https://staging.example/v1/audio/tts' -H "Authorization: Bearer $ASSAY_TOKEN" -H 'Content-Type: application/json' -d '{"text":"Hello","voice":"alloy","speed":4.01}'`,
  reproduceBy: 'curl',
});

/** A run of these findings, with counts and plan to match. */
export function sampleRun(findings: readonly Finding[], parts: Partial<Run> = {}): Run {
  return {
    schema: 'assay.run/1',
    command: 'check',
    tool: { name: 'assay', version: '0.1.0' },
    document: { title: 'Conversational bot and text-to-speech service interface', sha256: 'ab'.repeat(32) },
    target: 'https://staging.example',
    embedded: false,
    strict: false,
    seed: 7,
    startedAt: '2026-11-21T05:00:00.000Z',
    endedAt: '2026-11-21T05:00:12.345Z',
    plan: { checks: findings.map(({ check }) => check), atMost: { chats: 20, speeches: 13, credits: 59 } },
    complete: true,
    spend: { chats: 4, speeches: 11, credits: 37 },
    counts: countsOf(findings),
    countsByLevel: countsByLevelOf(findings),
    exitCode: exitCodeOf(findings),
    observations: [],
    causes: [],
    findings,
    ...parts,
  };
}

/** A run with a finding of each kind. */
export const mixedRun: Run = sampleRun([
  sampleFinding('errors.envelope/on-404', '7'),
  failedSpeed,
  {
    ...failedSpeed,
    check: 'speech.speed/rejects-far-above',
    knownFailure: { is: 'known', reason: 'clamped until release 2.1', expires: '2026-12-31' },
  },
  sampleFinding('metering.chat/costs-one', '8.1', { verdict: { is: 'notApplicable', because: 'no provisioner' } }),
  sampleFinding('chat.reply/answers', '4.2', { verdict: { is: 'inconclusive', because: '503 twice' } }),
]);

/** An exchange with this body in the answer. */
export function sampleExchange(
  id: string,
  body: Uint8Array | string = '{"audioBase64":"SUQz","contentType":"audio/mpeg"}',
): Exchange {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return {
    id,
    probe: id.slice(0, id.indexOf('#')),
    place: 1,
    operation: 'speech',
    attempt: 1,
    startedAt: '2026-11-21T05:00:03.120Z',
    request: {
      method: 'POST',
      url: 'https://staging.example/v1/audio/tts',
      headers: [
        ['Authorization', 'Bearer ${ASSAY_TOKEN}'],
        ['Content-Type', 'application/json'],
      ],
      body: new TextEncoder().encode('{"text":"Hello","voice":"alloy","speed":4.01}'),
    },
    response: {
      is: 'answer',
      status: 200,
      headers: [['content-type', 'application/json; charset=utf-8']],
      headersAtMs: 42.5,
      body: bytes,
      chunks: [{ atMs: 43.1, bytes: bytes.length }],
      ending: 'complete',
      endedAtMs: 43.4,
      stalledMs: 0,
    },
  };
}

function countsByLevelOf(findings: readonly Finding[]): Run['countsByLevel'] {
  const of = (level: Finding['level']): Counts => countsOf(findings.filter((finding) => finding.level === level));
  return { MUST: of('MUST'), HTTP: of('HTTP'), SHOULD: of('SHOULD') };
}

function exitCodeOf(findings: readonly Finding[]): number {
  const some = (is: Verdict['is']): boolean =>
    findings.some(({ verdict, level }) => verdict.is === is && level === 'MUST');
  if (some('fail')) return 1;
  return some('inconclusive') ? 2 : 0;
}
