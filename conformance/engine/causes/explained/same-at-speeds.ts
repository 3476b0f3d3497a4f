import { hashedSoundOf, type HashedSound } from '../../../expectations/audio/asked/sound-alike.ts';
import { lettersToSay } from '../../../expectations/audio/asked/speech-request.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { referencesOf } from '../../../model/mismatch.ts';
import { endOfExchange, startOf } from '../../../model/moment.ts';
import type { Finding } from '../../../model/run.ts';
import { isLengthMismatch, type Explanation } from './explained.ts';

/** Fewest failures that this rule explains: with fewer, each failure tells as much. */
const leastFailed = 2;
/** Fewest new speeches at speed 1: of fewer, the length may depend on their texts. */
const leastFirst = 3;
/** A speech at twice the speed or more lasts at most this share of a speech at speed 1. */
const [fast, mostOfUsual] = [2, 0.75];

/**
 * Largest share of texts that come with another sound, of those that come with the same: the cache may have dropped a
 * speech, or it was asked for at the same time.
 */
const mostApart = 0.1;

/** A speech, and whether no answer to the same request, at any speed, had come before it was sent. */
type Spoken = HashedSound & { readonly isFirst: boolean };

/**
 * A text whose sound is the same to the byte at another speed. If that is so in one format alone, the speed is never
 * looked at in this format. If it is so in any format, though a new text comes at its speed, speeches are cached
 * without their speed; if new texts come at the usual speed too, no speed changes anything. Undefined where the run
 * shows none of these.
 */
export function sameAtSpeedsIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  const ofLength = failed.filter(isLengthMismatch);
  if (ofLength.length < leastFailed) return undefined;
  const spoken = spokenIn(exchanges);
  const alike = pairsAtSpeeds(spoken).filter(({ isSame }) => isSame);
  const apart = pairsAtSpeeds(spoken).filter(({ isSame }) => !isSame);
  const ids = new Set(alike.flatMap(({ pair }) => pair.map(({ id }) => id)));
  const has = (finding: Finding): boolean =>
    isLengthMismatch(finding) &&
    [...finding.exchanges, ...finding.mismatches.slice(0, 1).flatMap(referencesOf)].some((id) => ids.has(id));
  if (ofLength.filter(has).length < leastFailed) return undefined;
  const [format, ...others] = new Set(alike.map(({ pair: [{ asked }] }) => asked.format));
  const isOfOne =
    others.length === 0 && apart.length > 0 && apart.every(({ pair: [{ asked }] }) => asked.format !== format);
  if (format !== undefined && format !== 'default' && isOfOne)
    return {
      has,
      title: `speed changes nothing in ${format}: ${alike.length} of ${alike.length} times a text is the same sound at another speed`,
      shownIn: () => ({
        says: `In ${format} alone: of ${apart.length} texts in other formats none is the same sound at another speed.`,
      }),
      leadOf: leadIn('speech.speed/'),
      isRoot: true,
      isOfItsCheck: true,
    };
  const isNewAtItsSpeed = newAtItsSpeedIn(spoken);
  if (isNewAtItsSpeed === false && apart.length === 0)
    return {
      has,
      title: `speed changes nothing: ${alike.length} of ${alike.length} times a text is the same sound at another speed`,
      shownIn: () => ({
        says: `No speed changes anything: ${alike.length} of ${alike.length} times a text is the same sound at another speed, to the byte. Is "speed" read, and by this name?`,
      }),
      leadOf: (group) => group.find(({ check }) => check === widestCheck) ?? leadIn('speech.speed/')(group, new Map()),
      isRoot: true,
      isOfItsCheck: true,
    };
  const isOften = apart.length <= mostApart * alike.length;
  if (!isOften || isNewAtItsSpeed !== true) return undefined;
  return {
    has,
    title: `a text that was spoken before comes as it did then, at whichever speed it is asked for: ${alike.length} times the same sound`,
    shownIn: () => ({
      says: `A text that is new comes at the speed that is asked for; at another speed ${alike.length} of ${alike.length + apart.length} times the earlier sound comes again, to the byte. Is the speed part of what speeches are kept by?`,
    }),
    leadOf: leadIn('speech.again/'),
    isRoot: true,
    isOfItsCheck: true,
  };
}

/** The check that compares the lowest speed with the highest: no other says as plainly that a speed does nothing. */
const widestCheck = 'speech.speed/changes-the-length';

function leadIn(topic: string): Explanation['leadOf'] {
  return (group) => group.find(({ check }) => check.startsWith(topic));
}

function spokenIn(exchanges: readonly Exchange[]): readonly Spoken[] {
  const heard = exchanges.flatMap((exchange) => {
    const speech = exchange.operation === 'speech' ? hashedSoundOf(exchange) : undefined;
    return speech === undefined ? [] : [{ speech, from: startOf(exchange), until: endOfExchange(exchange) }];
  });
  const firstEnds = new Map<string, number>();
  for (const { speech, until } of heard)
    firstEnds.set(keyOf(speech), Math.min(until, firstEnds.get(keyOf(speech)) ?? until));
  return heard.map(({ speech, from }) => ({ ...speech, isFirst: from < (firstEnds.get(keyOf(speech)) ?? 0) }));
}

/** All that a request for a speech says except its speed. */
function keyOf({ asked: { text, voice, format, instructions } }: HashedSound): string {
  return JSON.stringify([text, voice, format, instructions]);
}

/** Pairs of the first speech of a text with every later speech of that text at another speed. */
function pairsAtSpeeds(
  spoken: readonly Spoken[],
): readonly { readonly pair: readonly [Spoken, Spoken]; readonly isSame: boolean }[] {
  return [...Map.groupBy(spoken, keyOf).values()].flatMap(([first, ...later]) =>
    first === undefined
      ? []
      : later.flatMap((other) =>
          other.asked.speed === first.asked.speed
            ? []
            : [{ pair: [first, other] as const, isSame: first.hash === other.hash }],
        ),
  );
}

/**
 * Whether new speeches at a fast speed are that much shorter for their texts, in at least one format; undefined where no
 * format has new speeches at both speeds.
 */
function newAtItsSpeedIn(spoken: readonly Spoken[]): boolean | undefined {
  const first = spoken.filter(({ isFirst }) => isFirst);
  const shorter = [...Map.groupBy(first, ({ asked }) => asked.format).values()].flatMap((all) => {
    const [usual, quick] = [
      all.filter(({ asked }) => asked.speed === 1),
      all.filter(({ asked }) => asked.speed >= fast),
    ].map((of) => of.flatMap(bytesPerLetter).toSorted((a, b) => a - b));
    if (usual === undefined || quick === undefined || usual.length < leastFirst || quick.length === 0) return [];
    return [(quick[quick.length >> 1] ?? Infinity) <= mostOfUsual * (usual[usual.length >> 1] ?? 0)];
  });
  return shorter.length === 0 ? undefined : shorter.includes(true);
}

function bytesPerLetter({ asked, bytes }: Spoken): readonly number[] {
  const letters = lettersToSay(asked.text);
  return letters === undefined || letters === 0 ? [] : [bytes / letters];
}
