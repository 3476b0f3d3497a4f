import { describe, expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { failure } from '../causes.testing.ts';
import { causesOf } from '../causes.ts';
import { behindErrorsIn } from './behind-errors.ts';
import { keptTokensIn } from './kept-tokens.ts';

const numbers = Array.from({ length: 12 }, (_, at) => at + 1);
const directCheck = 'auth.bearer/chat-needs-it-on-a-connection-that-had-it';

type Sent = { readonly code?: string; readonly behind?: string; readonly token?: string; readonly sent?: unknown };

function sent(
  id: string,
  status: number,
  { code = 'no', behind, token, sent: body = { text: id } }: Sent = {},
): Exchange {
  const exchange = answered({ id, status, operation: 'speech', body: { error: { code } }, sent: body });
  const authorization = token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const];
  return {
    ...exchange,
    ...(behind === undefined ? {} : { behind }),
    request: { ...exchange.request, method: 'POST', headers: authorization.map(([name, value]) => [name, value]) },
  };
}

const failing = (check: string, id: string) => {
  const [mismatch] = failure(check).mismatches;
  return failure(check, {
    exchanges: [id],
    mismatches: mismatch === undefined ? [] : [{ ...mismatch, exchange: id }],
  });
};

describe('requests that are refused behind an error on their connection', () => {
  const refused = numbers.map((at) => sent(`refused#${at}`, 422, { code: 'speed' }));
  const next = numbers.map((at) =>
    sent(`next#${at}`, 400, { code: 'bad', behind: `refused#${at}`, sent: { text: 'the same' } }),
  );
  const taken = numbers.map((at) => sent(`taken#${at}`, 200, { behind: `first#${at}`, sent: { text: 'the same' } }));
  const first = numbers.map((at) => sent(`first#${at}`, 200));
  const all = [...refused, ...next, ...taken, ...first].map((each) => ({ ...each, probe: 'speak' }));
  const failures = [
    failing('speech.format/mp3-is-accepted', 'next#1'),
    failing('sessions.foreign-ids/answer', 'next#2'),
  ];
  it('are one cause, told with the connection and a line that shows both', () => {
    const rule = behindErrorsIn(all, failures);
    const causes = causesOf(failures, { judged: new Set(), known: [], explained: rule === undefined ? [] : [rule] });
    expect(causes.map(({ title, checks }) => [title, checks.length])).toEqual([
      [
        'an error spoils the next request on its connection: all 12 answers with 400 bad came to the request behind an error, on the same kept connection',
        2,
      ],
    ]);
    expect(causes[0]?.counted).toBe(
      'refused#1, which got 422 speed, was just before it on its connection. On other connections the same was taken (12 of these requests). Is the body of a refused request read to its end?',
    );
    expect(causes[0]?.run).toMatch(/^curl .*"refused#\d+".* --next .*"the same"/);
  });
  it('are none where the same answer comes elsewhere too, where nothing else took the same, or where it is not known', () => {
    expect(behindErrorsIn([...all, sent('other#1', 400, { code: 'bad' })], failures)).toBeUndefined();
    expect(
      behindErrorsIn(
        all.filter(({ id }) => !id.startsWith('taken')),
        failures,
      ),
    ).toBeUndefined();
    expect(
      behindErrorsIn(
        all.map((each) => ({ ...each, behind: '' })),
        failures,
      ),
    ).toBeUndefined();
  });
});

describe('requests that are answered as that of another caller before them on their connection', () => {
  const holders = numbers.map((at) => sent(`holder#${at}`, 200, { token: '${ASSAY_TOKEN}' }));
  const letIn = numbers.map((at) => sent(`none#${at}`, 200, { behind: `holder#${at}` }));
  const shutOut = [1, 2].map((at) => sent(`alone#${at}`, 401));
  const metered = sent('metered#1', 404, { behind: 'none#1', token: '${WORKSPACE_TOKEN}' });
  const all = [...holders, ...letIn, ...shutOut, metered];
  const failures = [
    failing('metering.credit-balance/chat-is-charged', 'metered#1'),
    failing('auth.bearer/speech-needs-it', 'none#1'),
    failing(directCheck, 'raw#1'),
  ];
  it('are one cause, which the check of two requests on one connection shows best', () => {
    const rule = keptTokensIn(all, failures);
    const [cause, ...others] = causesOf(failures, {
      judged: new Set(),
      known: [],
      explained: rule === undefined ? [] : [rule],
    });
    expect(others).toEqual([]);
    expect(cause?.checks[0]).toBe(directCheck);
    expect(cause?.title).toBe(
      "the token of a connection's first request counts for all later ones on it: 12 requests without a valid token were let in behind one that had it, and all 2 on other connections were refused",
    );
  });
  it('have a line that shows it, where that check did not fail', () => {
    const more = [3, 4, 5, 6].map((at) => sent(`alone#${at}`, 401));
    const inDoubt = [1, 2, 3, 4].map((at) => sent(`shut out#${at}`, 401, { behind: `none#${at}` }));
    const [metering, bearer] = failures;
    const rest = [metering, bearer].flatMap((each) => each ?? []);
    const rule = keptTokensIn([...all, ...more, ...inDoubt], rest);
    const [cause] = causesOf(rest, { judged: new Set(), known: [], explained: rule === undefined ? [] : [rule] });
    expect(cause?.checks[0]).toBe('auth.bearer/speech-needs-it');
    expect(cause?.run).toMatch(/^curl .*"holder#\d+".* --next .*"none#\d+"/);
  });
  it('are none of that where somebody without a token is let in anywhere, or hardly anybody was refused elsewhere', () => {
    expect(keptTokensIn([...all, sent('open#1', 200)], failures)).toBeUndefined();
    expect(
      keptTokensIn(
        all.filter(({ id }) => !id.startsWith('alone')),
        failures,
      ),
    ).toBeUndefined();
  });
});
