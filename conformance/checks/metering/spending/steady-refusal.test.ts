import { describe, expect, it, vi } from 'vitest';
import { valid, startService, withFault, withVariant, type Behaviour } from '../../../../fixtures/index.ts';
import { refuse } from '../../../../fixtures/service/refusal.ts';
import { createEngine, type JournalEvent } from '../../../engine/engine.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { isTemporarilyRefused } from '../../../classification/transient.ts';
import { checks } from '../../../index.ts';
import { checksNamed, judgeTarget, verdictsIn } from '../../../judged-at.testing.ts';
import { serveOneIn } from './one-in.testing.ts';
import { speechRefusedWith429 } from './steady-refusal.ts';

const held = checksNamed('metering.refusal/spent-chat-is-402-not-a-limit-on-requests');

async function told(behaviour: Partial<Behaviour>): Promise<string> {
  const { url, token, provisioner, close } = await startService({ behaviour });
  const { findings } = await judgeTarget(url, held, { token, provisioner, timeoutMs: 5_000 });
  await close();
  return verdictsIn(findings)[0] ?? '';
}

// The runs mostly wait between attempts, so that any number may run at once.
vi.setConfig({ maxConcurrency: 20 });

describe.concurrent('a spent workspace beside a funded one', () => {
  it('is to be refused with 402', async () => {
    expect(await told({})).toBe('pass');
  });
  it('is not to be refused with a limit on requests that the funded one never meets', async () => {
    expect(await told(withFault('chat-refused-with-429-when-spent'))).toMatch(
      /^fail: status: expected 402: nothing is left for a chat, observed status 429.*3 times in each of 3 rounds, while funded workspaces were answered$/,
    );
  });
  it('nor with one that asks to wait for an hour', async () => {
    const said = await told({
      uncoveredRefusal: (_quote, use) => refuse('too-many-requests', { use, retryAfterSeconds: 3_600 }),
    });
    expect(said).toMatch(/^fail: status: expected 402: nothing is left for a chat, observed status 429/);
  });
  it.each([503, 502])('nor with %i', async (status) => {
    const statusOf: typeof valid.statusOf = (refusal, operation) =>
      refusal.use === 'chat' ? status : valid.statusOf(refusal, operation);
    const errorHeaders = () => ({ 'retry-after': '0' });
    expect(await told({ statusOf, errorHeaders })).toContain(`observed status ${status}`);
  });
  it('proves nothing where everybody is limited alike', async () => {
    const never = await told({ admissionRefusal: () => refuse('too-many-requests', { retryAfterSeconds: 0 }) });
    expect(never).toMatch(/^inconclusive: status 429 after 3 attempts, asking to wait 0 s; /);
  });
  it('proves nothing where everybody gets the same', async () => {
    const always = (kind: 'no-credit' | 'too-large') => (operation: string) =>
      operation === 'chat' ? refuse(kind, { use: 'chat' }) : undefined;
    expect(await told({ admissionRefusal: always('no-credit') })).toBe(
      'inconclusive: no funded workspace was answered at the same time',
    );
    expect(await told({ admissionRefusal: always('too-large') })).toMatch(
      /^inconclusive: status 413, and no funded workspace was answered at the same time/,
    );
  });
  it.each([2, 3, 4, 5].flatMap((every) => [0, 1, 2, 3].map((from) => [every, from] as const)))(
    'is never accused where one chat in %i gets through, whoever asks (from %i)',
    async (every, from) => {
      expect(await told(serveOneIn(every, from))).not.toMatch(/^fail/);
    },
  );
  it('is never accused by the limits of the variant that has them', async () => {
    expect(await told(withVariant('rate-limited'))).toBe('pass');
  });
});

describe.concurrent('a speech of a spent workspace that is refused with 429', () => {
  const speech = checksNamed('metering.refusal/spent-speech-is-refused', 'metering.credit-balance/speech-is-charged');

  async function seenOf(behaviour: Partial<Behaviour>): Promise<{ told: readonly string[]; proofs: number }> {
    const { url, token, provisioner, close } = await startService({ behaviour });
    const { findings, exchanges } = await judgeTarget(url, speech, { token, provisioner, timeoutMs: 5_000 });
    await close();
    return { told: verdictsIn(findings), proofs: exchanges.filter(({ probe }) => probe.includes('funded')).length };
  }

  it('is refused, where it is shown once to be for the balance', async () => {
    const rounds = 3;
    const attempts = 3;
    const { told, proofs } = await seenOf(withVariant('speech-refused-with-429-when-spent'));
    expect(told).toEqual(['pass', 'pass']);
    expect(proofs).toBe(rounds * (attempts + 2));
  });
  it('needs no proof where it is refused with another status', async () => {
    expect(await seenOf({})).toEqual({ told: ['pass', 'pass'], proofs: 0 });
  });
  it('proves nothing where funded ones get it as well', async () => {
    let speeches = 0;
    const admissionRefusal: Behaviour['admissionRefusal'] = (operation) => {
      if (operation !== 'speech') return undefined;
      speeches += 1;
      return speeches % 8 === 0 ? undefined : refuse('too-many-requests', { retryAfterSeconds: 0 });
    };
    const { told } = await seenOf({ admissionRefusal });
    for (const each of told) expect(each).toMatch(/^inconclusive: status 429 after 3 attempts/);
  });
  it.each([503, 502])('is none where it is %i: that is no refusal of the client', async (status) => {
    const statusOf: typeof valid.statusOf = (refusal, operation) =>
      refusal.use === 'speech' ? status : valid.statusOf(refusal, operation);
    const { told } = await seenOf({ statusOf, errorHeaders: () => ({ 'retry-after': '0' }) });
    expect(told[0]).toMatch(new RegExp(`^inconclusive: status ${status} after 3 attempts`));
  });
  it('is refused for its balance also where its input is bad, and nobody looked at that', async () => {
    const few = checksNamed('metering.uncharged/what-few-credits-refuse');
    const behaviour = withVariant('speech-429-before-its-input-when-spent');
    const { url, token, provisioner, close } = await startService({ behaviour });
    const { findings } = await judgeTarget(url, few, { token, provisioner, timeoutMs: 5_000 });
    await close();
    expect(verdictsIn(findings)).toEqual(['pass']);
  });

  async function triesOf(
    behaviour: Partial<Behaviour>,
    ...ids: readonly string[]
  ): Promise<{ told: readonly string[]; again: number }> {
    const { url, token, provisioner, close } = await startService({ behaviour });
    const asked = checksNamed('metering.refusal/spent-speech-is-refused', ...ids);
    const { findings, exchanges } = await judgeTarget(url, asked, {
      token,
      provisioner,
      timeoutMs: 5_000,
      concurrency: 2,
    });
    await close();
    const later = exchanges.filter(({ probe, attempt }) => !probe.includes('funded') && attempt > 1);
    return { told: verdictsIn(findings), again: later.length };
  }

  it('is not asked again once it is known', async () => {
    const { told, again } = await triesOf(
      withVariant('speech-429-before-its-input-when-spent'),
      'metering.races/speeches',
      'metering.uncharged/what-few-credits-refuse',
      'metering.credit-balance/speech-costs-no-more-than-3',
    );
    expect(told).toEqual(['pass', 'pass', 'pass', 'pass']);
    const ofTheFirst = 2;
    const ofRaces = 15;
    expect(again).toBeLessThanOrEqual(ofTheFirst + ofRaces);
  });
  it('is looked into at once, however many probes with a workspace are under way', async () => {
    const { url, token, provisioner, close } = await startService({
      behaviour: withVariant('speech-429-before-its-input-when-spent'),
    });
    const ofMetering = checks.filter(({ id, ofEvery }) => id.startsWith('metering.') && ofEvery === undefined);
    const begun = new AbortController();
    const before: Exchange[] = [];
    const keep = (event: JournalEvent): void => {
      if (event.is !== 'exchange' || begun.signal.aborted) return;
      if (event.exchange.probe === speechRefusedWith429.probe.name) begun.abort();
      else before.push(event.exchange);
    };
    const given = { token, provisioner, seed: 1, timeoutMs: 5_000, concurrency: 8, headers: [], http2: false };
    const engine = createEngine({ ...given, target: url }, checks, keep, begun.signal);
    await Promise.all(ofMetering.map((check) => engine.judge(check)));
    await engine.close();
    await close();
    const atOnce = 8;
    const attempts = 2;
    expect(begun.signal.aborted).toBe(true);
    expect(before.filter(isTemporarilyRefused).length).toBeLessThanOrEqual(attempts * atOnce);
  });
  it('is not taken for a limit on requests, which a speech that is covered is asked again for', async () => {
    const spent = withVariant('speech-429-before-its-input-when-spent');
    let included = 0;
    const admissionRefusal: Behaviour['admissionRefusal'] = (operation, account) => {
      const refusal = spent.admissionRefusal?.(operation, account);
      if (refusal !== undefined || operation !== 'speech' || account?.workspace.kind !== 'enterprise-pooled')
        return refusal;
      included += 1;
      return included === 1 ? refuse('too-many-requests', { retryAfterSeconds: 0 }) : undefined;
    };
    const { told, again } = await triesOf(
      { ...spent, admissionRefusal },
      'metering.enterprise/included-speech-is-covered',
    );
    expect(told).toEqual(['pass', 'pass']);
    expect(again).toBeGreaterThan(2);
  });
  it('hides no speech that is not charged in time', async () => {
    const { admissionRefusal, uncoveredRefusal } = withVariant('speech-429-before-its-input-when-spent');
    const { told } = await triesOf(
      { ...withFault('speech-charge-race-without-cache'), admissionRefusal, uncoveredRefusal },
      'metering.races/speeches',
    );
    expect(told).toEqual(['pass', expect.stringMatching(/^fail: round \d of 4: .* observed \d × speech succeeded/)]);
  });
});

describe('a spent balance that is answered with 429 to chats too', () => {
  it('is learned once, and asked again by nobody who comes later', async () => {
    const { url, token, provisioner, close } = await startService({
      behaviour: withFault('chat-refused-with-429-when-spent'),
    });
    const events: Exchange[] = [];
    const keep = (event: JournalEvent): void => {
      if (event.is === 'exchange') events.push(event.exchange);
    };
    const given = { token, provisioner, seed: 1, timeoutMs: 5_000, concurrency: 8, headers: [], http2: false };
    const engine = createEngine({ ...given, target: url }, checks, keep, new AbortController().signal);
    const first = await Promise.all(held.map((check) => engine.judge(check)));
    const learnedAfter = events.length;
    const spent = ['spent-chat-is-402', 'spent-stream-is-402-before-it-begins', 'refusal-is-repeated'];
    const others = await Promise.all(
      checksNamed(...spent.map((id) => `metering.refusal/${id}`)).map((check) => engine.judge(check)),
    );
    await engine.close();
    await close();
    expect(first.map(({ verdict }) => verdict.is)).toEqual(['fail']);
    expect(others.map(({ verdict }) => verdict.is)).toEqual(spent.map(() => 'inconclusive'));
    const later = events.slice(learnedAfter);
    expect(later.filter(isTemporarilyRefused).length).toBeGreaterThan(1);
    expect(later.filter(({ attempt, probe }) => attempt > 1 || probe.includes(' anew '))).toEqual([]);
  });
});
