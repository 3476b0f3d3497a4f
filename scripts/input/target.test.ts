import { afterEach, expect, it, vi } from 'vitest';
import { targetLine, type Target } from './target.ts';

afterEach(() => vi.unstubAllEnvs());

const target = { url: 'http://a.test', embedded: false, close: async () => undefined } as Target;

it('names the proxy in the first line, without its credentials', () => {
  vi.stubEnv('http_proxy', 'me:secret@proxy.test:3128');
  expect(targetLine('check', target)).toBe('check: http://a.test through the proxy proxy.test:3128');
  expect(targetLine('check', { ...target, url: 'http://127.0.0.1:3' })).toBe('check: http://127.0.0.1:3');
});

it('says what of it is of assay.yaml', () => {
  const line = targetLine('check', { ...target, ofFile: ['target', 'provisioner'] });
  expect(line).toBe('check: http://a.test (target, provisioner of assay.yaml)');
  const embedded = targetLine('check', { ...target, embedded: true, ofFile: ['label'] });
  expect(embedded).toBe(
    'check: the embedded reference service (http://a.test) (label of assay.yaml); --target names another',
  );
  const silent = targetLine('check', { ...target, ofFile: ['out'], unanswered: { because: 'nobody answers' } });
  expect(silent).toBe('check: http://a.test (out of assay.yaml) cannot be judged: nobody answers');
});

it('says of a folder that it names the target', () => {
  const line = targetLine('reproduce', { ...target, ofFolder: 'results' });
  expect(line).toBe('reproduce: sends to http://a.test, which results names');
});
