/**
 * Makes the clips of `fixtures/audio/clips` again, with Debian's ffmpeg. The repository contains them because assay
 * cannot expect encoders of these formats where it runs.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { clipFormatOf, clipFormats, type ClipName } from '../../fixtures/audio/clip-formats.ts';
import { littleEndian } from '../../fixtures/audio/pcm.ts';
import { sampleRate, samplesOf, type Clip } from '../../fixtures/audio/waveform.ts';

const folder = fileURLToPath(new URL('../../fixtures/audio/clips/', import.meta.url));

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

for (const format of Object.keys(clipFormats) as ClipName[]) {
  const { madeWith } = clipFormatOf(format);
  if ('program' in madeWith) console.log(`${format}: stays as ${madeWith.program} made it`);
  else
    for (const recording of ['speech', 'silence'] as const)
      makeClip(madeWith.ffmpeg, `${folder}${recording}.${format}`, recording, seconds[recording]);
}
for (const container of ['m4a', 'webm', 'oga'] as const) {
  makeClip(contained[container], `${folder}sentence.${container}`, 'speech', sentenceSeconds);
}
