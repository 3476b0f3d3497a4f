import { speechFormats } from '../../conformance/contract/limits.ts';
import { mostSamples, readingBounds } from '../../conformance/expectations/audio/decoding/beyond-decoding.ts';
import { countText } from '../../conformance/reading/count-text.ts';

/** A line of a file that follows from the code: where the file is, how the line begins, and all of it. */
type DerivedLine = { readonly file: string; readonly begins: string; readonly line: string };

const enumBegins = `          enum: [${speechFormats[0]}, `;
const boundsBegin = '| audio, by its container |';

const bounds = [...Map.groupBy(readingBounds, ({ container }) => container.replace(/^an? /, ''))].map(
  ([container, each]) => `${each.map(({ most, parts }) => `${countText(most)} ${parts}`).join(' or ')} (${container})`,
);

export const derivedLines: readonly DerivedLine[] = [
  {
    file: 'conformance/contract/openapi.yaml',
    begins: enumBegins,
    line: `          enum: [${speechFormats.join(', ')}]`,
  },
  {
    file: 'conformance/README.md',
    begins: boundsBegin,
    line: `${boundsBegin} ${bounds.join(', ')}, ${countText(mostSamples)} samples per second (FLAC, Opus) |`,
  },
];

/** The text of a file, with the line that begins so as the code has it. */
export function withDerived(text: string, { begins, line, file }: DerivedLine): string {
  const lines = text.split('\n');
  const at = lines.findIndex((each) => each.startsWith(begins));
  if (at < 0) throw new Error(`${file} has no line that begins with ${JSON.stringify(begins)}.`);
  return lines.with(at, line).join('\n');
}
