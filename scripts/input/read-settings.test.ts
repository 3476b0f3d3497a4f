import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';

const env = { STOLEN: 'AKsecretsecret123456' };
const only = ['--only', 'voices.list/lists-the-six', '--out', 'results'];

function folderWith(settings: string): string {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'assay.yaml'), `${settings}\n`);
  return cwd;
}

it.each([
  ['label: ${STOLEN}', 'assay.yaml: label has ${STOLEN}, and reports or messages would show what it holds'],
  ['timeout: ${STOLEN}', 'assay.yaml: timeout is "${STOLEN}**'],
  ['provisioner: ${STOLEN}://x', 'assay.yaml: provisioner is ${STOLEN}***********…, expected a URL'],
])('no message says what a variable holds that assay.yaml names: %s', async (settings, says) => {
  const { code, err } = await assay(['check', '--target', 'http://127.0.0.1:9', ...only], {
    cwd: folderWith(settings),
    env,
  });
  expect([code, err]).toEqual([3, expect.stringContaining(says)]);
  expect(err).not.toContain('AKsecret');
});

it('the first line of a run says which words of its reports are of assay.yaml', async () => {
  const { out } = await assay(['check', '--embedded', ...only], { cwd: folderWith('label: of the file'), env });
  expect(out).toMatch(/^check: .+ \(label of assay\.yaml\); --target names another\n/);
});
