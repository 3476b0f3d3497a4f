import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { echoesNoSecret } from '../bodies/echoes-no-secret.ts';
import { namesNoOtherCharset } from '../bodies/is-json.ts';
import { errorSays, hasDetails, hasErrorEnvelope } from '../bodies/has-error-envelope.ts';
import { challengesWhere401, isBadRequest } from './has-status.ts';
import { isNoSuccess, isSuccessOr411 } from './is-no-success.ts';
import { isRefusal } from './is-refusal.ts';
import { isSuccess } from './is-success.ts';
import {
  from11On,
  ofCall,
  orCloses,
  unlessBare404,
  unlessKeptOut,
  unlessRefused,
  whereAccepted,
  whereRefused,
} from '../judged-as.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';

describe('errorSays', () => {
  const judged = (error: unknown) => errorSays('code')([answered({ status: 400, body: { error } })]);
  it('takes any text, and leaves what is none to the envelope', () => {
    expect(judged({ code: 'x' })).toEqual([]);
    for (const error of [null, 'code', 7])
      expect(judged(error)).toEqual({ inconclusive: 'there is no error.code to read' });
    expect(errorSays('code')([answered({ body: 'null' })])).toEqual({ inconclusive: 'there is no error.code to read' });
    expect(judged({ code: 7 })).toEqual({ inconclusive: 'there is no error.code to read' });
    expect(errorSays('message')([answered({ status: 400, body: '<p>' })])).toEqual({
      inconclusive: 'there is no error.message to read',
    });
  });
  it('does not take an empty one', () => {
    expect(judged({ code: ' ' })).toEqual([
      { subject: 'error.code', expected: 'a string that is not blank', observed: '" "' },
    ]);
  });
});

describe('hasDetails', () => {
  const judged = (body: Readonly<Record<string, unknown>>) => hasDetails([answered({ status: 400, body })]);
  it('takes any value of details', () => {
    for (const details of [null, {}, [], 'x', false]) expect(judged({ error: { details } })).toEqual([]);
  });
  it('misses them', () => {
    expect(judged({ error: { code: 'no' } })).toEqual([
      { subject: 'error.details', expected: 'any value', observed: 'none in {"code":"no"}' },
    ]);
  });
  it('does not judge what has no error object', () => {
    expect(judged({})).toEqual({ inconclusive: 'there is no error object to read' });
  });
});

describe('echoesNoSecret', () => {
  it('takes an answer without the mask', () => {
    expect(echoesNoSecret([answered({ status: 400, body: 'no ${ASK}' })])).toEqual([]);
  });
  it('finds a mask of any length, in a field, in a body and under its coding', () => {
    const expected = 'nothing of the token';
    expect(echoesNoSecret([answered({ status: 400, headers: [['x-debug', 'Bearer ${ASSAY_TOKEN}***']] })])).toEqual([
      { subject: 'header x-debug', expected, observed: 'it contains the token: "Bearer ${ASSAY_TOKEN}***"' },
    ]);
    const long = `${'a'.repeat(40)}\${ASSAY_TOKEN}${'b'.repeat(40)}`;
    expect(echoesNoSecret([answered({ status: 400, body: long })])).toMatchObject([
      { observed: `it contains the token: "${'a'.repeat(30)}\${ASSAY_TOKEN}${'b'.repeat(16)}"` },
    ]);
    const unreadable = answered({ headers: [['content-encoding', 'gzip']], body: '${ASSAY_TOKEN}' });
    expect(echoesNoSecret([unreadable])).toMatchObject([{ observed: 'it contains the token: "${ASSAY_TOKEN}"' }]);
    const body = gzipSync('{"got":"${ASSAY_T"}');
    expect(echoesNoSecret([answered({ body, headers: [['content-encoding', 'gzip']] })])).toEqual([
      {
        subject: 'body',
        expected,
        observed: String.raw`it contains the token: "{\"got\":\"\${ASSAY_T\"}"`.replace(String.raw`\$`, '$'),
        // All that stands for it is marked, in the body as it reads.
        range: { exchange: 'probe#1', at: 8, bytes: 9 },
      },
    ]);
  });
  it('finds the token of a workspace, and looks at no answer to a body that held a token', () => {
    const body = 'You said: ${WORKSPACE_TOKEN}';
    expect(echoesNoSecret([answered({ body })])).toMatchObject([{ subject: 'body' }]);
    expect(echoesNoSecret([answered({ body, sent: { message: '${WORKSPACE_TOKEN}' } })])).toEqual([]);
  });
});

describe('namesNoOtherCharset', () => {
  const judged = (type: string, body: string) =>
    namesNoOtherCharset([answered({ headers: [['Content-Type', type]], body })]);
  it('takes UTF-8 by any name, no charset, and any where the body is ASCII', () => {
    for (const type of ['application/json', 'application/json; charset=UTF-8', 'application/json;charset="utf8"'])
      expect(judged(type, '"é"')).toEqual([]);
    expect(judged('application/json; charset=iso-8859-1', '"e"')).toEqual([]);
    expect(judged('text/html; charset=iso-8859-1', '"é"')).toEqual([]);
  });
  it('refuses a charset by which letters are torn', () => {
    expect(judged('application/json; charset=ISO-8859-1', '"é"')).toEqual([
      {
        subject: 'Content-Type',
        expected: 'charset=utf-8, or none, for a body with letters beyond ASCII',
        observed: 'application/json; charset=ISO-8859-1',
        reference: 'RFC 8259 8.1',
      },
    ]);
  });
});

describe('unlessBare404', () => {
  const judged = (status: number, body: string) => unlessBare404(hasErrorEnvelope)([answered({ status, body })]);
  it('lets a 404 without a JSON object be', () => {
    for (const body of ['', 'Not Found', '<h1>404</h1>', 'null', '"Not Found"']) expect(judged(404, body)).toEqual([]);
  });
  it('judges every other refusal', () => {
    expect(judged(404, '{"detail":"Not Found"}')).toEqual([
      { subject: 'error', expected: 'an object', observed: 'none in {"detail":"Not Found"}' },
    ]);
    expect(judged(400, '')).toEqual([
      { subject: 'error body', expected: 'a JSON object with error', observed: 'an empty body' },
    ]);
    expect(unlessBare404(hasErrorEnvelope)([])).toEqual({ inconclusive: 'there was no answer to judge' });
  });
});

describe('challengesWhere401', () => {
  const judged = (...values: readonly string[]) =>
    challengesWhere401([
      answered({ status: 401, headers: values.map((value) => ['WWW-Authenticate', value] as const) }),
    ]);
  it('takes one scheme or several, in one field or several', () => {
    for (const values of [
      ['Bearer'],
      [' Bearer '],
      ['Basic realm="x", Bearer'],
      ['Basic,Bearer'],
      ["!#$%&'*+.^_`|~0-9A-Za-z"],
      ['Negotiate', 'Bearer realm="x"'],
      ['', 'Bearer'],
    ])
      expect(judged(...values)).toEqual([]);
  });
  it('does not take a field without a scheme', () => {
    expect(judged('')).toEqual([
      {
        subject: 'WWW-Authenticate',
        expected: 'a challenge such as Bearer',
        observed: '""',
        reference: 'RFC 9110 15.5.2',
      },
    ]);
    for (const value of ['"Bearer"', 'Bearer;realm=x', 'Bearer=x', '= Bearer', 'Béarer'])
      expect(judged(value)).toMatchObject([{ observed: JSON.stringify(value) }]);
    expect(judged('"x"', '"y"')).toMatchObject([{ observed: JSON.stringify('"x", "y"') }]);
  });
});

describe('isBadRequest', () => {
  it('takes 400 alone', () => {
    expect(isBadRequest([answered({ status: 400 })])).toEqual([]);
    expect(isBadRequest([answered({ status: 404 })])).toEqual([
      { subject: 'status', expected: '400', observed: 'status 404, no body', reference: 'RFC 9112 3.2' },
    ]);
  });
});

describe('isNoSuccess and isSuccessOr411', () => {
  it('take what they say', () => {
    expect(isNoSuccess([answered({ status: 400 })])).toEqual([]);
    for (const status of [200, 411]) expect(isSuccessOr411([answered({ status })])).toEqual([]);
  });
  it('show what came instead', () => {
    expect(isNoSuccess([answered()])).toEqual([
      { subject: 'status', expected: 'any but 2xx', observed: 'status 200, no body', reference: 'RFC 9112 8' },
    ]);
    expect(isSuccessOr411([answered({ status: 400 })])).toEqual([
      {
        subject: 'status',
        expected: 'success, any 2xx, or 411',
        observed: 'status 400, no body',
        reference: 'RFC 9112 7.1',
      },
    ]);
  });
});

describe('an expectation under a condition', () => {
  const refusal = [
    { subject: 'status', expected: 'a refusal, any 4xx', observed: 'status 200 instead of a refusal, no body' },
  ];
  it('ofCall asks one exchange of several', () => {
    const seen = [answered({ status: 400 }), answered()];
    expect(ofCall(0, isRefusal)(seen)).toEqual([]);
    const [mismatch] = refusal;
    expect(ofCall(1, isRefusal)([answered(), answered({ id: 'second#2' })])).toEqual([
      { ...mismatch, exchange: 'second#2' },
    ]);
  });
  it('whereRefused asks errors only', () => {
    expect(whereRefused(isRefusal)([answered()])).toEqual([]);
    expect(whereRefused(isSuccess)([answered({ status: 399 })])).toEqual([]);
    expect(whereRefused(isSuccess)([answered({ status: 400 })])).toEqual([
      { subject: 'status', expected: 'success, any 2xx', observed: 'status 400, no body' },
    ]);
  });
  it('unlessKeptOut leaves open whom the list of bots lets in', () => {
    for (const status of [401, 403])
      expect(unlessKeptOut(isSuccess)([answered({ status })])).toEqual({
        inconclusive: `who may call GET /v1/bots is not shown, and status ${status} refuses this token`,
        isUnspecified: true,
      });
    expect(unlessKeptOut(isSuccess)([answered({ status: 404 })])).toMatchObject([{ subject: 'status' }]);
    expect(unlessKeptOut(isSuccess)([answered()])).toEqual([]);
  });
  it('unlessRefused leaves open what the document does', () => {
    const judge = unlessRefused('maximum text sizes', isRefusal);
    expect(judge([answered({ status: 413 })])).toEqual({
      inconclusive: 'maximum text sizes are not shown, and status 413 refuses this request',
      isUnspecified: true,
    });
    expect(judge([answered()])).toEqual(refusal);
    expect(judge([answered({ status: 500 })])).not.toEqual([]);
    const ofTheFirst = unlessRefused('maximum text sizes', isSuccess, 0);
    expect(ofTheFirst([answered({ status: 422 }), answered()])).toMatchObject({ isUnspecified: true });
    expect(ofTheFirst([answered(), answered()])).toEqual([]);
  });
  it('whereAccepted asks successes only', () => {
    expect(whereAccepted(isRefusal)([answered({ status: 400 })])).toEqual([]);
    expect(whereAccepted(isRefusal)([answered()])).toEqual(refusal);
  });
  it('orCloses takes a closed connection for an answer', () => {
    expect(orCloses(isRefusal)([unanswered('dropped')])).toEqual([]);
    expect(orCloses(isRefusal)([answered()])).toEqual(refusal);
    expect(orCloses(isRefusal)([unanswered('dropped'), answered()])).toEqual(refusal);
    expect(orCloses(isRefusal)([])).toEqual({ inconclusive: 'there was no answer to judge' });
  });
  it('from11On asks nothing of HTTP/1.0', () => {
    expect(from11On(isRefusal)([answered({ onWire: { version: '1.0' } })])).toEqual([]);
    expect(from11On(isRefusal)([answered({ onWire: {} })])).toEqual(refusal);
    expect(from11On(isRefusal)([answered()])).toEqual(refusal);
    expect(from11On(isRefusal)([unanswered('timeout')])).toEqual({ inconclusive: 'there was no answer to judge' });
  });
});
