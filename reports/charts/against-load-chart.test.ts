import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { textOfPage } from '../text/html.ts';
import { againstLoadChart, type StepPoint } from './against-load-chart.ts';

function textsIn(points: readonly StepPoint[]): readonly string[] {
  const { document } = parseHTML(`<body>${textOfPage(againstLoadChart({ points, bounds: [], label: 'l' }))}</body>`);
  return [...document.querySelectorAll('text')].map(({ textContent }) => textContent);
}

const point = (name: string, perS: number, value: number, is: 'pass' | 'inconclusive'): StepPoint => ({
  name,
  perS,
  values: [{ value }],
  isJudged: is === 'pass',
  verdict: { mark: is === 'pass' ? '✓' : '?', is },
});

it('names each of two levels of about one rate, and gives the verdict that has no room above beside the name', () => {
  const texts = textsIn([
    point('4', 40, 50, 'pass'),
    point('8', 77.3, 90, 'inconclusive'),
    point('16', 76.9, 200, 'inconclusive'),
  ]);
  expect(texts).toEqual(expect.arrayContaining(['4', '16', '8 ?']));
  expect(texts.filter((text) => '✓?'.includes(text))).toEqual(['✓', '?']);
});

it('leaves a name to the table that would run into another', () => {
  const texts = textsIn([point('4', 40, 50, 'pass'), point('8', 76.9, 200, 'pass'), point('16', 77.3, 201, 'pass')]);
  expect(texts).toContain('8');
  expect(texts).not.toContain('16');
});
