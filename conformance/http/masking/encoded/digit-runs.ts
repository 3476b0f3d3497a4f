import { different, runsOf, shiftsOf } from './broken-runs.ts';
import type { Decoded } from './decoded.ts';
import { gap } from '../unescaping/unescaped-text.ts';

/** Twelve characters are 96 bits: the fewest digits of these patterns hold that many. */
const decimalRun = /\d{2,3}(?:[^0-9a-z]{1,3}\d{2,3}){11,2000}/gi;
const wholeNumber = /\d{28,4000}/g;
const leastNumbers = 12;
/** Octal code of an ASCII letter. */
const octal = /^[01]?[0-7]{2}$/;
const binaryGroups = /[01]{7,8}(?:[^0-9a-z]{1,3}[01]{7,8}){11,2000}/gi;
/** Twelve letters of seven digits each. */
const binaryRun = /[01]{84,4000}/g;

/** Codes of letters with signs between them, in decimal, octal and binary digits. */
export function* inNumbers(text: string, from: number): Iterable<Decoded> {
  for (const { run, index } of runsOf(decimalRun, text)) {
    const numbers = run.split(/\D+/);
    yield inDigits(Uint8Array.from(numbers, Number), from + index, run);
    if (numbers.filter((number) => octal.test(number)).length >= leastNumbers)
      yield inDigits(Uint8Array.from(numbers, ofOctal), from + index, run);
  }
  for (const { run, index } of runsOf(binaryGroups, text))
    yield inDigits(Uint8Array.from(run.split(/[^01]+/), ofBits), from + index, run);
}

/** Letters encoded in a single decimal integer, or in binary digits without signs between them. */
export function* inOneNumber(text: string, from: number): Iterable<Decoded> {
  for (const { run, index, alike } of different(runsOf(wholeNumber, text)))
    yield { ...inDigits(bytesOf(BigInt(run)), from + index, run), alike };
  for (const { run, index, alike } of different(runsOf(binaryRun, text)))
    for (const size of [7, 8])
      for (let shift = 0; shift < shiftsOf(run, size); shift += 1)
        yield { ...inDigits(inBits(run.slice(shift), size), from + index, run), alike };
}

function inBits(digits: string, size: number): Uint8Array {
  return Uint8Array.from({ length: Math.floor(digits.length / size) }, (_, at) =>
    ofBits(digits.slice(at * size, (at + 1) * size)),
  );
}

/** A number that is not octal separates the octal codes on either side of it. */
const ofOctal = (digits: string): number => (octal.test(digits) ? Number.parseInt(digits, 8) : gap);
const ofBits = (digits: string): number => Number.parseInt(digits, 2);

function bytesOf(value: bigint): Uint8Array {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** Masked by digits, since JSON must stay JSON. */
function inDigits(bytes: Uint8Array, from: number, run: string): Decoded {
  return { bytes, from, to: from + run.length, isAligned: true, isMixed: true, isNumber: true };
}
