import { describe, expect, it } from 'vitest';
import { answered } from '../expect/sample-exchange.testing.ts';
import type { Exchange } from './exchange.ts';
import { createNewcomers } from './newcomers.ts';

function asked(status: number, attempt: number): Exchange {
  const exchange = answered({ status, operation: 'chat' });
  const headers = [['authorization', 'Bearer ${WORKSPACE_TOKEN}']] as const;
  return { ...exchange, attempt, request: { ...exchange.request, headers } };
}

describe('a token that is new', () => {
  it('is given time, until two have had it in vain', () => {
    const newcomers = createNewcomers();
    newcomers.note(asked(401, 3));
    newcomers.note(asked(401, 1));
    expect(newcomers.isHopeless(asked(401, 1))).toBe(false);
    newcomers.note(asked(401, 3));
    expect(newcomers.isHopeless(asked(401, 1))).toBe(true);
    expect(newcomers.isHopeless(asked(503, 1))).toBe(false);
  });
  it('is given time where another was let in, whatever it was told then', () => {
    const newcomers = createNewcomers();
    for (const exchange of [asked(401, 3), asked(402, 1), asked(401, 3)]) newcomers.note(exchange);
    expect(newcomers.isHopeless(asked(401, 1))).toBe(false);
  });
});
