import { describe, expect, it } from 'vitest';
import { everyCheck } from '../../every.ts';
import { isCheckId, sharesOwnWords, withOwnWords } from './own-words.ts';
import { maskText, type NamedSecrets } from './secrets.ts';

const token = 'other-workspace-token-0815';
const secrets: NamedSecrets = [['${ASSAY_OTHER_TOKEN}', token]];
const shown = (text: string): string => withOwnWords(maskText(text, secrets), text);

describe('words that assay itself writes, where a secret has twelve letters of them', () => {
  it('are readable in reports', () => {
    for (const { id, title, requirement } of everyCheck)
      for (const text of [id, id.replace('/', '/<wbr>'), title, requirement]) expect(shown(text)).toBe(text);
    const id = 'sessions.isolation/other-workspace-knows-nothing';
    expect(maskText(id, secrets)).toBe('sessions.isolation/****************knows-nothing');
    expect(shown(`✗ ${id}, ü`)).toBe(`✗ ${id}, ü`);
    expect(shown('sessions&#46;isolation&#47;other&#45;workspace&#45;knows&#45;nothing')).not.toContain('*');
  });
  it.each([
    ['the secret itself', token],
    ['a part of it', 'workspace-token'],
    ['a word of a check, where no check is named', 'the other-workspace-'],
    ['what goes on behind the word', `sessions.isolation/${token}`],
  ])('give nothing else away: %s', (_, text) => expect(shown(text)).toContain('***'));
  it('are put back into what quotes an answer only where they are ids', () => {
    const masked = (text: string): string => withOwnWords(maskText(text, secrets), text, isCheckId);
    const id = 'sessions.isolation/other-workspace-knows-nothing';
    expect(masked(`after ${id}`)).toBe(`after ${id}`);
    expect(masked('it says other-workspace-knows-nothing')).toBe('it says ****************knows-nothing');
  });
  it.each([
    [token, true],
    ['OTHER-WORKSPACE', true],
    ['staging-key-7-of-acme', false],
    ['application/json', false],
  ])('are noticed in %s: %s', (secret, expected) => expect(sharesOwnWords(secret)).toBe(expected));
});
