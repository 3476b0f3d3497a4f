import { describe, expect, it } from 'vitest';
import type { NoContact } from '../../conformance/contract/formats/reason.ts';
import type { Reason } from '../../conformance/model/run.ts';
import { stoppedBlock, observedFailureText } from './stopped.ts';

const style = { colour: false, width: 80 };
const unanswered = (seen: string, how?: NoContact): Reason => ({
  because: `${seen} (the lists of voices and bots were requested twice in 3.0 s, and nothing that costs credits was sent)`,
  about: { is: 'target', ...(how === undefined ? {} : { how }), seen, rounds: 2, forMs: 3_000 },
});

describe('a target that cannot be reached', () => {
  it.each([
    ['connection refused: h:1 (ECONNREFUSED)', 'refused', /Is it up, and the port right/],
    ['host name not found: h (ENOTFOUND)', 'dns', /spelt right/],
    ['no TLS connection: h:1 (ERR_SSL_WRONG_VERSION_NUMBER: wrong version number)', 'notTls', /begins with http:/],
    ['no TLS connection: h:1 (DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate)', 'tls', /--ca FILE/],
    ['host not reachable: h:1 (EHOSTUNREACH)', 'unreachable', /firewall and proxy/],
    ['no response header within 10 s', 'silent', /--timeout/],
    ['the target sends its callers to https://h:2', 'redirected', /Give the address .* as --target/],
    ['status 503', undefined, /Is it the address/],
  ] as const)('is told in four lines at most, with what to do: %s', (seen, how, todo) => {
    const lines = stoppedBlock('check', { url: 'https://h:1', unanswered: unanswered(seen, how) }, style).split('\n');
    expect(lines.length).toBeLessThanOrEqual(4);
    expect(lines[0]).toMatch(/^check: https:\/\/h:1 cannot be judged: /);
    expect(lines.at(-1)).toMatch(todo);
    expect(lines.at(-1)).toMatch(/^ {2}→ /);
    expect(lines).toContain('  tried twice in 3.0 s, at no cost; for details run npx assay doctor');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  });
  it.each([
    ['token', /ASSAY_TOKEN/],
    ['otherToken', /ASSAY_OTHER_TOKEN/],
  ] as const)('is what certify has with a token of no use too: %s', (which, todo) => {
    const because = 'the token was refused: 401 wrong_token at GET /v1/bots; is it the token of this system?';
    const about = { is: 'token', which, seen: because, advice: 'is it the token of this system?' } as const;
    const lines = stoppedBlock('certify', { url: 'https://h:1', unanswered: { because, about } }, style).split('\n');
    expect(lines.length).toBeLessThanOrEqual(3);
    expect(lines.at(-1)).toMatch(/^ {2}→ Nothing was spent\. /);
    expect(lines.at(-1)).toMatch(todo);
  });
  it('is told in passing without how it was tried', () => {
    expect(observedFailureText(unanswered('connection refused: h:1 (ECONNREFUSED)'))).toBe(
      'connection refused: h:1 (ECONNREFUSED)',
    );
    expect(observedFailureText({ because: 'a word (in brackets)' })).toBe('a word (in brackets)');
  });
  it('shows nothing that a terminal would obey', () => {
    const stopped = { url: 'http://h', unanswered: unanswered('\u001b]0;x\u0007') };
    expect(stoppedBlock('check', stopped, style)).not.toMatch(/[\u001b\u0007]/);
  });
});
