import { spokenText } from '../../model/probes/plain-speech.ts';
import { isAccepted } from '../../model/exchange.ts';
import type { PositiveControl } from '../../model/check.ts';
import { speakAsUnlisted } from './listed-voices.ts';
import { guidanceSentence, longText, speak, speakEach, withInstructions } from './probes.ts';

/**
 * A wrong value stays wrong whatever else the request has: each stands beside all other members, which are valid. Each
 * request has a voice and a format of its own, since other code may check some of them.
 */

const others = { speed: 1.5, format: 'opus', instructions: guidanceSentence } as const;

/**
 * A service that refuses one of the other members in any case has not refused the wrong value. The control of each
 * check shows that a speed or a format is accepted; this one shows it of the instructions. It uses the probe of the
 * check of instructions, so that nothing more is sent.
 */
export const instructionsAreAccepted: PositiveControl = {
  says: 'a valid request with instructions is answered',
  probe: withInstructions,
  shownIn: (seen) => {
    const taken = seen.filter(isAccepted);
    if (taken.length > 0) return { by: taken };
    return { because: 'a valid request with instructions was refused too, so these may be why' };
  },
};

export const tooFastSpeech = speak({ ...others, text: longText, voice: 'shimmer', speed: 4.5 });
export const tooSlowSpeech = speak({
  ...others,
  text: `Caf\u00e9? ${spokenText}`,
  voice: 'nova',
  format: 'aac',
  speed: 0.2,
});
/**
 * Letters of four bytes behind three bytes: an error message that cuts what it repeats cuts it within a letter, at most
 * lengths.
 */
const manyLetters = `x\u00e9${'😀'.repeat(32)}`;
export const unknownVoice = speak({ ...others, text: longText, voice: manyLetters });
export const voiceInOtherCase = speakAsUnlisted({ ...others, format: 'wav', voice: 'Alloy' });
export const formatInOtherCase = speak({ ...others, voice: 'fable', format: 'MP3' });
export const withoutText = speak({ ...others, text: undefined });
export const withoutVoice = speak({ ...others, text: longText, voice: undefined });
export const numberAsTextOfAll = speak({ ...others, text: 42 });

/** Each of these values for one member: lenient look-ups or parsers take them for allowed values. */
const eachOf = (member: string, values: readonly unknown[]) => ({
  ...speakEach(...values.map((value) => ({ [member]: value }))),
  isCases: true as const,
});

/** A fullwidth letter, a zero-width space, an index of the list, a list, true: no voice has such a name. */
export const voiceLookalikes = eachOf('voice', ['\uff41lloy', 'alloy\u200b', '0', 'alloy,echo', true]);
export const formatLookalikes = eachOf('format', ['wave', 'pcm16', 'mp3;rate=24000', 'mp3,wav', 'auto', 'json', true]);
export const speedLookalikes = eachOf('speed', ['1.5x', '1,5']);
/**
 * Values that count as nothing in many languages: they are no numbers, and must be refused like any other such value.
 */
export const nonSpeeds = eachOf('speed', [false, []]);
