import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /(?<!\.test|\.testing)\.ts$/.test(file));

/** The folders that a row names: by a whole path, or below its first one by the rest of it; `<family>` is any of them. */
function namedIn(row: string): readonly RegExp[] {
  const [first = '', ...more] = [...row.matchAll(/`([\w./…<>-]+)`/g)].map(([, name = '']) => name);
  const paths = [first, ...more, ...[first, dirname(first)].flatMap((top) => more.map((name) => `${top}/${name}`))];
  return paths.map((path) => new RegExp(`^${path.replace('/…/', '/').replace('<family>', '[^/]+')}$`));
}

it('has no folder of more than three files that the table of CONTRIBUTING does not name', () => {
  const rows = readFileSync('CONTRIBUTING.md', 'utf8').split('\n');
  const named = rows.filter((line) => line.startsWith('| `')).flatMap(namedIn);
  const large = [...Map.groupBy(files, dirname)].filter(([, inside]) => inside.length > 3).map(([folder]) => folder);
  expect(large.length).toBeGreaterThan(100);
  const unnamed = large.filter((folder) => !named.some((path) => path.test(folder)));
  expect(unnamed, 'say in the table of CONTRIBUTING.md what is in it').toEqual([]);
});
