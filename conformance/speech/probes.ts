import { nameOf, speechCall, type Body, type CallChange } from '../core/calls.ts';
import { needsOf } from '../core/standard-probes.ts';
import type { Probe } from '../core/probe.ts';

/** Long enough that its sound has a length to compare, short enough to cost little time. */
export const spokenText = 'The quick brown fox jumps over the lazy dog.';

const least = { text: spokenText, voice: 'alloy' } as const;

/** The least lawful speech request (2.5) with these fields set or, where undefined, left out. */
export function speak(fields: Readonly<Record<string, unknown>> = {}, change: CallChange = {}): Probe {
  return oneSpeech({ ...least, ...fields }, change, nameOf('speak', fields, change));
}

/** A speech request with a body of its own. */
export function speakBody(body: Body, change: CallChange = {}): Probe {
  return oneSpeech(body, change, nameOf('speak body', body, change));
}

function oneSpeech(body: Body, change: CallChange, name: string): Probe {
  return {
    name,
    needs: needsOf(change.as ?? 'token'),
    costs: { chats: 0, speeches: 1 },
    steps: [() => [speechCall(body, change)]],
  };
}

/** The same text twice, at the first speed and then at the second, as WAV: its length is exact. */
export function speakAtSpeeds(first: number, second: number): Probe {
  return {
    name: nameOf('speak at speeds', first, second),
    needs: ['token'],
    costs: { chats: 0, speeches: 2 },
    steps: [() => [first, second].map((speed) => speechCall({ ...least, format: 'wav', speed }))],
  };
}
