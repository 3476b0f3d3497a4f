import type { Finding } from '../../conformance/model/run.ts';

type Mismatch = Finding['mismatches'][number];

/**
 * A mismatch as people read it: the names of exchanges, which say nothing to them, are told by their place in the finding
 * (`call 2`), and left out where there is but one. Those of the finding are known by what they begin with, so that others
 * of the same probe are too.
 */
export function plainMismatch(mismatch: Mismatch, finding: Finding, word: 'call' | 'step' = 'call'): Mismatch {
  const { exchanges, mismatches } = finding;
  const ids = [...exchanges, ...mismatches.flatMap(({ exchange = [] }) => exchange)];
  const probes = [...new Set(ids.map((id) => id.slice(0, id.lastIndexOf('#'))))].filter((probe) => probe !== '');
  // The longest first: one may begin as another does.
  const longestFirst = probes.toSorted((a, b) => b.length - a.length);
  const named = namesIn(mismatch, finding, word);
  const plain = (text: string): string => {
    const marked = longestFirst.reduce(
      (rest, probe, at) => rest.replaceAll(`${probe}#`, `${mark}${at}#`),
      text.replaceAll(mark, ''),
    );
    return marked.replaceAll(name, (_, before = '', at = '', step = '', after = '') => {
      const id = `${longestFirst[Number(at)] ?? ''}${step}`;
      return named(id, before, after);
    });
  };
  const { subject, expected, observed } = mismatch;
  return { ...mismatch, subject: plain(subject), expected: plain(expected), observed: plain(observed) };
}

/** Of every answer of a kind the exchanges are examples, and no sequence. */
export function isOfSequence(mismatch: Mismatch | undefined, steps: readonly string[]): boolean {
  return steps.length > 1 && mismatch?.answers === undefined;
}

/** The exchanges of a finding with the places by which it is told of them; without, where they are no sequence. */
export function callsOf({
  exchanges,
  mismatches: [first],
}: Finding): readonly { readonly id: string; readonly place?: number }[] {
  const steps = [...new Set(exchanges)];
  return steps.map((id, at) => (isOfSequence(first, steps) ? { id, place: at + 1 } : { id }));
}

type Named = (id: string, before: string, after: string) => string;

/** How an exchange is named behind and before such words. */
function namesIn(mismatch: Mismatch, { exchanges }: Finding, word: string): Named {
  const steps = [...new Set(exchanges)];
  const isSequence = isOfSequence(mismatch, steps);
  return (id, before, after) => {
    const isAside = before.endsWith('(') && after === ')';
    const isOwn = id === mismatch.exchange || (mismatch.exchange === undefined && steps.length === 1);
    const place = isSequence ? steps.indexOf(id) + 1 : 0;
    // Its request is told with it, by its place.
    if (isAside && (isOwn || place === 0)) return '';
    // Which of many is shown.
    if (place === 0 && before.endsWith('such as ')) return after;
    if (place > 0) return `${before}${word} ${place}${after}`;
    if (isOwn && before !== '' && !isAside) return after;
    return `${before}${isOwn ? 'the answer' : 'another answer'}${after}`;
  };
}

/** Nothing that is told has it. */
const mark = '\uE000';
const name = /( \(|,? such as | of | to | in |, )?\uE000(\d+)(#\d+(?:\.\d+)?)(\))?/g;
