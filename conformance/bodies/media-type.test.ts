import { describe, expect, it } from 'vitest';
import { typeNameOf, typeParametersOf } from './media-type.ts';

describe('a media type of audio', () => {
  it('has a name in any case', () => {
    expect(typeNameOf('Audio/L16 ;rate=8000')).toBe('audio/l16');
    expect(typeNameOf('')).toBe('');
  });
  it('has parameters, with blanks and quotes or without', () => {
    expect([...typeParametersOf('audio/L16; Rate="8000" ; channels = 2;x;y=')]).toEqual([
      ['rate', '8000'],
      ['channels', '2'],
      ['y', ''],
    ]);
    expect(typeParametersOf('audio/L16').size).toBe(0);
  });
});
