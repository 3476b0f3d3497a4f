import { createRequire } from 'node:module';
import type fc from 'fast-check';

export type FastCheck = typeof fc;

const load = createRequire(import.meta.url);

/** Loaded when something is first generated, so that the first verdict of a run does not wait for it. */
export const fastCheck = (): FastCheck => load('fast-check') as FastCheck;
