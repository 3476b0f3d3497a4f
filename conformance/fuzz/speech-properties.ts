import { singleRequest } from './inputs/inputs.ts';
import { speeches, withOddType } from './inputs/valid.ts';
import { oddSpeeches } from './inputs/odd.ts';
import { openSpeeches } from './inputs/unspecified.ts';
import { isCompleteAudio } from './oracles.ts';
import {
  type Property,
  speechProperty,
  validProperty,
  invalidProperty,
  openProperty,
  mistypedProperty,
  oddMediaTypeProperty,
  oddBytesProperty,
  oddRequirement,
} from './property.ts';
import { eachFieldIsAccepted } from './takes-each-field.ts';
import { shortTexts, mistypedSpeeches, invalidSpeeches } from './inputs/invalid.ts';

const speechControl = 'speech.request/accepts-least';
const acceptsValid = 'speech.generated/accepts-valid';

export const speechProperties: readonly Property[] = [
  {
    ...validProperty,
    id: acceptsValid,
    title: 'Answers every generated valid speech request with its audio',
    clause: '4.5',
    also: ['2.5', '2.6'],
    requirement:
      'Any valid text-to-speech request is answered with its audio, however its JSON and header fields are spelt',
    inputs: (fc, options) => singleRequest(speeches(fc, options)),
    slowExpectations: [isCompleteAudio],
    ...speechProperty,
    share: 7,
    fault: 'speed-presets-only',
  },
  {
    ...oddMediaTypeProperty,
    id: 'speech.generated/takes-any-media-type-of-json',
    title: 'Accepts any valid spelling of the JSON media type for a speech',
    clause: '4.5',
    also: ['2.5'],
    requirement:
      'The media type of a speech may be written in any letter case, and with parameters as RFC 9110 5.6.6 spells them',
    inputs: (fc) => singleRequest(withOddType(fc, 'speech')),
    ...speechProperty,
    control: speechControl,
    share: 1,
    fault: 'content-type-case-sensitive',
  },
  {
    ...invalidProperty,
    id: 'speech.generated/rejects-invalid',
    title: 'Rejects generated invalid speech requests with the error object',
    clause: '4.5',
    also: ['2.5', '2.7', '7.1'],
    requirement: 'A text-to-speech request that is invalid in one respect is refused with the error object',
    inputs: (fc) => singleRequest(invalidSpeeches(fc, shortTexts)),
    ...speechProperty,
    control: speechControl,
    prerequisite: { property: acceptsValid, shows: eachFieldIsAccepted },
    share: 6,
    // There are about 14 kinds of deviations.
    casesInCheck: 16,
    fault: 'voice-unknown-accepted',
  },
  {
    ...mistypedProperty,
    id: 'speech.generated/tells-types-apart',
    title: 'Rejects speech fields of another type instead of converting them',
    clause: '4.5',
    also: ['2.5'],
    requirement: 'A text or a speed of another type is not converted to what it looks like',
    inputs: (fc) => singleRequest(mistypedSpeeches(fc, shortTexts)),
    ...speechProperty,
    control: speechControl,
    prerequisite: { property: acceptsValid, shows: eachFieldIsAccepted },
    share: 1,
    fault: 'text-coerced',
  },
  {
    ...openProperty,
    id: 'speech.generated/unspecified-is-no-server-error',
    title: 'Generated speeches that may be accepted or refused cause no 5xx',
    clause: '4.5',
    also: ['2.5'],
    requirement: 'A text-to-speech request that the document leaves unspecified causes no 5xx',
    inputs: (fc) => singleRequest(openSpeeches(fc, shortTexts)),
    ...speechProperty,
    control: speechControl,
    share: 7,
    // There are about 29 kinds of deviations.
    casesInCheck: 25,
    fault: 'text-lone-surrogate-500',
  },
  {
    ...oddBytesProperty,
    id: 'speech.generated/odd-bytes-are-no-server-error',
    title: 'Malformed bytes in the body, path or Content-Type of a speech cause no 5xx',
    clause: '4.5',
    also: ['4'],
    requirement: oddRequirement,
    inputs: (fc) => singleRequest(oddSpeeches(fc, shortTexts)),
    ...speechProperty,
    control: speechControl,
    share: 1,
    fault: 'invalid-utf8-500',
  },
];
