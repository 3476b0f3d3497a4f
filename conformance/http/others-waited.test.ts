import { expect, it } from 'vitest';
import { startHostile } from '../../fixtures/hostile/index.ts';
import { createTransport } from './transport.ts';

const never = new AbortController().signal;

it.each([
  ['nobody else waits', undefined, undefined],
  ['another request waits for its header as long', 0, true],
  ['another request was only just begun', 250, undefined],
])('a body that fell silent is told from a target that stands still: %s', async (_, otherAfterMs, othersWaited) => {
  const { url, close } = await startHostile((request, response) => {
    if (request.url === '/begun') response.writeHead(200).write('a');
  });
  const transport = createTransport({ http2: false });
  const send = async (path: string) =>
    transport.send(
      { method: 'GET', url: `${url}${path}`, headers: [], body: undefined },
      { timeoutMs: 400, signal: never, connection: 'kept' },
    );
  const begun = send('/begun');
  if (otherAfterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, otherAfterMs));
  const other = otherAfterMs === undefined ? undefined : send('/other');
  const answer = await begun;
  await other;
  await transport.close();
  await close();
  expect(answer).toMatchObject({ is: 'answer', ending: 'timeout' });
  expect(answer.is === 'answer' ? answer.othersWaited : 'none').toBe(othersWaited);
});
