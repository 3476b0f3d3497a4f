import { speakInEveryFormat } from '../../conformance/checks/speech/probes.ts';
import { voiceNames } from '../../conformance/contract/limits.ts';

const names = new Set(voiceNames.map((voice) => speakInEveryFormat(voice).name));

/**
 * Whether a probe sends a request in each audio format. The quick profile has none of these: it is as large as its budget
 * allows, and a format that the document adds would be a further request of each.
 */
export function asksInEveryFormat(probe: string): boolean {
  return names.has(probe);
}
