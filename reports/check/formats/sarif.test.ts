import { describe, expect, it } from 'vitest';
import { emptyContext } from '../background.ts';
import { checkSarif } from './sarif.ts';
import { failedSpeed, mixedRun, sampleExchange, sampleFinding, sampleRun } from '../sample-run.testing.ts';

type Log = {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly Record<string, unknown>[] } };
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly message: { readonly text: string };
      }[];
    },
  ];
};

const faults = new Map([[failedSpeed.check, { id: 'speed-clamped', mistake: 'A speed above 4 is taken for 4.' }]]);
const parsed = (text: string): Log['runs'][0] => (JSON.parse(text) as Log).runs[0];
const { tool, results } = parsed(checkSarif(mixedRun, [sampleExchange('speech-above#0')], { faults }));

describe('a run in SARIF', () => {
  it('has a rule for each check, with its level, its clause and the mistake that it catches', () => {
    expect(tool.driver.rules).toHaveLength(mixedRun.findings.length);
    expect(tool.driver.rules.find(({ id }) => id === failedSpeed.check)).toMatchObject({
      defaultConfiguration: { level: 'error' },
      properties: { clause: '2.5', also: ['8.2'], level: 'MUST' },
      help: { text: expect.stringContaining('npx assay serve --fault speed-clamped') as string },
    });
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]).toMatchObject({ id: ruleId });
  });

  it('has failures, what is open, and known failures as suppressed; nothing of what passed or does not apply', () => {
    expect(results).toMatchObject([
      {
        ruleId: failedSpeed.check,
        kind: 'fail',
        level: 'error',
        locations: [{ logicalLocations: [{ fullyQualifiedName: 'POST /v1/audio/tts' }] }],
        partialFingerprints: { 'assayFinding/v1': `${failedSpeed.check} | error object | status` },
      },
      {
        kind: 'fail',
        level: 'error',
        suppressions: [{ kind: 'external', justification: 'clamped until release 2.1' }],
      },
      {
        ruleId: 'chat.reply/answers',
        kind: 'open',
        level: 'none',
        locations: [{ logicalLocations: [{ fullyQualifiedName: 'chat.reply' }] }],
      },
    ]);
  });

  it('tells the first fifty mismatches, however many a damaged or hostile folder has', () => {
    const mismatches = Array.from({ length: 100_000 }, (_, at) => ({
      subject: `status of call ${at}#1`,
      expected: '200',
      observed: '500',
      exchange: `call ${at}#1`,
    }));
    const [result] = parsed(checkSarif(sampleRun([{ ...failedSpeed, mismatches }]), [], emptyContext)).results;
    const text = result?.message.text ?? '';
    expect(text.match(/expected 200$/gm)).toHaveLength(50);
    expect(text.match(/and 99950 more mismatches, in run\.json/g)).toHaveLength(2);
    expect(text.length).toBeLessThan(20_000);
  });

  it('points to no file', () => {
    expect(checkSarif(mixedRun, [sampleExchange('speech-above#0')], { faults })).not.toMatch(
      /physicalLocation|artifactLocation/,
    );
  });

  it('keeps the fingerprint of a failure whatever was sent and answered', () => {
    const [mismatch] = failedSpeed.mismatches;
    const other = {
      ...failedSpeed,
      mismatches: [
        {
          ...failedSpeed.mismatches[1],
          subject: 'error object of speak {"text":"other"}#3',
          kind: { subject: 'error object' },
        },
        { ...mismatch, observed: '201' },
      ].map((each) => ({ subject: '', expected: '', observed: '', ...each })),
    };
    const fingerprint = (finding: typeof failedSpeed): unknown =>
      parsed(checkSarif(sampleRun([finding]), [], emptyContext)).results.map((result) => ({
        ...result,
        message: undefined,
      }));
    expect(fingerprint(other)).toMatchObject([
      { partialFingerprints: { 'assayFinding/v1': `${failedSpeed.check} | error object | status` } },
    ]);
    expect(fingerprint(other)).toEqual(fingerprint(failedSpeed));
  });

  it('keeps it whichever of many answers is told, and where in it the mistake is', () => {
    const of = (subject: string) => {
      const mismatch = { subject, expected: 'x', observed: 'y', answers: { wrong: 2, judged: 9 } };
      const finding = sampleFinding('a/b', '1', { verdict: { is: 'fail', because: 'z' }, mismatches: [mismatch] });
      return parsed(checkSarif(sampleRun([finding]), [], emptyContext)).results[0];
    };
    for (const subject of ['event 3 of it', 'event 12 of it'])
      expect(of(subject)).toMatchObject({ partialFingerprints: { 'assayFinding/v1': 'a/b | event 0 of it' } });
  });

  it('lets no text of a target become a link or a placeholder of a message', () => {
    const observed = '[click](https://evil.example) {0}';
    const hostile = sampleFinding('a/b', '1', {
      verdict: { is: 'fail', because: observed },
      mismatches: [{ subject: 'body', expected: 'x', observed }],
    });
    const [result] = parsed(checkSarif(sampleRun([hostile]), [], emptyContext)).results;
    expect(result?.message.text).toContain(String.raw`[click]\(https://evil.example) {{0}}`);
    expect(result?.message.text).not.toMatch(/\]\(|(?<!\{)\{0\}/);
  });
});
