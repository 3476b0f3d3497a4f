import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JudgedSample } from '../../load/evidence/judged-samples.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { recordSampleVerdicts } from './record-sample-verdicts.ts';

const silent = 'audio, decoded: expected sound, observed silence';
const line = (id: string, outcome = 'ok'): string => `{"id":"${id}","index":1,"outcome":"${outcome}","end":12.340}`;

async function kept(text: string, ...samples: readonly JudgedSample[]): Promise<string> {
  const folder = emptyFolder();
  const path = join(folder, 'requests.ndjson');
  writeFileSync(path, text, 'latin1');
  if (samples.length > 0) writeFileSync(join(folder, '.requests.ndjson'), 'left by a kill');
  await recordSampleVerdicts(folder, { samples });
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('and another file: ');
}

it('changes the lines of the answers whose samples were judged, and no other byte', async () => {
  const others = [
    '{"schema":"assay.requests/1"}',
    line('r-1'),
    '\xff no line of ours "r-2"',
    line('r-3', 'status'),
    '',
  ];
  const last = '{"id":"r-2","torn';
  const text = [others[0], line('r-2'), ...others.slice(1), line('r-4'), line('r-5'), last].join('\n');
  const wrong = ['r-2', 'r-3', 'r-4', 'r-5'].map((id) => ({ id, is: 'wrong' as const, because: silent }));
  const now = (id: string): string =>
    `{"id":"${id}","index":1,"outcome":"wrong","end":12.34,"judged":"decoded","broke":"decoded","because":"${silent}"}`;
  const right = line('r-1').replace('12.340}', '12.34,"judged":"decoded"}');
  const expected = [others[0], now('r-2'), right, ...others.slice(2), now('r-4'), now('r-5'), last].join('\n');
  expect(await kept(text, { id: 'r-1', is: 'right' }, ...wrong)).toBe(expected);
});

it('finds them wherever the pieces end in which a long file is read', async () => {
  const lines = Array.from({ length: 300 }, (_, at) =>
    line(`r-${at}`).replace('}', `,"events":[${'1,'.repeat(7_000)}1]}`),
  );
  const text = `${lines.join('\n')}\n`;
  expect(text.length).toBeGreaterThan(4 << 20);
  const wrong = lines.map((_, at) => ({ id: `r-${at}`, is: 'wrong' as const }));
  const outcomes = (await kept(text, ...wrong)).trimEnd().split('\n');
  expect(outcomes.filter((each) => (JSON.parse(each) as { outcome: string }).outcome === 'wrong')).toHaveLength(300);
});

it('leaves the file alone where no sample is wrong, and whole where there is none to copy', async () => {
  expect(await kept(line('r-1'))).toBe(line('r-1'));
  const folder = emptyFolder();
  await expect(recordSampleVerdicts(folder, { samples: [{ id: 'r-1', is: 'wrong' }] })).rejects.toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual([]);
});
