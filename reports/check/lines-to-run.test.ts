import { expect, it } from 'vitest';
import { linesToRun } from './lines-to-run.ts';

it('a failure is sent again by its check, or by its line of curl', () => {
  const again = { run: 'npx assay reproduce . a/b' };
  expect(linesToRun({ reproduce: 'curl 1', again }, {})).toEqual([again.run, 'curl 1']);
  expect(linesToRun({ reproduce: 'curl 1', again: { ...again, inPlace: true } }, {})).toEqual([again.run]);
});
it('what the check sends by itself is not told where it shows nothing', () => {
  expect(linesToRun({ reproduce: 'curl 1' }, { run: 'curl 1 --next 2' })).toEqual(['curl 1 --next 2']);
});
