import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatFlag, fuzzFormatFlag, reportFormatFlag } from '../flags.ts';
import { derivedFiles, resultFiles } from '../results/result-files.ts';
import { formatFilesOf, formatsOf, formatTable } from './formats.ts';

it('every format has its file among those that a new run removes', () => {
  const files = formatFilesOf('check');
  expect(derivedFiles.filter((file) => files.includes(file))).toEqual(files);
  expect(resultFiles).toEqual(expect.arrayContaining([...formatFilesOf('load')]));
});

it('the help of --format names all of them, and those of a check those of checks', () => {
  expect(formatFlag[1]).toBe('more result formats: ctrf, sarif, har, known-failures; repeatable');
  expect(fuzzFormatFlag[1]).toBe('more result formats: ctrf, sarif, har; repeatable');
  expect(reportFormatFlag[1]).toBe(
    'more result formats: ctrf, sarif, har, known-failures (of check and fuzz), csv (of load); repeatable',
  );
});

it.each(formatsOf('check'))('the guide has %s with its file', (name) => {
  const guide = readFileSync('conformance/README.md', 'utf8');
  expect(guide).toContain(`| \`${name}\` | \`${formatTable[name].file}\` |`);
});
