import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../../input/read-settings.ts';
import { loadWork } from '../settings.ts';
import { knownContentRule } from './known-content-rule.ts';
import { contentId } from '../../content/observation.ts';

const target = 'http://127.0.0.1:1';
const seen = { id: contentId, clause: '4.3', says: 'how replies are streamed', value: 'delta.text' };

function dialect(more: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'assay-known-')), 'dialect.yaml');
  const whole = {
    schema: 'assay.dialect/1',
    target,
    seenAt: '2026-11-20T10:00:00.000Z',
    observations: [seen],
    ...more,
  };
  writeFileSync(file, JSON.stringify(whole));
  return file;
}

it('is what a dialect has, with the day on which it was learned', async () => {
  expect(await knownContentRule({ dialectFile: dialect({}), target }, undefined)).toEqual({
    content: 'delta.text',
    contentFrom: 'learned by discover on 2026-11-20 from 3 streams',
  });
});

it('says whose it is where the dialect is of another target', async () => {
  const known = await knownContentRule({ dialectFile: dialect({ target: 'http://other' }), target }, undefined);
  expect(known?.contentFrom).toBe('learned by discover on 2026-11-20 from 3 streams of http://other');
});

it('is what the run of a gate saw, where no dialect has one', async () => {
  const gated = { observations: [{ ...seen, value: 'event=token' }], startedAt: '2026-11-21T10:00:00.000Z' };
  const ofGate = {
    content: 'event=token',
    contentFrom: 'learned by check on 2026-11-21 from 3 streams',
  };
  expect(await knownContentRule({ dialectFile: undefined, target }, gated)).toEqual(ofGate);
  expect(await knownContentRule({ dialectFile: dialect({ observations: [] }), target }, gated)).toEqual(ofGate);
  expect((await knownContentRule({ dialectFile: dialect({}), target }, gated))?.content).toBe('delta.text');
});

it('is a mistake of whoever wrote a rule that nobody can read', async () => {
  const dialectFile = dialect({ observations: [{ ...seen, value: 'a..b' }] });
  await expect(knownContentRule({ dialectFile, target }, undefined)).rejects.toThrow(`${contentId}: "a..b" tells no`);
});

it('leaves only the marks to be learned, and is no match for --content', async () => {
  const known = { content: 'delta.text', contentFrom: 'learned by check' } as const;
  const settings = await readSettings({ target, 'max-credits': '50', duration: '10s', content: undefined });
  expect(loadWork('stream', settings).learningCredits).toBe(7);
  expect(loadWork('stream', settings, { known })).toMatchObject({
    learnsRule: false,
    learningCredits: 2,
    options: { ...known, maxCredits: 48 },
  });
  const given = { ...settings, load: { ...settings.load, content: 'event=a' } };
  expect(loadWork('stream', given, { known }).options).toMatchObject({
    content: 'event=a',
    contentFrom: 'given by --content',
  });
  expect(loadWork('voices', settings, { known }).options.content).toBeUndefined();
});
