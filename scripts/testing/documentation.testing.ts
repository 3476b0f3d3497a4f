import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** What users read: the README, and what it links to for more of a subject. */
export const guides = [
  'README.md',
  'conformance/README.md',
  'load/README.md',
  'reports/README.md',
  'examples/ci/README.md',
  'scripts/certificate/README.md',
] as const;

export function textOfFile(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** All of it, one guide behind the other. */
export const documentation = guides.map(textOfFile).join('\n');

/** The commands of every shell block, each once, without what a comment says of them. */
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
