import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rememberSecret } from '../input/known-secrets.ts';
import { manifestText, runId } from './manifests.ts';
import { needOfEach } from './need.ts';
import { collectorName, collectorPort, type Manifests } from './objects.ts';
import { commandOf, initializerOf, objectsIn, runnersOf, variablesOf } from './operator-pods.testing.ts';
import { podEnvironment, variable } from './pod-environment.ts';

const root = join(import.meta.dirname, '..', '..');
const need = needOfEach({ ratePerS: 200, inFlight: 1_000 }, 4, {
  machine: 'm',
  maxRatePerS: 100,
  maxStreams: 500,
  errorP99Ms: 0.5,
  at: '2026-11-25T00:00:00Z',
});
const options = {
  scenario: 'stream',
  target: 'https://chat.staging.example',
  botId: 'support',
  ratePerS: 200,
  durationS: 600,
  maxInFlight: 1_000,
  maxCredits: 120_000,
  seed: 7,
  slo: 'ttft.p95<800ms, failures<0.1%',
  content: 'type=text,text',
  contentFrom: 'given by --content',
  token: 'never-shown-token',
  headers: { 'X-Key': 'never-shown-header' },
};

function manifests(more: Partial<Manifests> = {}, changes: Partial<typeof options> = {}): Manifests {
  const of = {
    name: 'checkout',
    pods: 4,
    image: 'registry.example/assay:0.1.0',
    secret: 'checkout',
    claim: undefined,
    scenario: 'stream',
    environment: podEnvironment({ ...options, ...changes }, need),
    need: { ...need, processors: 1 },
    collector: { name: collectorName('checkout'), port: collectorPort },
    withinMs: 781_000,
    mostBytes: 1_966_080_000,
    label: undefined,
    files: undefined,
    ...more,
  };
  return { ...of, run: runId(of) };
}

const textOf = (of: Manifests): string => manifestText(of, ['Made by a test']);
const secrets = { checkout: { ASSAY_TOKEN: 'T', ASSAY_COLLECT_TOKEN: 'C' } };

describe('manifests', () => {
  it('are those of examples/kubernetes', async () => {
    await expect(textOf(manifests())).toMatchFileSnapshot(join(root, 'examples/kubernetes/checkout.yaml'));
  });

  it('have what the definition of a TestRun asks for, in its types', () => {
    const { testRun } = objectsIn(textOf(manifests()));
    expect(testRun).toMatchObject({ apiVersion: 'k6.io/v1alpha1', kind: 'TestRun', metadata: { name: 'checkout' } });
    const { spec } = testRun;
    expect(spec).toMatchObject({ parallelism: 4, script: { localFile: '/scenarios/stream.js' } });
    for (const pod of [spec.initializer, spec.runner]) {
      // A text there, and no truth value, as in a pod.
      expect(pod).toMatchObject({ automountServiceAccountToken: 'false', image: 'registry.example/assay:0.1.0' });
      expect((pod.env ?? []).filter(({ value }) => typeof value !== 'string')).toEqual([]);
    }
    expect(spec.args.every((arg) => arg.startsWith('--') && !/\s/.test(arg))).toBe(true);
  });

  it('give every runner the command line of the operator', () => {
    const [first, second] = runnersOf(objectsIn(textOf(manifests())).testRun);
    const expected =
      'k6 run --quiet --execution-segment=1/4:2/4 --execution-segment-sequence=0,1/4,2/4,3/4,1 --no-color --log-format=raw --summary-mode=disabled --no-thresholds /scenarios/stream.js --address=0.0.0.0:6565 --paused --tag instance_id=2 --tag testrun_name=checkout';
    expect(second?.container.command.slice(5)).toEqual(expected.split(' '));
    expect(first?.container.command).toContain('--execution-segment=0:1/4');
    const [alone] = runnersOf(objectsIn(textOf(manifests({ pods: 1 }))).testRun);
    expect(alone?.container.command.join(' ')).not.toContain('segment');
  });

  it('have tokens by their Secret alone: in no text, in no command line, and not for the initializer', () => {
    const text = textOf(manifests());
    expect(text).not.toContain('never-shown');
    const { testRun } = objectsIn(text);
    const initializer = initializerOf(testRun);
    const given = variablesOf(initializer, secrets);
    expect(Object.keys(given).filter((name) => /TOKEN|HEADERS/.test(name))).toEqual([]);
    expect(commandOf(initializer, given).join(' ')).toContain('ASSAY_TARGET=https://chat.staging.example');
    for (const runner of runnersOf(testRun)) {
      const variables = variablesOf(runner, secrets);
      expect(variables).toMatchObject({ ASSAY_TOKEN: 'T', ASSAY_COLLECT_TOKEN: 'C' });
      expect(commandOf(runner, variables).filter((word) => ['T', 'C'].includes(word))).toEqual([]);
    }
  });

  it('are refused where a secret stands in a flag that they repeat', () => {
    rememberSecret('${TOKEN}', 'secret-in-the-label-9f8e7d');
    expect(() => textOf(manifests({ label: 'secret-in-the-label-9f8e7d' }))).toThrow(
      /would hold a secret in plain text/,
    );
  });

  it('say to a pod what was said to assay, whatever it is made of', () => {
    const odd = fc.constantFrom(
      'on',
      'y',
      '1:30',
      '0x1F',
      '1e3',
      '~',
      '',
      ' a',
      '$(HOME)',
      '$$(HOME)',
      '$',
      'a: b #c',
      '"',
      "'",
    );
    const value = fc.oneof(
      odd,
      fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
    );
    // Many of them in one manifest.
    fc.assert(
      fc.property(fc.array(value, { minLength: 100, maxLength: 200 }), (values) => {
        const given = values.map((text, place) => variable(`ASSAY_${place}`, text));
        const { testRun } = objectsIn(textOf(manifests({ environment: given })));
        const named = values.map((text, place) => [`ASSAY_${place}`, text] as const);
        const [runner] = runnersOf({ ...testRun, spec: { ...testRun.spec, parallelism: 1 } });
        expect(variablesOf(runner as NonNullable<typeof runner>, secrets)).toMatchObject(Object.fromEntries(named));
        const initializer = initializerOf(testRun);
        expect(commandOf(initializer, variablesOf(initializer, secrets))).toEqual(
          expect.arrayContaining(named.map(([name, text]) => `${name}=${text}`)),
        );
      }),
      { numRuns: 5 },
    );
  });

  it('give each pod a folder of its own on a volume of all', () => {
    const { testRun, all, collect } = objectsIn(textOf(manifests({ claim: 'shared' })));
    expect(all.map(({ kind }) => kind)).toEqual(['Job', 'TestRun']);
    expect(testRun.spec.runner.volumeMounts[0]?.subPathExpr).toMatch(/^checkout-[0-9a-f]{12}\/pods\/\$\(POD_NAME\)$/);
    const runners = runnersOf(testRun).map((runner) => variablesOf(runner, secrets));
    expect(runners.map(({ POD_NAME }) => POD_NAME)).toEqual(['checkout-1', 'checkout-2', 'checkout-3', 'checkout-4']);
    expect(runners.some((given) => 'ASSAY_COLLECT' in given)).toBe(false);
    expect(collect.args).toContain('--volume=/results/pods');
  });

  it('bring the trace and the certificates, as far as a ConfigMap holds them', () => {
    const files = { 'trace.ndjson': '{"atMs":1}\n', 'ca.pem': 'PEM' };
    const { all, files: given, testRun } = objectsIn(textOf(manifests({ files })));
    expect({ given, kinds: all.map(({ kind }) => kind) }).toEqual({
      given: files,
      kinds: ['ConfigMap', 'Service', 'Job', 'TestRun'],
    });
    for (const pod of [testRun.spec.initializer, testRun.spec.runner])
      expect(pod.volumeMounts).toContainEqual({ name: 'given', mountPath: '/assay', readOnly: true });
    const long = { 'trace.ndjson': '{"atMs":1}\n'.repeat(100_000) };
    expect(() => textOf(manifests({ files: long }))).toThrow(/1100000 bytes together, and a ConfigMap holds 1000000/);
  });

  it('name a run by all that its pods are told', () => {
    expect(manifests().run).toBe(manifests().run);
    expect(manifests({}, { seed: 8 }).run).not.toBe(manifests().run);
    expect(manifests({ pods: 5 }).run).not.toBe(manifests().run);
  });
});
