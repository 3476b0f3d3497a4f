import { everySpeechInFormat } from '../../expectations/audio/asked/agrees-with-format.ts';
import { ifInFormat } from '../../expectations/audio/asked/comes-as.ts';
import { anyOf, everyAnswerTo } from '../../expectations/kinds.ts';
import { isLittleEndian } from '../../expectations/audio/byte-order.ts';
import { hasMd5OfItsSamples } from '../../expectations/audio/flac-checksum.ts';
import { hasConsecutiveFrames } from '../../expectations/audio/flac-frames.ts';
import { hasFramesAsDeclared } from '../../expectations/audio/flac-header.ts';
import { hasConsistentHeader } from '../../expectations/audio/is-whole.ts';
import { hasConsecutiveMpegFrames } from '../../expectations/audio/mpeg-in-turn.ts';
import { continuesItsPackets, hasIntactPages, numbersItsPages } from '../../expectations/audio/ogg-pages.ts';
import { countsItsSamples, hasWholeOpusHeaders } from '../../expectations/audio/opus-stream.ts';
import { mp3SaysItsLength, wavSaysItsLength } from '../../expectations/audio/says-its-length.ts';
import { unlessTooLong } from './outcomes.ts';
import { speak, speakLong } from './probes.ts';

/** Checks of what each container requires of its own bytes. */
export const containerChecks = {
  'opus-pages-are-intact': {
    title: 'Sends Ogg pages with correct checksums, continuation flags and sequence numbers',
    level: 'MUST',
    requirement:
      'Each page of an Ogg has the checksum of its bytes, says whether it goes on with a packet, and is numbered one more than the page before it (RFC 3533 6)',
    ofEvery: everySpeechInFormat('opus'),
    probe: speak({ format: 'opus' }),
    expect: [hasIntactPages, continuesItsPackets, numbersItsPages],
    fault: 'speech-opus-checksum-missing',
    alsoFinds: ['speech-opus-continues-nothing', 'speech-opus-pages-unnumbered'],
  },
  'opus-says-how-it-is-played': {
    title: 'Sends Ogg Opus with whole headers, and granule positions that count its samples',
    level: 'MUST',
    requirement:
      'OpusHead and OpusTags have the bytes that they state (RFC 7845 5), and each page states how many samples have come with it (RFC 7845 4)',
    ofEvery: everySpeechInFormat('opus'),
    probe: speak({ format: 'opus' }),
    expect: [hasWholeOpusHeaders, countsItsSamples],
    fault: 'speech-opus-tags-lack-their-vendor',
    alsoFinds: ['speech-opus-counts-packets'],
  },
  'wav-says-its-length': {
    title: 'States the length of the audio in the WAV header',
    level: 'SHOULD',
    requirement: 'A complete file states its length: a header without it marks a file that is still being written',
    probe: speak({ format: 'wav' }),
    expect: [wavSaysItsLength],
    fault: 'speech-wav-length-unknown',
    doneBy: ['ffmpeg 5.1.9, which writes a WAV into a pipe: 4294967295 bytes'],
  },
  'mp3-says-its-length': {
    title: 'Gives the right frame count in an MP3 header, if it gives one',
    level: 'SHOULD',
    requirement:
      'Where the first frame of an MP3 counts all frames, players use that count to show the length and to seek',
    probe: speak({ format: 'mp3' }),
    expect: [mp3SaysItsLength],
    fault: 'speech-mp3-counts-its-first-piece',
  },
  'wav-header-agrees-with-itself': {
    title: 'Sends WAV headers whose fields are consistent',
    level: 'MUST',
    ofEvery: everySpeechInFormat('wav'),
    probe: speak({ format: 'wav' }),
    expect: [hasConsistentHeader],
    fault: 'speech-wav-header-of-stereo',
  },
  'wav-samples-are-little-endian': {
    title: 'Sends the low byte of each 16-bit WAV sample first',
    level: 'MUST',
    ofEvery: everySpeechInFormat('wav'),
    probe: speak({ format: 'wav' }),
    expect: [isLittleEndian],
    fault: 'speech-wav-samples-big-endian',
  },
  'flac-header-agrees-with-its-frames': {
    title: 'Sends FLAC headers that match the first frame, and the MD5 of all samples if any',
    level: 'MUST',
    requirement: 'The header of a FLAC says what its frames are, and the MD5 of their samples or zeros (RFC 9639 8.2)',
    ofEvery: everySpeechInFormat('flac'),
    probe: speak({ format: 'flac' }),
    expect: [hasFramesAsDeclared, hasMd5OfItsSamples],
    fault: 'speech-flac-header-of-another-rate',
    alsoFinds: ['speech-flac-md5-of-other-samples'],
  },
  'flac-frames-follow-each-other': {
    title: 'Sends FLAC frames without gaps and numbered in order',
    level: 'MUST',
    requirement: 'The frames of a FLAC follow each other, numbered one by one (RFC 9639 9, 9.1.5)',
    // The text of its own probe is long: where it is refused, and nothing else came as FLAC, that refusal is the
    // reason.
    ofEvery: anyOf(everySpeechInFormat('flac'), everyAnswerTo(speakLong('flac'))),
    probe: speakLong('flac'),
    expect: [unlessTooLong(hasConsecutiveFrames)],
    fault: 'speech-flac-padded-frames',
    alsoFinds: ['speech-flac-misnumbered'],
  },
  'mp3-frames-follow-each-other': {
    title: 'Sends MP3 frames without gaps',
    level: 'MUST',
    requirement: 'Each frame of an MP3 begins where the one before it ends (ISO/IEC 11172-3 2.4.1.1)',
    ofEvery: everySpeechInFormat('mp3'),
    probe: speak({ format: 'mp3' }),
    expect: [ifInFormat('mp3', hasConsecutiveMpegFrames)],
    fault: 'speech-mp3-pieces-lose-a-byte',
  },
  'aac-frames-follow-each-other': {
    title: 'Sends AAC frames without gaps',
    level: 'MUST',
    requirement: 'Each frame of an AAC in ADTS begins where the one before it ends (ISO/IEC 13818-7 6.2)',
    ofEvery: everySpeechInFormat('aac'),
    probe: speak({ format: 'aac' }),
    expect: [ifInFormat('aac', hasConsecutiveMpegFrames)],
    fault: 'speech-aac-lacks-a-piece',
  },
} as const;
