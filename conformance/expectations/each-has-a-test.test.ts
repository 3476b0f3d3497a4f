import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const here = import.meta.dirname;
const textOf = (...paths: readonly string[]): string => paths.map((path) => readFileSync(path, 'utf8')).join('\n');
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/\w+/g));

/** The names that a file of checks imports from the expectations. */
function importedBy(checks: string): readonly string[] {
  return [...checks.matchAll(/^import \{([^}]*)\} from '[^']*\/expectations\/[^']*';$/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
}

/** The words in lists such as `expect: [isSuccess, ofCall(0, isRefusal)]`, and after `see:`. */
function askedIn(checks: string): ReadonlySet<string> {
  const asked = [...checks.matchAll(/\bexpect: \[[\s\S]*?\],?\n|\bsee: \w+/g)];
  return wordsOf(asked.map(([text]) => text).join('\n'));
}

it('each expectation and observation that a check asks is named in a test of expectations', () => {
  const checks = globSync(`${here}/../checks/**/*.checks.ts`).map((path) => textOf(path));
  const asked = checks.flatMap((each) => {
    const names = askedIn(each);
    return importedBy(each).filter((name) => names.has(name));
  });
  expect(new Set(asked).size).toBeGreaterThan(100);
  const tested = wordsOf(textOf(...globSync(`${here}/**/*.test.ts`)));
  // If this fails, add a test of both outcomes, with the exact message, beside the expectation.
  expect([...new Set(asked)].filter((name) => !tested.has(name))).toEqual([]);
});
