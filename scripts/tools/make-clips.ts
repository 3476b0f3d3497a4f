/**
 * Makes the clips of `fixtures/audio/clips` again, with Debian's ffmpeg. The repository contains them because assay
 * cannot expect encoders of these formats where it runs.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ClipFormat } from '../../fixtures/audio/clips.ts';
import { littleEndian } from '../../fixtures/audio/pcm.ts';
import { sampleRate, samplesOf, type Clip } from '../../fixtures/audio/waveform.ts';

const folder = fileURLToPath(new URL('../../fixtures/audio/clips/', import.meta.url));

/** Frames must decode independently, so that the service can cut and repeat them: no bit reservoir, no header frame. */
const encoders = {
  mp3: '-c:a libmp3lame -b:a 32k -reservoir 0 -write_xing 0 -id3v2_version 0 -f mp3',
  aac: '-c:a aac -b:a 32k -f adts',
  opus: '-c:a libopus -b:a 24k -frame_duration 20 -f ogg',
} as const satisfies Readonly<Record<ClipFormat, string>>;

const seconds: Readonly<Record<Clip, number>> = { speech: 20, silence: 1 };

/**
 * The same codecs in other containers, for the variants. They are sent whole, so the length of a sentence is enough.
 */
const contained = {
  m4a: '-c:a aac -b:a 32k -movflags +faststart -f mp4',
  webm: '-c:a libopus -b:a 24k -f webm',
  oga: '-c:a flac -f ogg',
} as const;
const sentenceSeconds = 2.64;

function makeClip(encoder: string, file: string, recording: Clip, clipSeconds: number): void {
  const input = littleEndian(samplesOf(recording, Math.round(clipSeconds * sampleRate)));
  const source = `-f s16le -ar ${sampleRate} -ac 1 -i pipe:0 -map_metadata -1 -fflags +bitexact -flags:a +bitexact`;
  const options = `-hide_banner -loglevel error -y ${source} ${encoder}`.split(' ');
  const { status, stderr } = spawnSync('ffmpeg', [...options, file], { input });
  if (status !== 0) throw new Error(`ffmpeg could not make ${file}: ${stderr.toString()}`);
  console.log(`${file}: ${statSync(file).size} bytes`);
}

for (const [format, encoder] of Object.entries(encoders)) {
  for (const recording of ['speech', 'silence'] as const) {
    makeClip(encoder, `${folder}${recording}.${format}`, recording, seconds[recording]);
  }
}
for (const container of ['m4a', 'webm', 'oga'] as const) {
  makeClip(contained[container], `${folder}sentence.${container}`, 'speech', sentenceSeconds);
}
