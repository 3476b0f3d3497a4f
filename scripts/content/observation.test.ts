import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { probesOf } from '../../conformance/model/chain.ts';
import type { Dialect } from '../../conformance/engine/run/dialect.ts';
import type { Layout } from '../../load/content/layouts.testing.ts';
import { serveLaidOut } from '../load/laid-out.testing.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { contentId, observations, streamsSeen } from './observation.ts';

/** Whatever the reply is, and whether a tool was called first. */
const layoutOf = (says: string, of: (text: string, isReply: boolean) => object): Layout => ({
  says,
  eventsOf: (parts, { callsTool }) =>
    [...(callsTool === true ? ['Let me look'] : []), ...parts].map((text, place) => {
      const carries = callsTool !== true || place > 0;
      return { name: 'message', data: JSON.stringify(of(text, carries)), carries };
    }),
});

const named = layoutOf('a kind', (text, isReply) => ({ kind: isReply ? 'answer' : 'tool', text }));
const flagged = layoutOf('a flag', (text, isReply) => ({ text, isFinal: isReply }));

async function discovered(layout: Layout): Promise<string | undefined> {
  await using service = await serveLaidOut(layout, 0);
  const file = join(emptyFolder(), 'dialect.json');
  const target = ['--target', service.url, '--token', 't', '--bot', 'b'];
  const { code } = await assay(['discover', ...target, '--only', contentId, '--dialect', file]);
  if (code !== 0) return undefined;
  const dialect = JSON.parse(readFileSync(file, 'utf8')) as Dialect;
  return dialect.observations.find(({ id }) => id === contentId)?.value;
}

it('discover keeps the rule for text of the reply, by what tells it from the text of a tool', async () => {
  expect(await discovered(named)).toBe('kind=answer,text');
});

it('keeps none where it is not sure', async () => {
  expect(await discovered(flagged)).toBeUndefined();
});

it('costs as many credits as it says', () => {
  const [probe] = observations.filter(({ id }) => id === contentId).flatMap(probesOf);
  const known = {
    bot: 'b',
    bots: {},
    credentials: [],
    seen: [],
    nonce: (label: string) => `zq${label.replaceAll(' ', '')}`,
  };
  const calls = probe?.steps
    .map((step) => step(known))
    .filter(Array.isArray)
    .flat();
  expect(calls).toHaveLength(probe?.costs.chats ?? 0);
  expect(calls).toHaveLength(streamsSeen + 1);
});
