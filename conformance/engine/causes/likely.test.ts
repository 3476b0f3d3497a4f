import { describe, expect, it } from 'vitest';
import { checksIn, failure, knownFault, told } from './causes.testing.ts';

describe('causes that a known fault joins', () => {
  it('rest on a mistake by what is there to find it, though most of what may fail with it passed', () => {
    const failures = [failure('speech.speed/a'), failure('speech.voice/b')];
    const others = Array.from({ length: 20 }, (_, at) => `chat.text/${at}`);
    const known = [knownFault('wide', ['speech.speed/a'], ['speech.voice/b', ...others])];
    expect(checksIn(told(failures, known, others))).toEqual([['speech.speed/a', 'speech.voice/b']]);
    const many = Array.from({ length: 40 }, (_, at) => `chat.text/${at}`);
    expect(told(failures, [knownFault('all', ['speech.speed/a'], ['speech.voice/b', ...many])], many)).toHaveLength(2);
  });
  it('do not rest on one of whose many failures they are a few, by what is there to find it', () => {
    const failures = [failure('speech.speed/a'), failure('speech.speed/b'), failure('speech.voice/c')];
    const others = Array.from({ length: 36 }, (_, at) => `chat.text/${at}`);
    const by = (count: number) =>
      told(
        failures,
        [knownFault('wide', ['speech.speed/a'], ['speech.speed/b', 'speech.voice/c', ...others.slice(0, count)])],
        others,
      );
    expect(by(30)).toHaveLength(1);
    expect(by(36)).toHaveLength(2);
  });
  it('do not rest on a mistake most of whose failures are no failures here', () => {
    const failures = [failure('speech.speed/a'), failure('speech.voice/b')];
    const others = Array.from({ length: 8 }, (_, at) => `chat.text/${at}`);
    const broad = knownFault('broad', ['chat.text/1'], ['speech.speed/a', 'speech.voice/b', ...others]);
    expect(told(failures, [broad], others)).toHaveLength(2);
  });
});
