import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { header, record } from '../../../load/records/records.testing.ts';
import { instrument } from '../../../load/verdict/judged.testing.ts';
import type { Evidence } from '../../../load/verdict/validity.ts';
import { emptyFolder } from '../../testing/run-assay.testing.ts';
import { environmentText } from './environment.ts';
import { evidenceIn } from './evidence.ts';
import { loadIn } from './load-in.ts';
import { readLoadRun } from './read-load-run.ts';

/** A run of `load` that kept a sample of its audio, and has these files besides. */
function spokenRun(segment?: string, planned = 4): string {
  const folder = emptyFolder();
  const settings = { ...header.settings, warmupMs: 0, planned };
  const first = { ...header, scenario: 'speech', settings, ...(segment !== undefined && { segment }) };
  const records = [0, 1, 2, 3].map((at) => record(at, { scenario: 'speech', audioSample: `8579e9cd7487-${at}.wav` }));
  writeFileSync(
    join(folder, 'requests.ndjson'),
    [first, ...records].map((each) => `${JSON.stringify(each)}\n`).join(''),
  );
  const environment = { assay: '0.1.0', node: '24', machine: 'm', embedded: false };
  const samples = { samples: [{ id: '8579e9cd7487-0', is: 'wrong', because: 'silence' }] };
  for (const [name, holds] of Object.entries({ instrument, environment, samples }))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(holds));
  return folder;
}

/** What is said of files, by the report and by a comparison. */
async function missing(folder: string): Promise<readonly string[]> {
  const loads = [await loadIn(folder), (await readLoadRun(folder)).load];
  const [report, compared] = loads.map(({ validity }) =>
    (validity?.is === 'invalid' ? validity.reasons : []).flatMap(
      ({ because }) => /^(\S+) is missing/.exec(because)?.[1] ?? [],
    ),
  );
  expect(report).toEqual(compared);
  return report ?? [];
}

it('a new run says that it writes asked-after.json, and one of an earlier build does not', () => {
  const folder = spokenRun();
  const evidence = (): Evidence => evidenceIn([{ path: folder, header, canaries: [] }]);
  expect(evidence()).not.toHaveProperty('tellsAskedAfter');
  writeFileSync(join(folder, 'environment.json'), environmentText(false, '05dff2a0406051fd', 'nightly'));
  expect(evidence()).toMatchObject({
    tellsAskedAfter: true,
    label: 'nightly',
    environment: { client: '05dff2a0406051fd' },
  });
});

it('a file that a run of these settings always writes is missed, and no other', async () => {
  expect(await missing(spokenRun())).toEqual([]);
  for (const name of ['instrument.json', 'samples.json']) {
    const folder = spokenRun();
    rmSync(join(folder, name));
    expect(await missing(folder)).toEqual([name]);
    writeFileSync(join(folder, name), '{"schema":');
    expect(await missing(folder)).toEqual([name]);
  }
  // Nobody decodes the samples of a segment, or of what k6 has run by itself.
  const segment = spokenRun('0:1');
  rmSync(join(segment, 'samples.json'));
  expect(await missing(segment)).toEqual([]);
  const plain = spokenRun();
  for (const name of ['samples.json', 'environment.json']) rmSync(join(plain, name));
  expect(await missing(plain)).toEqual([]);
  // Nor those of a run that was interrupted: its last request was never sent.
  const interrupted = spokenRun(undefined, 5);
  rmSync(join(interrupted, 'samples.json'));
  expect((await loadIn(interrupted)).complete).toBe(false);
  expect(await missing(interrupted)).toEqual([]);
});
