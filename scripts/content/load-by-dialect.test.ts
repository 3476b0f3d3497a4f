import { marksCredits } from '../load/asking/ask-for-marks.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Load } from '../../load/verdict/load.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { eightLayouts, serveLaidOut } from '../load/laid-out.testing.ts';
import { assay, emptyFolder, type CommandOutput } from '../testing/run-assay.testing.ts';
import { contentId } from './observation.ts';

/** A role, then deltas of choices. */
const [layout] = eightLayouts;

/** A chat and a stream at a bot that nobody has: whether the token is let in. This service serves any bot. */
const tokenQuestions = 2;

type Loaded = CommandOutput & { readonly load: Load; readonly asked: number };

/** Loads a service for 2 s with a dialect that has this rule; `asked` are the streams that it served. */
async function loaded(rule: string): Promise<Loaded> {
  if (layout === undefined) throw new Error('there are eight');
  await using service = await serveLaidOut(layout, 0);
  const dialect = join(emptyFolder(), 'dialect.json');
  const observations = [{ id: contentId, clause: '4.3', says: 'how replies are streamed', value: rule }];
  const whole = { schema: 'assay.dialect/1', target: service.url, seenAt: '2026-11-20T10:00:00.000Z', observations };
  writeFileSync(dialect, JSON.stringify(whole));
  const out = join(emptyFolder(), 'results');
  const target = ['--target', service.url, '--token', 't', '--bot', 'b', '--dialect', dialect, '--out', out];
  const brief = ['--arrivals', 'constant', '--rate', '10', '--duration', '2s', '--warmup', '0s', '--no-canary'];
  const said = await assay(['load', 'stream', ...target, ...brief, '--slo', 'ttft.p50<60s']);
  return {
    ...said,
    load: JSON.parse(readFileSync(join(out, 'load.json'), 'utf8')) as Load,
    asked: service.writtenNs.size,
  };
}

describe.skipIf(k6IsMissing)('load with a dialect', { timeout: 120_000 }, () => {
  it('takes its rule, asks for nothing before but for the token and whether replies hold marks, and says where the rule comes from', async () => {
    const { out, load, asked } = await loaded('choices[].delta.content');
    const from = 'learned by discover on 2026-11-20 from 3 streams';
    expect(load.settings).toMatchObject({ content: 'choices[].delta.content', contentFrom: from });
    expect([asked, load.counts.planned, load.ttftMs.n]).toEqual([20 + marksCredits + tokenQuestions, 20, 20]);
    expect(out).toContain(`load: rule for events with text (--content): choices[].delta.content (${from})`);
  });

  it('claims nothing by a rule that does not read the streams, as when the target changed', async () => {
    const { code, out, load } = await loaded('event=token,text');
    const because = 'the rule event=token,text read no text of the reply in 20 of 20 streams';
    expect(load.ttftMs).toMatchObject({ n: 0, unclaimed: expect.stringContaining(because) });
    expect([code, load.slo?.is, load.ttfeMs.n]).toEqual([2, 'inconclusive', 20]);
    expect(out).toContain(`TTFT is not reported: ${because}`);
  });
});
