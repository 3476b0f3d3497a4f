import { clause } from '../../model/check.ts';
import { bytesMatchFormat } from '../../expectations/audio/asked/agrees-with-format.ts';
import { ifInFormat } from '../../expectations/audio/asked/comes-as.ts';
import { isShorter } from '../../expectations/audio/asked/lasts.ts';
import { soundsDifferFromEachOther } from '../../expectations/audio/asked/sound-alike.ts';
import { soundsDiffer } from '../../expectations/audio/asked/sounds-unlike.ts';
import { wordsStayDistinct } from '../../expectations/audio/asked/stay-apart.ts';
import { areSuccesses, isSuccess } from '../../expectations/statuses/is-success.ts';
import { everyWholeSuccessOf } from '../../expectations/kinds.ts';
import { onCall } from '../../expectations/judged-as.ts';
import { guidedAtTwoSpeeds, oneAndMore, speakOtherwise, textsOfKinds } from './probes.ts';

const first = { at: 0, words: 'the speech before, at speed 1' } as const;
const quicker = { at: 2, words: 'the same text at speed 4' } as const;

export const again = clause('2.5', 'speech.again', {
  requirement: 'A text that was spoken before is spoken as the current request asks',
  also: ['2.6', '4.5'],
  checks: {
    'of-another-text': {
      title: 'Texts that differ in any letter never get identical audio',
      level: 'SHOULD',
      requirement: 'text is the text to speak: no two texts give byte-identical audio',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: oneAndMore,
      expect: [soundsDifferFromEachOther('texts')],
      fault: 'speech-cache-forgets-the-end',
      alsoFinds: ['speech-cache-forgets-letters', 'speech-cache-forgets-digits'],
    },
    // Not MUST: a stand-in for an engine on a test system may make sound that depends on the length of the text alone.
    'of-other-words': {
      title: 'Texts that differ in several words never get identical audio',
      level: 'SHOULD',
      requirement: 'text is the text to speak: no two texts that differ in several words give byte-identical audio',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: textsOfKinds,
      expect: [soundsDifferFromEachOther('words')],
      fault: 'speech-cache-by-length',
      alsoFinds: [
        'text-loses-its-end',
        'speech-cache-by-words',
        'speech-cache-forgets-digits',
        'speech-cache-forgets-the-end',
      ],
    },
    'of-other-words-where-heard': {
      title: 'Other words or digits never sound identical where the sound depends on words',
      level: 'MUST',
      requirement:
        'text is the text to speak: where two texts of one length differ, none with other words or digits is spoken as another',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: textsOfKinds,
      expect: [wordsStayDistinct],
      fault: 'speech-cache-by-words',
      alsoFinds: ['speech-cache-forgets-digits', 'speech-cache-forgets-the-end', 'text-loses-its-end'],
    },
    'by-another-voice': {
      title: 'Reuses no earlier audio of a text for another voice',
      level: 'SHOULD',
      probe: speakOtherwise,
      expect: [soundsDiffer(0, 1)],
      fault: 'speech-cache-forgets-voice',
    },
    'at-another-speed': {
      title: 'Does not reuse earlier audio of a text when the speed changes',
      level: 'MUST',
      probe: speakOtherwise,
      expect: [onCall(2, isSuccess), isShorter(quicker, first)],
      fault: 'speech-cache-forgets-speed',
    },
    'at-another-speed-with-instructions': {
      title: 'Reuses no earlier audio with the same instructions when the speed changes',
      level: 'MUST',
      requirement: 'A text that was spoken before with instructions is spoken at the speed of the current request',
      probe: guidedAtTwoSpeeds,
      expect: [
        areSuccesses,
        isShorter({ at: 1, words: 'speed 4', isAsked: true }, { at: 0, words: 'the same at speed 1' }),
      ],
      fault: 'speech-cache-of-instructions-forgets-speed',
    },
    'in-another-format': {
      title: 'Does not reuse earlier wav audio when mp3 is requested',
      level: 'MUST',
      probe: speakOtherwise,
      expect: [isSuccess, ifInFormat('wav', bytesMatchFormat('mp3'), 0)],
      fault: 'speech-cache-forgets-format',
    },
  },
});
