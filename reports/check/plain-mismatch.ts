import type { Finding } from '../../conformance/model/run.ts';

type Mismatch = Finding['mismatches'][number];

/**
 * A mismatch as a short report tells it: without the names of exchanges, which say nothing where no exchange is shown. Those
 * of the finding are known by what they begin with, so that others of the same probe are too.
 */
export function plainMismatch(mismatch: Mismatch, { exchanges, mismatches }: Finding): Mismatch {
  const ids = [...exchanges, ...mismatches.flatMap(({ exchange = [] }) => exchange)];
  const probes = [...new Set(ids.map((id) => id.slice(0, id.lastIndexOf('#'))))].filter((probe) => probe !== '');
  // The longest first: one may begin as another does.
  const longestFirst = probes.toSorted((a, b) => b.length - a.length);
  const plain = (text: string): string =>
    longestFirst
      .reduce((rest, probe) => rest.replaceAll(`${probe}#`, `${mark}#`), text)
      .replaceAll(aside, '')
      .replaceAll(name, 'an answer')
      .replaceAll(mark, '');
  const { subject, expected, observed } = mismatch;
  return { ...mismatch, subject: plain(subject), expected: plain(expected), observed: plain(observed) };
}

/** Nothing that is told has it. */
const mark = '\uE000';
const name = /\uE000#\d+(?:\.\d+)?/g;
/** Which of many is shown. */
const aside = /,? such as \uE000#\d+(?:\.\d+)?| \(\uE000#\d+(?:\.\d+)?\)/g;
