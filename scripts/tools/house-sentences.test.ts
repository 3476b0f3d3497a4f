import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sentencesReadIn } from './sentences-read.testing.ts';

/** Files that read a sentence all the same, or what only bears the name of one, and why. */
const exceptions: Readonly<Record<string, string>> = {
  // Codes and values, by names that are sentences elsewhere.
  'conformance/checks/conversation.ts': '`says` is which kind of message is made',
  'conformance/checks/metering/spending/follow.ts': '`because` is one of three reasons of the ledger',
  'conformance/expectations/audio/ogg-pages.ts': '`says` is a flag of a page',
  'conformance/expectations/bodies/echoes-no-secret.ts':
    '`subject` is the place in the answer, which is made beside it',
  'conformance/expectations/wire/complete-while-up.ts': '`because` is the code of a response',
  'conformance/reading/bounded-json.ts': '`because` is one of two codes',
  'conformance/reading/form-flaw.ts': '`observed` is the value that somebody sent',
  'scripts/bench/seeds.ts': '`expected` is a verdict',
  // Sentences of others, who have no other word for it.
  'conformance/evidence/stamps/read-stamp.ts': 'the lines of the subject of a certificate',
  'conformance/http/framing.ts': 'what the HTTP parser throws',
  // Whether two are the same sentence, so that it is told once, or stands unchanged in what somebody signed.
  'conformance/engine/judging/judge.ts': 'of two mismatches that are told alike one is told',
  'conformance/evidence/examine.ts': 'the title of the document that a bundle claims',
  'conformance/evidence/requirements.ts': 'the title of a check in the requirement set that a certificate names',
  'reports/check/cause.ts': 'what the line above says is not repeated',
  'reports/check/smallest-request.ts': 'what the line above says is not repeated',
  'reports/live/follow.ts': 'a text on the page is written only where it changed',
  // Text for people that is made of other text for people: what is left out is shown elsewhere, and nothing goes by it.
  'conformance/checks/metering/spending/script.ts': 'the name of an exchange is told by its place',
  'conformance/engine/causes/title.ts': 'titles of causes are made of these',
  'conformance/engine/judge-every.ts': 'the one subject of many mismatches',
  'reports/annotations.ts': 'escapes',
  'reports/check/formats/sarif.ts': 'escapes',
  'reports/check/plain-mismatch.ts': 'names of exchanges are told by their place, and what several have in common once',
  'reports/compare/plain-change.ts': 'the example is left out',
  // Failures whose defect no field names are still alike by their words.
  'conformance/engine/causes/counted.ts': 'whether two mismatches show the same',
  'conformance/engine/causes/likeness.ts': 'defects of answers that have no `kind.is`',
};

it('goes by fields, and reads no sentence of its own: those are for people', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'conformance', 'load', 'reports', 'scripts'],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !/\.test(?:ing)?\.ts$/.test(file) && existsSync(file));
  expect(files.length).toBeGreaterThan(500);
  const read = files.flatMap((file) => sentencesReadIn(readFileSync(file, 'utf8')).map((where) => ({ file, where })));
  expect(read.filter(({ file }) => exceptions[file] === undefined)).toEqual([]);
  const reading = new Set(read.map(({ file }) => file));
  expect(Object.keys(exceptions).filter((file) => !reading.has(file))).toEqual([]);
});

describe('a sentence is read', () => {
  it.each([
    ['compared', `if (cause.counted === unsteady.says) go();`],
    ['compared in its own name', `const isThat = because !== 'asked to';`],
    ['searched', `if (verdict?.because?.includes('token')) go();`],
    ['cut', `const [first] = (mismatch.observed ?? '').split(',');`],
    ['matched', `if (/^no/.test(lead.title)) go();`],
    [
      'handed to what does so',
      `const isOld = (text: string) => text.startsWith('old');\nif (isOld(cause.title)) go();`,
    ],
    [
      'handed on to it',
      `function plain(text: string) { return text.replace(/a/, ''); }\nconst bare = (words: string) => plain(words);\ngo(bare(told.subject));`,
    ],
  ])('where it is %s', (_, text) => {
    expect(sentencesReadIn(text)).toHaveLength(1);
  });
  it.each([
    ['shown', 'print(`${cause.title}: ${verdict.because}`);'],
    ['looked for', `if (reason.because === undefined || told.title === '') go();`],
    ['a code', `if (exchange.response.because === 'timeout') go();`],
    ['of another name', `if (kind.is === 'status' && name.startsWith('a')) go();`],
    ['handed to what shows it', 'const bold = (text: string) => `**${text}**`;\nprint(bold(cause.title));'],
  ])('and not where it is %s', (_, text) => {
    expect(sentencesReadIn(text)).toEqual([]);
  });
});
