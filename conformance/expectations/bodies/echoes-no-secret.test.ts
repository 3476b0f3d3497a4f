import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Answer, HeaderFields } from '../../model/exchange.ts';
import { echoesNoSecret, leaksNoTokenOfOthers } from './echoes-no-secret.ts';
import { answered } from '../sample-exchange.testing.ts';

describe('echoesNoSecret', () => {
  it('takes an answer without the mask', () => {
    expect(echoesNoSecret([answered({ status: 400, body: 'no ${ASK}' })])).toEqual([]);
  });
  it('finds one in a trailer field', () => {
    const exchange = answered({ status: 400 });
    const trailers: [string, string][] = [['x-debug', 'Bearer ${ASSAY_TOKEN}***']];
    expect(echoesNoSecret([{ ...exchange, response: { ...exchange.response, trailers } as Answer }])).toMatchObject([
      { subject: 'trailer x-debug' },
    ]);
  });
  it('finds a mask of any length, in a field, in a body and under its coding', () => {
    const expected = 'nothing of the token';
    expect(echoesNoSecret([answered({ status: 400, headers: [['x-debug', 'Bearer ${ASSAY_TOKEN}***']] })])).toEqual([
      { subject: 'header x-debug', expected, observed: 'it contains the token: "Bearer ${ASSAY_TOKEN}"' },
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
        // The range covers the whole mask in the decoded body.
        range: { exchange: 'probe#1', at: 8, bytes: 9 },
      },
    ]);
  });
  it('takes a redirect to the path and query of its request, and none that puts the token elsewhere', () => {
    const at = (location: string, query = '?key=${ASSAY_TOKEN}') => {
      const exchange = answered({ status: 308, headers: [['Location', location]] });
      return echoesNoSecret([
        { ...exchange, request: { ...exchange.request, url: `http://service.test/v1/x${query}` } },
      ]);
    };
    const near = ['https://service.test:8443/v1/x', 'https://www.service.test/v1/x'];
    for (const same of [...near, '/v1/x/', '/v1/x']) expect(at(`${same}?key=\${ASSAY_TOKEN}***`)).toEqual([]);
    for (const other of [
      '/login?to=${ASSAY_TOKEN}',
      '/v1/x?key=${ASSAY_TOKEN}&more=${ASSAY_TOKEN}',
      '/v1/y?key=${ASSAY_TOKEN}',
      'https://other.test/v1/x?key=${ASSAY_TOKEN}',
      'https://evilservice.test/v1/x?key=${ASSAY_TOKEN}',
      'https://test/v1/x?key=${ASSAY_TOKEN}',
      'https://${ASSAY_TOKEN}.service.test/v1/x?key=${ASSAY_TOKEN}',
      'https://${ASSAY_TOKEN}@service.test/v1/x?key=${ASSAY_TOKEN}',
      'https://a:${ASSAY_TOKEN}@service.test/v1/x?key=${ASSAY_TOKEN}',
      '?key=${ASSAY_TOKEN}#${ASSAY_TOKEN}',
    ])
      expect(at(other)).toMatchObject([{ subject: 'header Location' }]);
    expect(at('/v1/x?key=${ASSAY_TOKEN}', '')).toMatchObject([{ subject: 'header Location' }]);
    expect(at('/v1/x?key=${ASSAY_TOKEN}#50%')).toEqual([]);
  });
  it('finds the token of a workspace, and looks at no answer to a body that held a token', () => {
    const body = 'You said: ${WORKSPACE_TOKEN}';
    expect(echoesNoSecret([answered({ body })])).toMatchObject([{ subject: 'body' }]);
    expect(echoesNoSecret([answered({ body, sent: { message: '${WORKSPACE_TOKEN}' } })])).toEqual([]);
  });
});

describe('tellsNoTokenOfOthers', () => {
  const asked = (authorization: string | undefined, body: string) => {
    const exchange = answered({ body });
    const headers: HeaderFields = authorization === undefined ? [] : [['authorization', authorization]];
    return leaksNoTokenOfOthers([{ ...exchange, request: { ...exchange.request, headers } }]);
  };
  it('finds the token of somebody else, told to a caller with a token or without', () => {
    expect(asked('Bearer ${ASSAY_OTHER_TOKEN}', 'seen: ${ASSAY_TOKEN}')).toMatchObject([
      { subject: 'body', observed: 'tells ${ASSAY_TOKEN} to another caller', range: { at: 6, bytes: 14 } },
    ]);
    expect(asked(undefined, 'seen: ${WORKSPACE_TOKEN}')).toMatchObject([
      { observed: 'tells ${WORKSPACE_TOKEN} to a caller without a token' },
    ]);
  });
  it('rests on the last request before it with that token', () => {
    const by = (id: string, at: number, token: string, body = '{}') => {
      const exchange = answered({ id, body });
      const headers: HeaderFields = [['authorization', `Bearer ${token}`]];
      return {
        ...exchange,
        startedAt: `2026-01-01T00:00:0${at}.000Z`,
        request: { ...exchange.request, headers },
      };
    };
    const shown = by('shown', 3, '${ASSAY_OTHER_TOKEN}', '${ASSAY_TOKEN}');
    const run = [1, 2, 4].map((at) => by(`p#${at}`, at, '${ASSAY_TOKEN}'));
    expect(leaksNoTokenOfOthers([shown], [...run, shown])).toMatchObject([{ restsOn: ['p#2'] }]);
  });
  it('leaves what its own caller is told, what is only like a token, and callers that are not plain', () => {
    expect(asked('Bearer ${ASSAY_TOKEN}', 'you: ${ASSAY_TOKEN}')).toEqual([]);
    expect(asked('Bearer ${WORKSPACE_TOKEN}', 'you: ${WORKSPACE_TOKEN}')).toEqual([]);
    expect(asked(undefined, 'seen: ${ASSAY_TOKEN:swapped} ${ASSAY_T')).toEqual([]);
    expect(asked('Basic ${ASSAY_TOKEN}', 'you: ${ASSAY_TOKEN}')).toEqual([]);
  });
});
