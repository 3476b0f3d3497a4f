import { insistent } from './probes.ts';
import type { Turn } from '../conversation.ts';

export const tell: Turn = { by: 'chat', says: 'word', session: 'new' };
export const askOn: Turn = { by: 'chat', says: 'question', session: 'first' };
const askOnInStream: Turn = { by: 'stream', says: 'question', session: 'first' };
export const tellAtLength: Turn = { by: 'chat', says: 'words to remember in a long message', session: 'new' };
export const tellMore: Turn = { by: 'chat', says: 'another word', session: 'first' };

/** Shared: acceptance, memory and the observation look at the same turns. Where a bot repeats what it is told in a stream, its streams can be read. */
export const throughAStream = insistent(tell, askOn, { ...tellMore, by: 'stream' }, askOnInStream);
