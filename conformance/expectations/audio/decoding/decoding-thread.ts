import { release } from '../../../reading/release.ts';
import { serveJobs } from '../../../threads/serve-jobs.ts';
import { decodeAudio, type NoSound, type Sound } from './decode-audio.ts';
import { identifyAudio, type Identified } from './identify-audio.ts';

/** What to find out about the bytes of an audio. */
export type DecodingJob = { readonly asks: 'identity' | 'sound'; readonly audio: Uint8Array };

/** The thread in which audio is read. */
serveJobs(({ asks, audio }: DecodingJob): Promise<Identified | Sound | NoSound> =>
  (asks === 'identity' ? identifyAudio(audio) : decodeAudio(audio)).finally(() => release(audio)),
);
