import { describe, expect, it } from 'vitest';
import { stoppedBlock, stoppedWords } from './stopped.ts';

const style = { colour: false, width: 80 };
const tried = 'both lists were asked for twice in 3.0 s, and nothing that costs credits was sent';

describe('a target that cannot be reached', () => {
  it.each([
    ['connection refused: h:1 (ECONNREFUSED: connect ECONNREFUSED 10.0.0.1:1)', /Is it up, and the port right/],
    ['host name not found: h (ENOTFOUND: getaddrinfo ENOTFOUND h)', /spelt right/],
    ['no TLS connection: h:1 (ERR_SSL_WRONG_VERSION_NUMBER: wrong version number)', /begins with http:/],
    ['no TLS connection: h:1 (DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate)', /--ca FILE/],
    ['no response header within 10 s', /--timeout/],
    ['status 503', /Is it the address/],
  ])('is told in four lines at most, with what to do: %s', (seen, todo) => {
    const lines = stoppedBlock('check', 'https://h:1', `${seen} (${tried})`, style).split('\n');
    expect(lines.length).toBeLessThanOrEqual(4);
    expect(lines[0]).toMatch(/^check: https:\/\/h:1 cannot be judged: /);
    expect(lines.at(-1)).toMatch(todo);
    expect(lines.at(-1)).toMatch(/^ {2}→ /);
    expect(lines).toContain('  asked twice in 3.0 s, at no cost; npx assay doctor looks closer');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  });
  it.each([
    ['the token was refused: 401 wrong_token at GET /v1/bots; is it the token of this system?', /ASSAY_TOKEN/],
    ['--other-token is the same as --token: give one of another workspace', /ASSAY_OTHER_TOKEN/],
  ])('is what certify has with such a token too: %s', (flaw, todo) => {
    const lines = stoppedBlock('certify', 'https://h:1', flaw, style).split('\n');
    expect(lines.length).toBeLessThanOrEqual(3);
    expect(lines.at(-1)).toMatch(/^ {2}→ Nothing was spent\. /);
    expect(lines.at(-1)).toMatch(todo);
  });
  it('is told in passing without how it was tried, and without the code twice', () => {
    expect(stoppedWords(`connection refused: h:1 (ECONNREFUSED: connect ECONNREFUSED 10.0.0.1:1) (${tried})`)).toBe(
      'connection refused: h:1 (ECONNREFUSED)',
    );
    expect(stoppedWords('a word (in brackets)')).toBe('a word (in brackets)');
  });
  it('shows nothing that a terminal would obey', () => {
    expect(stoppedBlock('check', 'http://h', '\u001b]0;x\u0007', style)).not.toMatch(/[\u001b\u0007]/);
  });
});
