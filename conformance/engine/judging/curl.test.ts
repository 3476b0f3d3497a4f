import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../../fixtures/index.ts';
import { checksNamed, judgeTarget } from '../../judged-at.testing.ts';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import { asAnyClientSends, curlOf, isSingleCurl } from './curl.ts';
import type { Answer, Exchange, SentRequest } from '../../model/exchange.ts';
import { mutatedTokensOf } from '../../model/mutated-tokens.ts';
import { placeholders } from '../../model/probe.ts';

const run = promisify(execFile);

type Got = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
};

/** The path that `mirror` answers with audio, and the body of that answer. */
const audio = { path: '/v1/audio/tts', body: `{"audioBase64":"${'A'.repeat(5_000)}=","contentType":"mp3"}` };
const mirror: Server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { method = '', url = '', rawHeaders: headers } = request;
    latest = { method, url, headers, body: Buffer.concat(parts).toString('hex') };
    response.end(url === audio.path ? audio.body : '{}');
  });
});
let latest: Got | undefined;
let mirrorUrl = '';
let service: RunningService;

beforeAll(async () => {
  service = await startService();
  mirror.listen(0, '127.0.0.1');
  await once(mirror, 'listening');
  mirrorUrl = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`;
});
afterAll(async () => {
  mirror.close();
  mirror.closeAllConnections();
  await service.close();
});

async function pasted(line: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const own = { PATH: process.env['PATH'] ?? '', no_proxy: '*', ...env };
  const { stdout } = await run('sh', ['-c', line], { env: own, timeout: 20_000 });
  return stdout;
}

function sample(request: Partial<SentRequest>): Exchange {
  return {
    ...answered(),
    request: { method: 'POST', url: `${mirrorUrl}/v1/x`, headers: [], body: new Uint8Array(), ...request },
  };
}

async function mirrored(request: Partial<SentRequest>, env: Readonly<Record<string, string>> = {}): Promise<Got> {
  latest = undefined;
  await pasted(curlOf(sample(request)), env);
  if (latest === undefined) throw new Error('nothing came');
  return latest;
}

function valueOf({ headers }: Got, name: string): string | undefined {
  const at = headers.findIndex((field, place) => place % 2 === 0 && field.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}

const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

describe('a curl line', () => {
  it('does the same to the service when it is pasted', async () => {
    const ids = [
      'speech.speed/rejects-above-maximum',
      'chat.request/accepts-least',
      'auth.bearer/token-in-the-query-is-refused',
    ];
    const { findings, exchanges } = await judgeTarget(service.url, checksNamed(...ids), { token: service.token });
    for (const { reproduce, exchanges: rested } of findings) {
      const decisive = exchanges.find(({ id }) => id === rested.at(-1))?.response;
      if (decisive?.is !== 'answer') throw new Error('the service answers');
      const said = await pasted(reproduce, { ASSAY_TOKEN: service.token });
      expect(said).toMatch(new RegExp(`^HTTP/1.1 ${decisive.status} `));
    }
    expect(findings).toHaveLength(ids.length);
  });
  it('sends the body byte for byte, whatever a shell or curl makes of its letters', async () => {
    const awkward = fc.constantFrom(
      "'",
      '"',
      '$',
      '\\',
      '`',
      '\n',
      '\r',
      '!',
      '@',
      '%',
      '&',
      ';',
      '~',
      '*',
      '{a}',
      '${ASSAY_TOKEN}',
      '$(ls)',
      'é',
      '漢',
    );
    const texts = fc.array(fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 3 })), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(texts, async (pieces) => {
        const text = pieces.join('').replaceAll('\0', '') || 'x';
        const { body } = await mirrored({ body: Buffer.from(text, 'utf8') }, { ASSAY_TOKEN: 'expanded' });
        expect(body).toBe(hex(text.toWellFormed()));
      }),
      { numRuns: 60, examples: [[['@/etc/hostname']], [["it's"]], [['$HOME `id` \\n \n']], [['${ASSAY_TOKEN}']]] },
    );
  });
  it('sends header fields as they were, with the secret from the environment', async () => {
    const got = await mirrored(
      {
        headers: [
          ['authorization', 'Bearer ${ASSAY_TOKEN}'],
          ['x-quote', `it's "so" $HOME`],
          ['x-empty', ''],
        ],
      },
      { ASSAY_TOKEN: `a"b$c'd` },
    );
    expect(valueOf(got, 'authorization')).toBe(`Bearer a"b$c'd`);
    expect(valueOf(got, 'x-quote')).toBe(`it's "so" $HOME`);
    expect(valueOf(got, 'x-empty')).toBe('');
  });
  it('does not say that a body without a type is a form', async () => {
    expect(valueOf(await mirrored({ body: Buffer.from('{}') }), 'content-type')).toBeUndefined();
    const typed = { headers: [['content-type', 'text/plain']] as const, body: Buffer.from('{}') };
    expect(valueOf(await mirrored(typed), 'content-type')).toBe('text/plain');
  });
  it('shows of audio its begin, and all that stands around it', async () => {
    const line = (path: string, body: string): string =>
      curlOf({
        ...sample({ url: mirrorUrl + path }),
        response: answered({ body, headers: [['content-type', 'application/json']] }).response,
      });
    expect(line('/v1/x', '"short"')).not.toContain('sed');
    const shown = await pasted(line(audio.path, audio.body));
    expect(shown).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(shown).toContain(`{"audioBase64":"${'A'.repeat(60)}...","contentType":"mp3"}`);
  });
  it('does not wait for the body of a HEAD', async () => {
    expect((await mirrored({ method: 'HEAD' })).method).toBe('HEAD');
  });
  it('takes brackets in a URL as they are', async () => {
    expect((await mirrored({ url: `${mirrorUrl}/v1/[1-3]/{a,b}?q='$HOME'` })).url).toBe(`/v1/[1-3]/{a,b}?q='$HOME'`);
  });
  it('sends bytes that are no text, every one of them', async () => {
    const bytes = Buffer.from([...Array(256).keys()]);
    for (const body of [bytes, Buffer.from('a\0b'), Buffer.from([255, 0x31]), Buffer.from(String.raw`\0101 %s`)]) {
      expect((await mirrored({ body })).body).toBe(body.toString('hex'));
    }
  });
  it('has no character that a report has to show by a sign, which would not paste', async () => {
    for (const text of ['{"a":1}\r\n', 'a\u202eb', 'a\u00adb', '\u001b[31m', 'a\u2028b', '\ufeff{}']) {
      const request = { body: Buffer.from(text, 'utf8') };
      expect(curlOf(sample(request))).toMatch(/^[\x20-\x7e]+$/);
      expect((await mirrored(request)).body).toBe(hex(text));
    }
  });
  it('makes what is nearly the token of the token itself', async () => {
    const token = `kEy'01 $x8`;
    const made = mutatedTokensOf({ [placeholders.token]: token });
    for (const [name, value] of Object.entries(made)) {
      const got = await mirrored({ headers: [['authorization', `Bearer ${name}`]] }, { ASSAY_TOKEN: token });
      expect(valueOf(got, 'authorization')).toBe(`Bearer ${value}`);
    }
    expect(Object.keys(made)).toHaveLength(4);
  });
  it('is there for what one line can send, with nothing but the environment', () => {
    const can = (request: Partial<SentRequest>): boolean => isSingleCurl(sample(request));
    const by = (value: string) => can({ headers: [['authorization', value]] });
    expect([by('Bearer ${ASSAY_TOKEN}'), can({ body: Buffer.alloc(4_000, 'x') })]).toEqual([true, true]);
    expect([by('Bearer ${WORKSPACE_TOKEN}'), by('Bearer ${WORKSPACE_TOKEN_of_5}'), by('${HEADER x-gate}')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([can({ body: Buffer.alloc(4_001, 'x') }), can({ raw: 'GET / HTTP/1.1\r\n\r\n' })]).toEqual([false, false]);
    expect(isSingleCurl({ ...sample({}), response: unanswered('timeout').response })).toBe(false);
    expect(isSingleCurl({ ...sample({}), response: { ...answered().response, ending: 'left' } as Answer })).toBe(false);
  });
});

describe('a request that was written byte by byte', () => {
  const line = (raw: string): string => {
    const exchange = answered();
    const request = { ...exchange.request, method: 'OPTIONS', url: 'http://a:1/v1/b?c', raw };
    const sent = asAnyClientSends({ ...exchange, request });
    return isSingleCurl(sent) ? curlOf(sent) : 'none';
  };
  it('is a curl line where any client sends the same', () => {
    expect(
      line('OPTIONS /v1/b?c HTTP/1.1\r\nHost: a:1\r\nAccept: */*\r\nAuthorization: Bearer ${ASSAY_TOKEN}\r\n\r\n'),
    ).toBe(
      `curl -sS -i -g -X OPTIONS -H 'Accept: */*' -H 'Authorization: Bearer '"\${ASSAY_TOKEN}" 'http://a:1/v1/b?c'`,
    );
  });
  it.each([
    ['has a body', 'OPTIONS / HTTP/1.1\r\nHost: a:1\r\n\r\na'],
    ['announces one', 'OPTIONS / HTTP/1.1\r\nHost: a:1\r\nContent-Length: 1\r\n\r\n'],
    ['names another host', 'OPTIONS / HTTP/1.1\r\nHost: b\r\n\r\n'],
    ['names two', 'OPTIONS / HTTP/1.1\r\nHost: a:1\r\nhost: a:1\r\n\r\n'],
    ['is of another version', 'OPTIONS / HTTP/1.0\r\nHost: a:1\r\n\r\n'],
    ['has its whole URL', 'OPTIONS http://a:1/ HTTP/1.1\r\nHost: a:1\r\n\r\n'],
    ['has a path that curl changes', 'OPTIONS /a/../b HTTP/1.1\r\nHost: a:1\r\n\r\n'],
    ['is two', 'GET / HTTP/1.1\r\nHost: a:1\r\n\r\nGET / HTTP/1.1\r\nHost: a:1\r\n\r\n'],
    ['has an odd field', 'GET / HTTP/1.1\r\nHost: a:1\r\nA:b\r\n\r\n'],
  ])('is none where it %s', (_, raw) => {
    expect(line(raw)).toBe('none');
  });
});
