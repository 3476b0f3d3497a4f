import { describe, expect, it } from 'vitest';
import { answered } from '../../../conformance/expectations/sample-exchange.testing.ts';
import { emptyContext } from '../../check/background.ts';
import { failedSpeed, sampleFinding, sampleRun } from '../../check/sample-run.testing.ts';
import { checkHtml } from '../check.ts';

const control = sampleFinding('speech.speed/accepts-maximum', '2.5', { exchanges: ['c#0'] });
const spoken = (id: string, speed: string, body: string) => {
  const exchange = answered({ id, operation: 'speech', body });
  const sent = new TextEncoder().encode(`{"text":"<b>","voice":"alloy","speed":${speed}}`);
  return { ...exchange, request: { ...exchange.request, body: sent } };
};
const exchanges = [spoken('speech-above#0', '4.01', 'other <i> audio'), spoken('c#0', '4', 'audio')];
const background = { ...emptyContext, controlOf: new Map([[failedSpeed.check, control.check]]) };
const flat = (page: string): string => page.replaceAll(/\s+/g, ' ');

describe('a failure beside its control', () => {
  it('shows what was sent otherwise, and what came otherwise', () => {
    const page = flat(checkHtml(sampleRun([control, failedSpeed]), exchanges, background));
    expect(page).toContain('Control: must succeed, and did</span>');
    expect(page).toContain('&quot;speed&quot;:4}</dd>');
    expect(page).toContain('&quot;speed&quot;:4<mark>.01</mark>}</dd>');
    expect(page).toContain('<dd><mark>other &lt;i&gt; </mark>audio</dd>');
    expect(page.match(/class="difference"/g)).toHaveLength(2);
  });

  it('compares what was sent byte by byte in the same parts', () => {
    const [own, other] = exchanges;
    if (own === undefined || other === undefined) throw new Error('no exchanges');
    const body = Buffer.from(own.request.body).toString();
    const { host } = new URL(own.request.url);
    const head = `POST /v1/audio/tts HTTP/1.1\r\nHost: ${host}\r\n`;
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const raw = `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}`;
    const rawly = { ...own, request: { ...own.request, raw } };
    const page = flat(checkHtml(sampleRun([control, failedSpeed]), [rawly, other], background));
    const [, compared = ''] = page.split('Difference in the request</h4>');
    const [sent = ''] = compared.split('Difference in the response');
    expect(sent).toContain('<p class="difference">transfer-encoding</p>');
    expect(sent).not.toContain('HTTP/1.1');
    expect(sent).not.toContain('<p class="difference">host</p>');
  });

  it('compares all of it, however long, and all values of a field', () => {
    const long = (id: string, text: string, body: string | Uint8Array) => {
      const exchange = spoken(id, '4', '');
      const headers: [string, string][] = ['a', text.slice(-1)].map((value) => ['x-note', value]);
      const sent = new TextEncoder().encode(text);
      const response = { ...exchange.response, body: typeof body === 'string' ? new TextEncoder().encode(body) : body };
      return { ...exchange, request: { ...exchange.request, headers, body: sent }, response };
    };
    const letters = 'a'.repeat(5_000);
    const shown = (own: string, other: string, ...bodies: (string | Uint8Array)[]): string => {
      const [came = '', alsoCame = ''] = bodies;
      return flat(
        checkHtml(
          sampleRun([control, failedSpeed]),
          [long('speech-above#0', own, came), long('c#0', other, alsoCame)] as typeof exchanges,
          background,
        ),
      );
    };
    const page = shown(`${letters}b`, `${letters}c`, `${letters}d`, `${letters}e`);
    for (const last of ['b', 'c', 'd', 'e']) expect(page).toContain(`a<mark>${last}</mark></dd>`);
    expect(page).toContain('<p class="difference">x-note</p>');
    expect(page).not.toContain('Nothing ');
    const bytes = shown('a', 'a', new Uint8Array([0xff, 0xfe]), new Uint8Array([0xff, 0xfd]));
    expect(bytes).toContain('<mark>þ</mark>');
    expect(bytes).toContain('Nothing but the id that each request has.');
    expect(shown('a', 'b')).toContain('Nothing in its status, media type and body.');
  });

  it('has none to compare with where the control did not pass, or was not kept', () => {
    const open = { ...control, verdict: { is: 'inconclusive', because: '503' } } as const;
    expect(checkHtml(sampleRun([open, failedSpeed]), exchanges, background)).not.toContain('Control:');
    expect(checkHtml(sampleRun([control, failedSpeed]), exchanges.slice(0, 1), background)).not.toContain('Control:');
    expect(checkHtml(sampleRun([control, failedSpeed]), exchanges)).not.toContain('Control:');
  });
});
