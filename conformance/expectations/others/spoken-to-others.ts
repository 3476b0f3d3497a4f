import type { Expectation, Mismatch, Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { soundBytesOf } from '../audio/asked/sounds-unlike.ts';

/**
 * Two callers send two texts with the same key, and, if the two sounded the same, the second sends its text again
 * without it.
 */
type SpeechesOfTwo = { readonly first: Exchange; readonly second: Exchange; readonly without: Exchange | undefined };

function spokenIn(seen: Exchanges): SpeechesOfTwo | undefined {
  const [first, second, without] = seen.filter((each) => each.operation === 'speech');
  return first === undefined || second === undefined ? undefined : { first, second, without };
}

function areAlike(one: Exchange, other: Exchange): boolean | undefined {
  if (!isAccepted(one) || !isAccepted(other)) return undefined;
  const [sound, otherSound] = [soundBytesOf(one), soundBytesOf(other)];
  return sound === undefined || otherSound === undefined ? undefined : Buffer.compare(sound, otherSound) === 0;
}

/**
 * True where both texts were answered with the same sound: then the probe has to show whether the key is the reason.
 */
export function soundTheSame(seen: Exchanges): boolean {
  const spoken = spokenIn(seen);
  return spoken !== undefined && areAlike(spoken.first, spoken.second) === true;
}

/** Fails where the second text sounds like the first because of the key: without the key it gets another sound. */
export function sharedSoundMismatches(seen: Exchanges): readonly Mismatch[] {
  const spoken = spokenIn(seen);
  if (spoken?.without === undefined || !soundTheSame(seen)) return [];
  const { first, second, without } = spoken;
  if (areAlike(second, without) !== false) return [];
  return [
    {
      subject: 'isolation',
      expected: `another sound than that of the text of another workspace (${first.id})`,
      observed: `the same ${soundBytesOf(second)?.length ?? 0} bytes; without the key (${without.id}) it is another sound`,
      exchange: second.id,
      restsOn: [first.id, without.id],
      kind: { is: 'audio', observed: 'the speech is that of the text of another workspace' },
    },
  ];
}

/** Two sounds came, and they are known to differ without a key: otherwise nothing shows whether a sound is shared. */
export const soundsDifferWithoutKey: Expectation = (seen) => {
  const spoken = spokenIn(seen);
  const alike = spoken === undefined ? undefined : areAlike(spoken.first, spoken.second);
  if (spoken === undefined || alike === undefined) return { inconclusive: 'there are no two speeches to compare' };
  if (!alike || sharedSoundMismatches(seen).length > 0) return [];
  return { inconclusive: 'nothing shows that the two texts sound unlike each other without the key' };
};
