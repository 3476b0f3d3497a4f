import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyOf, newKeys, problemsOf, publicBundle, signAgain, type KeyFiles } from './certificates.testing.ts';

let keys: KeyFiles;
let bundle: string;
beforeAll(async () => {
  keys = await newKeys();
  bundle = await publicBundle(keys);
});

describe('a hostile bundle is refused without harm', () => {
  const refused = async (spoil: (copy: string) => void): Promise<readonly string[]> => {
    const copy = copyOf(bundle);
    spoil(copy);
    return problemsOf(copy, keys);
  };
  const noEnvelope = ['1: certificate.json: it is not a DSSE envelope with one signature, as assay writes it'];

  it.each([
    ['no JSON', 'what is this'],
    ['null', 'null'],
    ['an empty file', ''],
    ['deep nesting', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['fields that are no texts', '{"payload":1,"payloadType":{},"signatures":[{"keyid":[],"sig":null}]}'],
    ['no signature', '{"payload":"","payloadType":"","signatures":[]}\n'],
  ])('whose certificate is %s', async (_, text) => {
    expect(await refused((copy) => writeFileSync(join(copy, 'certificate.json'), text))).toEqual(noEnvelope);
  });
  it('whose certificate has a name twice, as no tool writes it', async () => {
    const text = '{"payload":"","payload":"","payloadType":"","signatures":[{"keyid":"","sig":""}]}\n';
    const says =
      '1: certificate.json: it is an envelope, but its bytes are others: it was changed after it was signed, or rewritten by a tool';
    expect(await refused((copy) => writeFileSync(join(copy, 'certificate.json'), text))).toEqual([says]);
  });
  it('whose certificate is a thousand gigabytes long', async () => {
    expect(await refused((copy) => truncateSync(join(copy, 'certificate.json'), 1e12))).toEqual([
      '1: certificate.json is far too long to be a certificate',
    ]);
  });
  it('with a link, a folder, or a file of another name', async () => {
    const link = await refused((copy) => {
      rmSync(join(copy, 'run.json'));
      symlinkSync('/etc/passwd', join(copy, 'run.json'));
    });
    expect(link).toEqual(['1: run.json is not a plain file']);
    expect(await refused((copy) => mkdirSync(join(copy, 'load.json')))).toEqual(['1: load.json is not a plain file']);
    expect(await refused((copy) => writeFileSync(join(copy, 'report.html'), 'hi'))).toEqual([
      '1: "report.html" is in it, which does not belong in a bundle',
    ]);
  });
  it.each([
    ['a path that leads out', '../../etc/passwd'],
    ['a name twice', 'run.json'],
    ['an absolute path', '/etc/passwd'],
  ])('that names %s', async (_, name) => {
    const copy = copyOf(bundle);
    await signAgain(copy, keys, (statement) => ({
      ...statement,
      subject: [...statement.subject, { name, digest: { sha256: '0'.repeat(64) } }],
    }));
    expect(await problemsOf(copy, keys)).toEqual([
      `2: certificate.json: it names ${JSON.stringify(name)}, twice or as no bundle does`,
    ]);
  });
  it.each([
    ['run.json', '{"a":'.repeat(200_000), 'run.json is not readable JSON'],
    [
      'run.json',
      `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
      'run.json is JSON nested 200,000 levels deep, which is not judged: at most 1,000 are read',
    ],
    ['findings.ndjson', '', 'the first line of findings.ndjson is missing'],
    [
      'exchanges.ndjson',
      '{"id":7}\n',
      'line 1 of exchanges.ndjson does not have the form that assay writes: it has no probe',
    ],
    ['exchanges.ndjson', '{}', 'exchanges.ndjson ends within a line'],
    [
      'journal.ndjson',
      '{"is":"workspace"}\n',
      'line 1 of journal.ndjson does not have the form that assay writes: it has no probe',
    ],
    [
      'self-test.json',
      '[]',
      'self-test.json does not have the form that assay writes: it is a list, expected an object',
    ],
  ])('that was signed with %s in another form', async (file, text, says) => {
    const copy = copyOf(bundle);
    writeFileSync(join(copy, file), text);
    await signAgain(copy, keys);
    expect(await problemsOf(copy, keys)).toEqual([`1: ${says}`]);
  });
});
