import { expect, it } from 'vitest';
import { speechFormats, voiceNames } from '../../contract/limits.ts';
import { formatRequests } from './asked-formats.ts';

const file = 'conformance/checks/speech/asked-formats.ts';

it.each(speechFormats)('%s is asked for at a speed that is far from 1', (format) => {
  const speeds = Object.values(formatRequests[format].extraFields).map(({ speed = 1 }) => speed);
  const advice = `let a voice of ${format} ask for a bound of the speed in ${file}: nothing else meets speed-ignored-in-${format}`;
  expect(
    speeds.some((speed) => speed <= 0.5 || speed >= 2),
    advice,
  ).toBe(true);
});

it.each(voiceNames.flatMap((one, at) => voiceNames.slice(at + 1).map((other) => [one, other] as const)))(
  '%s and %s can be told apart in a format in which both ask for the same',
  (one, other) => {
    const alike = Object.values(formatRequests).filter(
      ({ extraFields }) => JSON.stringify(extraFields[one]) === JSON.stringify(extraFields[other]),
    );
    expect(alike, `let a format have the same for both in ${file}`).not.toEqual([]);
  },
);

it.each(speechFormats.filter((format) => format !== 'wav'))('two voices ask for the same besides in %s', (format) => {
  const besides = Object.values(formatRequests[format].extraFields).map((asked) => JSON.stringify(asked));
  const advice = `give two voices of ${format} the same in ${file}: their sounds are compared there`;
  expect(new Set(besides).size, advice).toBeLessThan(besides.length);
});
