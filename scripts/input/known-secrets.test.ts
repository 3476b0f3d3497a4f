import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../conformance/settings/settings.ts';
import { folderAt } from '../results/result-folder.ts';
import { guardTerminal } from './guard.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { haveNoSecrets, rememberSecret, rememberSecretsOf, withoutSecrets } from './known-secrets.ts';

const token = 'Kq7/Zx+Lw29Tt=Ye4Rb8Mn3Vc';
const escaped = [...token].map((letter) => String.raw`\u00${letter.charCodeAt(0).toString(16)}`).join('');

function given(flags: Readonly<Record<string, unknown>>): void {
  const outcome = settingsFrom(flags, {}, {});
  if (outcome.is === 'settings') rememberSecretsOf(outcome.settings);
}

describe('what leaves a process that was given secrets', () => {
  given({
    target: 'https://acme-staging-eu.example.com',
    token,
    header: ['X-Key: acme-staging-eu-0a1b2c3d4e', 'X-Tenant: acme', 'X-Plan: enterprise'],
    provisioner: `curl -u admin:p4ssw0rd-of-admin --data @- 'https://ops:Qx7ZtWm81kPd@make.example.com/v1/workspaces'`,
  });
  rememberSecret('${WORKSPACE_TOKEN}', 'made-by-a-provisioner-77');

  it.each([
    ['a token', token],
    ['a part of it, escaped', escaped.slice(0, 6 * 14)],
    ['the value of a field', 'acme-staging-eu-0a1b2c3d4e'],
    ['its end', 'eu-0a1b2c3d4e'],
    ['the user of a URL', 'ops:Qx7ZtWm81kPd'],
    ['a word of a command', 'admin:p4ssw0rd-of-admin'],
    ['what a provisioner made', 'made-by-a-provisioner-77'],
  ])('has none of them: %s', (_, secret) => {
    const text = `it says ${secret}!`;
    expect(withoutSecrets(text)).toHaveLength(text.length);
    expect(withoutSecrets(text)).not.toContain(secret);
    expect(withoutSecrets(text)).toMatch(/^it says .+!$/);
  });
  it.each([
    'check: https://acme-staging-eu.example.com',
    'acme enterprise, /v1/workspaces',
    'Authorization: Bearer ${ASSAY_TOKEN}',
    'x-request-id: 0123456789abcdef',
  ])('has everything else: %s', (text) => expect(withoutSecrets(text)).toBe(text));

  it('has nothing that a variable put into a field of assay.yaml, whatever the field is called', () => {
    const secret = 'wJalrXUtnFEMI4K7MDENG';
    const outcome = settingsFrom({}, { KEY: secret }, { header: 'User-Agent: bot/1 ${KEY}' });
    if (outcome.is === 'settings') rememberSecretsOf(outcome.settings);
    expect(withoutSecrets(`it says ${secret}!`)).toBe(`it says ${'${KEY}'.padEnd(secret.length, '*')}!`);
  });

  it('has none in files', () => {
    const path = emptyFolder();
    const folder = folderAt(path);
    folder.append('findings.ndjson', JSON.stringify({ says: token }));
    folder.append('exchanges.ndjson', JSON.stringify({ url: escaped, body: 'long' }), ['a url', escaped]);
    folder.write('run.json', JSON.stringify({ says: escaped }));
    folder.close();
    for (const file of ['findings.ndjson', 'exchanges.ndjson', 'run.json']) {
      const text = readFileSync(join(path, file), 'utf8');
      expect(text).toContain('${ASSAY_TOKEN}');
      expect(text).not.toMatch(/Kq7|u004b/);
    }
  });
  it('is told apart from what has none, also once there is another secret', () => {
    const [later, text] = ['Mx4vTq9Lb2Hs7Wd0Ze', 'a text of each request'];
    for (const _ of [1, 2])
      expect([haveNoSecrets([text, later]), haveNoSecrets([text, escaped])]).toEqual([true, false]);
    rememberSecret('${ASSAY_OTHER_TOKEN}', later);
    expect([haveNoSecrets([text]), haveNoSecrets([text, later])]).toEqual([true, false]);
    const asBytes = `ä ${Buffer.from('ö', 'utf8').toString('latin1')} ${later}`;
    expect(haveNoSecrets([text, asBytes])).toBe(false);
  });
  it('has none on a terminal', () => {
    const said: unknown[] = [];
    const stream = { write: (text: unknown) => said.push(text) > 0 };
    guardTerminal([stream]);
    stream.write(`no: ${token}\n`);
    stream.write(Uint8Array.of(1));
    expect(said).toEqual([`no: ${'${ASSAY_TOKEN}'.padEnd(token.length, '*')}\n`, Uint8Array.of(1)]);
  });
});
