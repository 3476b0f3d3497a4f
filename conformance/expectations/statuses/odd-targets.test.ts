import { describe, expect, it } from 'vitest';
import { isOddTarget } from './odd-targets.ts';

const speech = 'http://[::1]:8080/a;b/v1/audio/tts';
const chatWith = (id: string): string => `http://a.test/v1/bots/${id}/chat`;

describe('a target that a server in front may refuse', () => {
  it.each(['a[]=1', 'a=|', 'a={}', 'a="', 'a=\\', 'a=^', 'a=`', 'a=%00', 'a=%0d%0a', 'a=%zz', 'a=%E0%A4', 'a=é'])(
    'has a query such as %s',
    (query) => {
      expect(isOddTarget(`${speech}?${query}`)).toBe(true);
    },
  );
  it.each(['%2f', '%2F', '%5c', '%00', '%1f', '%7f', ';a=b', '%3B', '%25', '%2e', '*', '%3f', '%23', '%c0%af', '[a]'])(
    'has a path such as bot%s',
    (behind) => {
      expect(isOddTarget(chatWith(`bot${behind}`))).toBe(true);
    },
  );
  it.each(['/', '//', '/.', '/..'])('ends in %s', (end) => {
    expect(isOddTarget(speech + end)).toBe(true);
  });
});

describe('a target that clients send', () => {
  it.each(['bot', 'a:b', 'a@b', 'a.b', 'a~b', 'a%20b', 'a+b', "a'b", 'a&b', 'a%C3%A9', '%F0%9F%91%8B', '..a'])(
    'has a bot such as %s',
    (id) => {
      expect(isOddTarget(chatWith(id))).toBe(false);
    },
  );
  it.each(['', '?', '?a', '?message=a', '?a=1&b=%5B%5D%2F', '?a=%F0%9F%91%8B', '?x=/v1/audio/voices', '?a;b'])(
    'ends in %j, whatever its base URL is',
    (end) => {
      expect(isOddTarget(speech + end)).toBe(false);
    },
  );
});
