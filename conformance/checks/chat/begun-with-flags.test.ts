import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { acceptsIdOfFlagged } from './begun-with-flags.ts';

const chat = (status: number, body: Readonly<Record<string, unknown>>) => answered({ operation: 'chat', status, body });
const begun = chat(200, { sessionId: 's', reply: 'Hello!' });

describe('acceptsIdOfFlagged', () => {
  it('takes a success, and finds a refusal', async () => {
    expect(await acceptsIdOfFlagged([begun, begun])).toEqual([]);
    expect(await acceptsIdOfFlagged([begun, chat(404, {})])).toMatchObject([{ expected: 'success, any 2xx' }]);
  });
  it('does not judge where no chat with flags was answered', async () => {
    expect(await acceptsIdOfFlagged([chat(403, {}), chat(403, {})])).toEqual({
      inconclusive: 'no chat with option flags was answered with a sessionId',
      isUnspecified: true,
    });
  });
});
