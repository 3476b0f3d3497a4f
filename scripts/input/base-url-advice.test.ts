import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';
import { checkArguments, checkOutputFor, checkMessagesFor } from './base-url-advice.testing.ts';

describe('a target that answers with web pages', () => {
  it('is none where it labels something else so, or where it is the service', async () => {
    expect(await checkMessagesFor(401, { 'content-type': 'application/json' })).not.toContain('base URL');
    const { url, stop } = await serve();
    const { err } = await assay(['check', '--target', url, ...checkArguments, '--out', join(emptyFolder(), 'run')]);
    await stop();
    expect(err).not.toContain('web page');
  });
});

describe('a target that answers all first requests alike', () => {
  const json = { 'content-type': 'application/json' };
  it.each([404, 405])('is asked about, first and last, and is like no known fault: %i', async (status) => {
    const { code, err, out, similar } = await checkOutputFor(status, json);
    const says = `URL answers the first requests alike (status ${status}): is this the base URL of the service, without /v1?`;
    expect({ code, err, similar }).toEqual({ code: 1, err: `${says}\n`, similar: [] });
    expect(out.trimEnd().split('\n').at(-1)).toContain(
      `2 MUST checks failed, 1 cause: this is no such service: all 4 answers are status ${status}, application/json; is --target its base URL, without /v1 `,
    );
  });
});
