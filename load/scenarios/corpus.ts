import { randomsFrom, type Random } from '../model/random.ts';

/**
 * How long texts of a kind are, in characters: log-normal, as written messages are, cut off at both ends.
 * A tenth of the texts is longer than `median * exp(1.28 * spread)`.
 */
export type Lengths = {
  readonly median: number;
  readonly spread: number;
  readonly shortest: number;
  readonly longest: number;
};

/** Chat: half of the messages have at most 60 characters, a tenth more than about 190. */
export const messageLengths: Lengths = { median: 60, spread: 0.9, shortest: 12, longest: 1_500 };

/** Speech: half of the texts have at most 160 characters (10 s of speech), a tenth more than about 390. */
export const textLengths: Lengths = { median: 160, spread: 0.7, shortest: 30, longest: 1_500 };

const openings = [
  'Please explain',
  'Could you describe',
  'In a few words, summarise',
  'For a beginner, compare',
  'Step by step, list',
  'Tell me about',
  'What is known of',
  'Why do people like',
];

/** Whole phrases: k6 interprets JavaScript, and what it does for each word of a message cost more than its stream's events. */
const phrases = (
  'the tides of winter,bridges between islands,bread and copper,glaciers near the valley,quiet compilers,old maps,' +
  'a violin under glass,bees without a garden,clocks of stone,harbours in the evening,bright new rivers,paper engines,' +
  'letters that travel early,a small market,the wind over water,villages and mountains,a forest at morning,rare amber,' +
  'simple cotton,how to mend and measure,what we carry and remember,people who gather,follow the river,turn and listen,' +
  'wander with care,things we borrow,return late,open the common door,paint between the lines,build with wood,' +
  'begin near the harbour,a map of old gardens,the engine and the clock,early letters,winters without wind,' +
  'glass over copper,an island of bees,where bread is rare,small bridges,the valley at evening,mountains of paper,' +
  'a quiet market,water under stone,bright cotton,compilers and violins,new tides,the common forest,amber mornings'
).split(',');

/** A number from the standard normal distribution (Box and Muller, 1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export function lengthFrom(random: Random, { median, spread, shortest, longest }: Lengths): number {
  return Math.round(Math.min(longest, Math.max(shortest, median * Math.exp(spread * normal(random)))));
}

/**
 * Whole numbers below a bound. One random number gives several of them, as it has 53 bits and each of them takes some 6:
 * making one for each choice was most of the work for a message.
 */
function picking(random: Random): (below: number) => number {
  const choices = 2 ** 30;
  let [left, taken] = [0, choices];
  return (below) => {
    if (taken * below > choices) [left, taken] = [random(), 1];
    left *= below;
    taken *= below;
    const picked = Math.floor(left);
    left -= picked;
    return picked;
  };
}

/** Sentences of just this many characters, cut at the last word's end and closed with a full stop. */
function sentences(random: Random, start: string, length: number): string {
  const pick = picking(random);
  let text = start;
  for (let inSentence = 0; text.length < length; inSentence += 1) {
    const ends = inSentence > 1 && pick(2) === 0;
    if (ends) inSentence = 0;
    const phrase = phrases[pick(phrases.length)] ?? '';
    text += ends ? `. ${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}` : ` ${phrase}`;
  }
  return `${text.slice(0, length - 1).trimEnd()}.`;
}

const messageRandoms = remembered('message');
const speechRandoms = remembered('speech');

/** One seed is asked for again and again. */
function remembered(purpose: string): (seed: number, index: number) => Random {
  let last: { readonly seed: number; readonly at: (index: number) => Random } | undefined;
  return (seed, index) => {
    if (last?.seed !== seed) last = { seed, at: randomsFrom(seed, purpose) };
    return last.at(index);
  };
}

/**
 * The user's message of the request with this index. Messages differ, so that a cache in front of the model answers
 * none of them, and are the same for the same seed, so that two runs ask the same.
 */
export function messageOf(seed: number, index: number): string {
  const random = messageRandoms(seed, index);
  const opening = openings[Math.floor(random() * openings.length)] ?? '';
  return sentences(random, `(${index}) ${opening}`, lengthFrom(random, messageLengths));
}

/** The text to speak of the request with this index: plain words, whose characters a voice can say. */
export function speechTextOf(seed: number, index: number): string {
  const random = speechRandoms(seed, index);
  const opening = openings[Math.floor(random() * openings.length)] ?? '';
  return sentences(random, opening, lengthFrom(random, textLengths));
}
