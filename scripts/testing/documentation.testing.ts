import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** The documents for users: the README and the pages that it links to. */
export const guides = [
  'README.md',
  'conformance/README.md',
  'load/README.md',
  'reports/README.md',
  'examples/ci/README.md',
  'scripts/certificate/README.md',
] as const;

export const guidesOfDevelopers = ['CONTRIBUTING.md', 'scripts/tools/README.md'] as const;

export function textOfFile(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** All guides joined. */
export const documentation = guides.map(textOfFile).join('\n');

/** The commands in all shell blocks, each once, without comments. */
export const commands = [
  ...new Set(
    [...documentation.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
      block
        .split('\n')
        .map((line) => line.replace(/\s+#.*$/, '').trim())
        .filter((line) => line !== ''),
    ),
  ),
];
