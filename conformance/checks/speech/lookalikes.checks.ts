import { inheritedName } from '../chat/probes.ts';
import { clause } from '../../model/check.ts';
import { onEachSpeech } from '../../expectations/audio/asked/each-answer.ts';
import { carriesSpeech } from '../../expectations/audio/carries-speech.ts';
import { areSuccesses } from '../../expectations/statuses/is-success.ts';
import { noServerErrorCheck, refusedCheck } from './outcomes.ts';
import { speak, speakEach } from './probes.ts';

/** Texts that can be spoken, which a service that guesses types takes for something else. */
const lookAlikes = ['0', 'null'].map((text) => ({ text }));

export const speechLookalikes = clause('2.5', 'speech.lookalikes', {
  requirement: 'text, voice and format are strings, and are taken literally',
  also: ['2.4', '4.5'],
  checks: {
    'speaks-what-looks-like-a-value': {
      title: 'Speaks the texts "0" and "null"',
      level: 'MUST',
      control: 'speech.request/accepts-least',
      probe: { ...speakEach(...lookAlikes), isCases: true },
      expect: [areSuccesses, onEachSpeech(carriesSpeech)],
      fault: 'text-zero-taken-for-none',
    },
    'marks-alone-are-no-server-error': {
      title: 'A speech text of only ?! causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(speak({ text: '?!' }), 'text-marks-alone-500'),
    },
    // A member that every object has in many languages, though nobody set it.
    'rejects-inherited-voice': {
      title: 'Rejects "constructor", a name that JavaScript objects inherit, as the voice',
      ...refusedCheck(speak({ voice: inheritedName }), 'voice-of-inherited-name'),
    },
    'rejects-inherited-format': {
      title: 'Rejects "constructor" as the audio format',
      ...refusedCheck(speak({ format: inheritedName }), 'format-of-inherited-name'),
    },
  },
});
