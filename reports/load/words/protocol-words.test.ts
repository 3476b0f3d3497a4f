import { expect, it } from 'vitest';
import { loadFactsOf } from '../format.ts';
import { sampleLoad } from '../sample-load.testing.ts';
import { loadTimes } from '../terminal.ts';
import { instrumentLine } from './instrument-words.ts';

type Protocols = NonNullable<ReturnType<typeof sampleLoad>['connections']['protocols']>;

const of = (...protocols: Protocols) =>
  sampleLoad({ connections: { opened: 3, reused: 37, protocols }, validity: { is: 'valid', notes: [] } });
const protocolIn = (load: ReturnType<typeof of>) => new Map(loadFactsOf(load)).get('Protocol');

it('says by which protocol the answers came, among the settings and on the terminal', () => {
  const load = of({ protocol: 'HTTP/1.1', answers: 40 });
  expect(protocolIn(load)).toBe('HTTP/1.1 without TLS');
  expect(loadTimes(load, { width: 120, colour: false })).toContain(
    '\nHTTP/1.1 without TLS; connections: 3 opened, 37 reused\n',
  );
  expect(protocolIn(of({ protocol: 'HTTP/2.0', tls: 'TLS 1.3', answers: 40 }))).toBe('HTTP/2 over TLS 1.3');
});

it('says where a service could have spoken HTTP/2 that it was not offered', () => {
  expect(protocolIn(of({ protocol: 'HTTP/1.1', tls: 'TLS 1.3', answers: 40 }))).toBe(
    'HTTP/1.1 over TLS 1.3; HTTP/2 is offered only with http2: true in assay.yaml',
  );
});

it('notes of figures of several protocols that they are of all together', () => {
  const load = of(
    { protocol: 'HTTP/2.0', tls: 'TLS 1.3', answers: 39 },
    { protocol: 'HTTP/1.1', tls: 'TLS 1.3', answers: 1 },
  );
  const each = 'HTTP/2 over TLS 1.3 (39 answers), HTTP/1.1 over TLS 1.3 (1 answer)';
  expect(protocolIn(load)).toBe(each);
  expect(instrumentLine(load)?.notes).toEqual([
    `the answers came by several protocols, and every figure is of all of them together: ${each}`,
  ]);
});

it('says nothing of it where the records do not tell', () => {
  const older = sampleLoad({ connections: { opened: 3, reused: 37 } });
  expect(protocolIn(older)).toBeUndefined();
  expect(loadTimes(older, { width: 120, colour: false })).not.toContain('TLS');
});

it('shows what a record that was changed could hide', () => {
  const load = of({ protocol: 'HTTP/1.1\u001B[2J', answers: 39 }, { protocol: 'HTTP/1.1', answers: 1 });
  expect(instrumentLine(load)?.notes.join('')).not.toContain('\u001B');
});
