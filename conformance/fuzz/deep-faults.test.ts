import { describe, expect, it } from 'vitest';
import { withVariant, withVariants, type VariantId } from '../../fixtures/index.ts';
import { deepFaults, isDeepFaultId, withDeepFault, type DeepFaultId } from '../../fixtures/faults/deep/index.ts';
import { withFault } from '../../fixtures/faults/index.ts';
import { valid } from '../../fixtures/service/behaviour.ts';
import { refuse } from '../../fixtures/service/refusal.ts';
import { judgeService } from '../judged.testing.ts';
import { checks } from '../index.ts';
import { propertyChecks } from './checks.ts';
import { fuzzedOn, operationsFor, requestsText } from './fuzzed.testing.ts';

// One fault of each kind; npm run bench:fuzz tries all of them, with ten seeds each.
const sample: readonly DeepFaultId[] = [
  'deep-speed-point-zero',
  'deep-speech-escape-in-key',
  'deep-voice-before-text',
  'deep-chat-blank-before',
  'deep-blank-before-semicolon',
  'deep-speech-joiner',
  'deep-speech-bell',
  'deep-stream-delete',
  'deep-chat-256',
  'deep-fourth-turn',
  'deep-voice-line-end',
  'deep-speed-minus-zero',
  'deep-speed-doubled-unchecked',
  'deep-session-path',
  'deep-chat-escape-in-key-charged-twice',
  'deep-refused-chat-of-session-charged',
];

const ids = Object.keys(deepFaults).filter(isDeepFaultId);

describe('a mistake that only an unusual input shows', () => {
  it('is one of at least 25, each with a sentence of its own', () => {
    expect(ids.length).toBeGreaterThanOrEqual(25);
    const told = ids.map((id) => deepFaults[id].mistake);
    expect(new Set(told).size).toBe(told.length);
    expect(told.filter((mistake) => !/^\S.*\S\.$/u.test(mistake))).toEqual([]);
  });

  it.each(sample)('is found, and shrunk to the smallest request: %s', async (id) => {
    const { smallest } = deepFaults[id];
    const operations = operationsFor(deepFaults[id]);
    const isSmallest = (text: string): boolean => smallest.test(text);
    const { found } = await fuzzedOn(withDeepFault(id), {
      seed: 1,
      runs: 2_000,
      operations,
      until: ({ exchanges }) => isSmallest(requestsText(exchanges)),
    });
    expect(found.map(({ exchanges }) => requestsText(exchanges)).some(isSmallest)).toBe(true);
  });

  it('is found where it changes what the bot repeats: a body that is read byte by byte', async () => {
    const { found } = await fuzzedOn(withFault('chat-body-read-as-latin-1'), {
      seed: 1,
      runs: 500,
      operations: ['chat'],
      until: () => true,
    });
    expect(found.flatMap(({ finding }) => finding.mismatches.map(({ subject }) => subject))).toContain('reply');
  });

  it('is told as it was met once there is no time to shrink it', async () => {
    // The first case that fails with this seed is far longer than a failure needs.
    const asked = { seed: 4, runs: 500, operations: ['chat'], until: () => true };
    const lengthOf = async (shrinks: boolean): Promise<number> => {
      const { found } = await fuzzedOn(withFault('chat-body-read-as-latin-1'), { ...asked, shrinks });
      return Math.min(...found.map(({ exchanges }) => requestsText(exchanges).length));
    };
    expect(await lengthOf(false)).toBeGreaterThan(2 * (await lengthOf(true)));
  });

  it('leaves no property without a word where conversations fail only as single turns do', async () => {
    const fault = withFault('json-byte-order-mark');
    const { found, result } = await fuzzedOn(fault, { seed: 1, runs: 60, operations: ['chat', 'sessions'] });
    expect(found.map(({ finding }) => finding.check)).toContain('chat.generated/accepts-valid');
    expect(result.rest).toContainEqual(
      expect.objectContaining({
        check: 'sessions.generated/accepts-valid',
        verdict: {
          is: 'inconclusive',
          because: 'what failed in it fails alike without what it is about, as another property shows',
        },
      }),
    );
  });

  it.each(['deep-voice-before-text', 'deep-chat-256', 'deep-stream-64-free'] as const)(
    'is none that a check has thought of: %s',
    async (id) => {
      const findings = await judgeService(withDeepFault(id), checks);
      expect(findings.filter(({ verdict }) => verdict.is === 'fail').map(({ check }) => check)).toEqual([]);
    },
  );
});

describe('a valid service', () => {
  /** The variants of each service are about different things. */
  const unlike: readonly (readonly VariantId[])[] = [
    ['extra-fields-refused', 'unwritable-characters-refused', 'unknown-session-404', 'problem-details', 'more-voices'],
    ['null-is-absent', 'session-numbers-of-64-bits'],
  ];
  it.each(unlike.map((ids) => [ids]))('raises no alarm: %j', async (ids) => {
    const { found, result } = await fuzzedOn(withVariants(ids), { seed: 2, runs: 600 });
    expect(found.map(({ finding }) => finding)).toEqual([]);
    expect(result.rest.map(({ verdict }) => verdict.is)).toEqual(result.rest.map(() => 'pass'));
  });

  it('raises no alarm where it says with 501 that it has no MCP', async () => {
    const behaviour = {
      chatOptionsRefusal: ({ useMcp }: { readonly useMcp?: unknown }) =>
        useMcp === undefined ? undefined : refuse('unexpected-field', { field: 'useMcp' }),
      statusOf: (...given: Parameters<typeof valid.statusOf>) =>
        given[0].field === 'useMcp' ? 501 : valid.statusOf(...given),
    };
    const { found } = await fuzzedOn(behaviour, { seed: 3, runs: 1_000, operations: ['chat', 'stream'] });
    expect(found).toEqual([]);
  });

  it('raises no alarm where it takes no text of more than 500 characters', async () => {
    const short = (text: unknown): boolean => typeof text === 'string' && text.length > 500;
    const behaviour = {
      messageOf: (...given: Parameters<typeof valid.messageOf>) =>
        short(given[0]['message']) ? refuse('too-large') : valid.messageOf(...given),
    };
    const { found } = await fuzzedOn(behaviour, { seed: 3, runs: 1_000, operations: ['chat', 'stream'] });
    expect(found).toEqual([]);
  });
});

describe('a property within a check run', () => {
  it.each(propertyChecks)('fails with the fault that it names: $id', async (check) => {
    const [finding] = await judgeService(withFault(check.fault), [check]);
    expect(finding).toMatchObject({ check: check.id, verdict: { is: 'fail' } });
  });

  it('passes the valid service, with other inputs for another seed', async () => {
    const findings = await Promise.all(
      [1, 2].map((seed) => judgeService({ ...withVariant('more-voices') }, propertyChecks, { seed })),
    );
    expect(findings.flat().filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
  });
});
