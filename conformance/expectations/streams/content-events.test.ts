import { describe, expect, it } from 'vitest';
import { contentEventsOf } from './content-events.ts';
import { readEventStream } from './two-readers.ts';

const contentOf = (...data: readonly unknown[]): readonly string[] => {
  const body = data.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`).join('');
  return contentEventsOf(readEventStream(Buffer.from(body))).map((event) => event.data);
};

describe('the events that carry text of the reply', () => {
  it('are those with the field that says the most', () => {
    const piece = (content: string) => ({ id: 'a-long-id-of-a-reply', delta: { content } });
    const pieces = ['Good ', 'morning ', 'to you all.'].map(piece);
    expect(contentOf({ sessionId: 'session' }, ...pieces, piece(''), { done: true })).toEqual(
      pieces.map((each) => JSON.stringify(each)),
    );
  });
  it('are the pieces where another event has them all', () => {
    const pieces = [{ text: 'Good ' }, { text: 'morning.' }];
    expect(contentOf(...pieces, { all: 'Good morning.' })).toEqual(pieces.map((each) => JSON.stringify(each)));
  });
  it('are the letters of a reply that comes letter by letter', () => {
    const letters = [...'LAA LAA LAA LAA LAA LAA LAA'].map((text) => ({ text }));
    expect(contentOf({ sessionId: 'ses_QmFzZTY0' }, ...letters)).toEqual(letters.map((each) => JSON.stringify(each)));
  });
  it('are all that are plain text, and none where there is none', () => {
    expect(contentOf('{}', 'Good ', 'morning.')).toEqual(['Good ', 'morning.']);
    expect(contentOf('{}', '{"done":true}')).toEqual([]);
  });
});
