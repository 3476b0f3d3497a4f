import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, textOfPage } from '../../text/html.ts';
import { escapeControls } from '../../text/visible.ts';
import { elementsOf } from '../parsed.testing.ts';
import { command } from './command.ts';
import { preformatted } from './preformatted.ts';

const keptIn = (text: string): readonly string[] =>
  elementsOf(textOfPage(html`<p>${command(text)}</p>`)).flatMap((each) => (each.name === 'span' ? [each.text()] : []));

describe('a command on a page', () => {
  it('keeps a flag with its value in one line, and of a long one what it begins with', () => {
    const long = "'".padEnd(60, 'x').concat("'");
    expect(
      keptIn(
        `npx assay load --rate 15 -H 'accept: */*' --data-raw ${long} --max-in-flight 9 --canary -H 'content-type: application/json; charset=utf-8'`,
      ),
    ).toEqual(['--rate 15', "-H 'accept: */*'", '--data-raw', '--max-in-flight 9', '--canary', "-H 'content-type:"]);
  });

  it('is shown as it is, whatever is in it', () => {
    const words = fc.oneof(fc.constantFrom('--rate', '-H', ' ', "'", '<b>', '&', '\n', '=', '15'), fc.string());
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const pre = elementsOf(textOfPage(preformatted(command(text)))).find(({ name }) => name === 'pre');
        expect(pre?.text()).toBe(escapeControls(text, '\n\t'));
      }),
    );
  });
});
