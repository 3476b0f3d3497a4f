import { expect, it } from 'vitest';
import { slowestFiles } from './slowest-files.ts';

const file = (name: string, ms: number): object => ({ name: `/clone/${name}`, startTime: 1_000, endTime: 1_000 + ms });

it('says of the test files that took longest how long that was', () => {
  const report = { testResults: [file('a.test.ts', 90), file('b/b.test.ts', 61_250), file('c.test.ts', 1_500)] };
  expect(slowestFiles(JSON.stringify(report), '/clone', 2)).toEqual(['   61.3 s  b/b.test.ts', '    1.5 s  c.test.ts']);
});

it.each([undefined, '', '{"testResults'])('says nothing of a report that is %j', (json) => {
  expect(slowestFiles(json, '/clone')).toEqual([]);
});
