import { encodeAudio } from '../../fixtures/audio/encode.ts';
import { audioFormats } from '../../fixtures/audio/formats.ts';
import { signatureOf } from '../../conformance/audio/containers.ts';
import { speechFormats } from '../../conformance/contract/limits.ts';
import { mostSamples, readingBounds } from '../../conformance/expectations/audio/decoding/beyond-decoding.ts';
import { countText } from '../../conformance/reading/count-text.ts';

/** A file that follows from the code, or has a line that does: what its text has to be, by the text that it has. */
type Derived = { readonly file: string; readonly textFrom: (text: string) => string };

export const derivedFiles: readonly Derived[] = [
  {
    file: 'conformance/contract/openapi.yaml',
    textFrom: (text) =>
      withLine(text, `          enum: [${speechFormats[0]}, `, `${speechFormats.slice(1).join(', ')}]`),
  },
  {
    file: 'conformance/README.md',
    textFrom: (text) => withLine(text, '| audio, by its container | ', `${boundsText()} |`),
  },
  { file: 'load/k6ext/audio/testdata/beginnings.json', textFrom: beginningsText },
];

/** The text with the line that begins so ending so. */
export function withLine(text: string, begins: string, ends: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((each) => each.startsWith(begins));
  if (at < 0) throw new Error(`There is no line that begins with ${JSON.stringify(begins)}.`);
  return lines.with(at, begins + ends).join('\n');
}

function boundsText(): string {
  const byContainer = Map.groupBy(readingBounds, ({ container }) => container.replace(/^an? /, ''));
  const texts = [...byContainer].map(
    ([container, bounds]) =>
      `${bounds.map(({ most, parts }) => `${countText(most)} ${parts}`).join(' or ')} (${container})`,
  );
  return [...texts, `${countText(mostSamples)} samples per second (FLAC, Opus)`].join(', ');
}

/** As many bytes as tell every format. */
const headBytes = 80;

/** How the service's audio begins in each format that tells itself by that, in base64. */
function beginningsText(): string {
  const heads = audioFormats.flatMap((format) => {
    const head = encodeAudio(format, 'speech', 1).subarray(0, headBytes);
    return signatureOf(head) === undefined ? [] : [[format, Buffer.from(head).toString('base64')] as const];
  });
  return `${JSON.stringify(Object.fromEntries(heads), null, 2)}\n`;
}
