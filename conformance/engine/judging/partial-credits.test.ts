import { describe, expect, it } from 'vitest';
import { startService, withFault, type Behaviour } from '../../../fixtures/index.ts';
import { checksNamed, judgeTarget, verdictsIn, type JudgedRun } from '../../judged-at.testing.ts';

async function fableWith(credits: number, seed: number, behaviour: Partial<Behaviour> = {}): Promise<JudgedRun> {
  const service = await startService({ behaviour, seed: 1 });
  try {
    const checks = checksNamed('speech.voice/speaks-fable');
    return await judgeTarget(service.url, checks, {
      token: service.token,
      maxCredits: credits,
      seed,
      timeoutMs: 5_000,
    });
  } finally {
    await service.close();
  }
}

const formatsOf = ({ exchanges }: JudgedRun): readonly unknown[] =>
  exchanges.map(
    ({ request }) => (JSON.parse(Buffer.from(request.body).toString('utf8')) as { format: unknown }).format,
  );

describe('a probe that the credits do not suffice for', () => {
  it('is sent as a whole where they do', async () => {
    const whole = await fableWith(18, 1);
    expect(verdictsIn(whole.findings)).toEqual(['pass']);
    expect(formatsOf(whole)).toHaveLength(6);
  });
  it('is sent in a part that the seed draws, and says so', async () => {
    const parts = await Promise.all([1, 2, 3, 4].map((seed) => fableWith(17, seed)));
    expect(new Set(parts.flatMap(({ findings }) => verdictsIn(findings)))).toEqual(
      new Set([
        'inconclusive: only a part was sent, and that part passes: it can cost 18 credits and ' +
          '--max-credits leaves 17; --max-credits 18 is enough',
      ]),
    );
    const drawn = parts.flatMap(formatsOf);
    expect(drawn).toHaveLength(4);
    expect(new Set(drawn).size).toBeGreaterThan(1);
  });
  it('fails with its part', async () => {
    const { findings } = await fableWith(3, 1, withFault('voice-silent'));
    expect(findings.map(({ verdict }) => verdict.is)).toEqual(['fail']);
  });
  it('is not sent where they do not suffice for the part either', async () => {
    const none = await fableWith(2, 1);
    expect(none.exchanges).toEqual([]);
    expect(verdictsIn(none.findings)).toEqual([
      expect.stringMatching(/^inconclusive: it can cost 18 credits/) as unknown,
    ]);
  });
});
