import { spokenText } from '../../model/probes/plain-speech.ts';
import { isTaken } from '../../model/exchange.ts';
import type { PositiveControl } from '../../model/check.ts';
import { speakAsUnlisted } from './listed-voices.ts';
import { guidance, longText, speak, speakEach, withInstructions } from './probes.ts';

/**
 * What is not allowed is so whatever else a request has: each wrong value beside all other members, which are valid. Each
 * has a voice and a format of its own, since some of them may be looked at by other code.
 */

const others = { speed: 1.5, format: 'opus', instructions: guidance } as const;

/**
 * Who refuses one of the others, whatever else there is, has refused no wrong value: beside a control with a speed or a
 * format, that these are taken. It is what the check of instructions asks for: nothing more is sent.
 */
export const instructionsAreTaken: PositiveControl = {
  says: 'a valid request with instructions is answered',
  probe: withInstructions,
  shownIn: (seen) => {
    const taken = seen.filter(isTaken);
    if (taken.length > 0) return { by: taken };
    return { because: 'a valid request with instructions was refused too, so these may be why' };
  },
};

export const tooFast = speak({ ...others, text: longText, voice: 'shimmer', speed: 4.5 });
export const tooSlow = speak({ ...others, text: `Caf\u00e9? ${spokenText}`, voice: 'nova', format: 'aac', speed: 0.2 });
/** Of four bytes each behind three: where an error cuts what it repeats, it cuts it within a letter, at most lengths. */
const manyLetters = `x\u00e9${'😀'.repeat(32)}`;
export const unknownVoice = speak({ ...others, text: longText, voice: manyLetters });
export const voiceInOtherCase = speakAsUnlisted({ ...others, format: 'wav', voice: 'Alloy' });
export const formatInOtherCase = speak({ ...others, voice: 'fable', format: 'MP3' });
export const withoutText = speak({ ...others, text: undefined });
export const withoutVoice = speak({ ...others, text: longText, voice: undefined });
export const numberAsTextOfAll = speak({ ...others, text: 42 });

/** Each of these values of one member, which a lenient look-up or parser takes for one of those that are allowed. */
const eachOf = (member: string, values: readonly unknown[]) => ({
  ...speakEach(...values.map((value) => ({ [member]: value }))),
  isCases: true as const,
});

/** A wide letter, a blank of no width, a place in the list, a list: no voice is called so. */
export const likeVoices = eachOf('voice', ['\uff41lloy', 'alloy\u200b', '0', 'alloy,echo', true]);
export const likeFormats = eachOf('format', ['wave', 'pcm16', 'mp3;rate=24000', 'mp3,wav', 'auto', 'json', true]);
export const likeSpeeds = eachOf('speed', ['1.5x', '1,5']);
/** What counts as nothing in many languages: it is no number, and refused as any other value that is none. */
export const noSpeeds = eachOf('speed', [false, []]);
