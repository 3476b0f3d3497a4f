import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attacks } from '../../fixtures/hostile/index.ts';
import { arbitraryRun } from '../arbitrary-results.testing.ts';
import { innocentElements, renderMarkdown } from '../markdown-elements.testing.ts';
import { markdownCodeBlock, markdownCode, markdownText, markdownTable } from '../text/markdown-text.ts';
import { checkMarkdown } from './markdown.ts';
import { escapeControls } from '../text/visible.ts';

const signs = [...'`*_[]()<>&#~|!:\\-+=.@$"\'1a \n\r\t'];
const hostile = fc.oneof(
  fc.constantFrom(...Object.values(attacks)),
  fc.string({ unit: fc.constantFrom(...signs), maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

/** A renderer drops the spaces at the ends of a line, and shows a mention that was stopped as one that was not. */
const asSeen = (text: string): string => text.replaceAll('@\u200b', '@').trim();

describe('Markdown renders a hostile text as itself', () => {
  it.each<[string, (text: string) => string, (text: string) => string, readonly string[]]>([
    ['prose', markdownText, escapeControls, ['p']],
    ['code', (text) => markdownCode(text, 10_000), (text) => escapeControls(text) || '(empty)', ['p', 'code']],
    ['a block', (text) => markdownCodeBlock('sh', text), (text) => escapeControls(text, '\n\t'), ['pre', 'code class']],
  ])('%s', (_, write, seen, elements) => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { elements: made, text: shown } = renderMarkdown(write(text));
        // Of nothing but spaces a renderer makes nothing.
        expect(escapeControls(text).trim() === '' ? elements : made).toEqual(elements);
        expect(asSeen(shown)).toBe(asSeen(seen(text)));
      }),
      { numRuns: 1_000, examples: [[' -'], ['    a'], [' 1.']] },
    );
  });

  it('in a cell of a table', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const { elements, text } = renderMarkdown(
          markdownTable(['a', 'b'], [[markdownText(one), markdownCode(other, 10_000)]]),
        );
        expect(elements.filter((each) => each !== 'code')).toEqual([
          'table',
          'thead',
          'tr',
          'th',
          'th',
          'tbody',
          'tr',
          'td',
          'td',
        ]);
        expect(asSeen(text)).toContain(asSeen(escapeControls(one)));
        expect(asSeen(text)).toContain(asSeen(escapeControls(other)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('a summary', () => {
  it('is made of nothing else, whatever stands in the results', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const { elements } = renderMarkdown(checkMarkdown(run));
        expect(elements.filter((each) => !innocentElements.includes(each))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
