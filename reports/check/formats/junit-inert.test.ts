import fc from 'fast-check';
import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { attacks } from '../../../fixtures/hostile/index.ts';
import { arbitraryRun } from '../../arbitrary-results.testing.ts';
import { checkJunit } from './junit.ts';
import { failedSpeed, sampleRun } from '../sample-run.testing.ts';
import { escapeControls } from '../../text/visible.ts';
import { documentOf, element } from '../../text/xml.ts';

/** The names of all elements, the content of the first that is named, and of its attribute. */
function read(xml: string): {
  readonly names: readonly string[];
  readonly textOf: (path: string) => string | undefined;
} {
  using document = XmlDocument.fromString(xml);
  const nodes = document.find('//*').filter((node) => node instanceof XmlElement);
  const names = nodes.map(({ name }) => name);
  const texts = new Map(
    nodes.flatMap((node) => [
      [node.name, node.content] as const,
      ...node.attrs.map(({ name, value }) => [`${node.name} ${name}`, value] as const),
    ]),
  );
  return { names, textOf: (path) => texts.get(path) };
}

const hostile = fc.oneof(fc.constantFrom(...Object.values(attacks)), fc.string({ unit: 'binary', maxLength: 40 }));

describe('XML as libxml2 reads it', () => {
  it('gives every text back as it is shown', () => {
    fc.assert(
      fc.property(hostile, hostile, (text, value) => {
        const { names, textOf } = read(
          documentOf(element('a', { b: escapeControls(value) }, [escapeControls(text, '\n\t')])),
        );
        expect(names).toEqual(['a']);
        expect({ text: textOf('a'), value: textOf('a b') }).toEqual({
          text: escapeControls(text, '\n\t'),
          value: escapeControls(value),
        });
      }),
      { numRuns: 500 },
    );
  });

  it('gives back what a target said', () => {
    fc.assert(
      fc.property(hostile, (observed) => {
        const mismatches = [{ subject: 'body', expected: '2xx', observed }];
        const { textOf } = read(checkJunit(sampleRun([{ ...failedSpeed, mismatches }])));
        expect(textOf('failure')).toContain(`observed ${escapeControls(observed)}\n`);
        expect(textOf('failure message')).toBe(`body: expected 2xx, observed ${escapeControls(observed)}`);
      }),
      { numRuns: 200 },
    );
  });

  it('has no element that a result brought along', () => {
    const made = [
      'testsuites',
      'testsuite',
      'properties',
      'property',
      'testcase',
      'failure',
      'error',
      'skipped',
      'system-out',
    ];
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        expect(read(checkJunit(run)).names.filter((name) => !made.includes(name))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
