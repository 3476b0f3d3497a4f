import { describe, expect, it } from 'vitest';
import { familyLine, familyName, familyOf } from './families.ts';
import { failedSpeed, sampleFinding } from '../sample-run.testing.ts';

const style = { colour: false, width: 80 };
const passed = sampleFinding('speech.again/of-another-text', '2.5');
const open = sampleFinding('speech.reply/is-json', '2.6', { verdict: { is: 'inconclusive', because: '503 twice' } });
const known = { ...failedSpeed, knownFailure: { is: 'known', reason: 'soon', expires: '2027-01-01' } } as const;

describe('a family of clauses', () => {
  it('is what the ids of its checks begin with', () => {
    expect(['speech.speed/rejects-text', 'auth.bearer/a', 'constructor'].map(familyOf)).toEqual([
      'speech',
      'auth',
      'constructor',
    ]);
    expect(['speech', 'auth', 'constructor'].map(familyName)).toEqual(['Speech', 'Authentication', 'constructor']);
  });
  it('is one line, with what of it is no pass, and its clauses in their order', () => {
    expect(familyLine('Speech', [open, passed, passed], style)).toBe(
      '? Speech            3 checks, 1 inconclusive  § 2.5, 2.6',
    );
    expect(familyLine('Voices', [sampleFinding('voices.list/a', '4.4')], style)).toBe(
      '✓ Voices             1 check  § 4.4',
    );
    const unmet = { ...failedSpeed, level: 'HTTP' } as const;
    expect(familyLine('Speech', [failedSpeed, unmet], style)).toBe(
      '✗ Speech            2 checks, 1 failed, 1 HTTP obligation not met  § 2.5',
    );
    expect(familyLine('Speech', [failedSpeed, known, unmet], { ...style, width: 100 })).toBe(
      '✗ Speech            3 checks, 1 failed, 1 HTTP obligation not met, 1 known failure  § 2.5',
    );
  });
  it('has no green tick where most of its checks did not apply', () => {
    const away = sampleFinding('auth.bearer/a', '4.1', { verdict: { is: 'notApplicable', because: 'no token' } });
    expect(familyLine('Authentication', [passed, away, away], style)).toMatch(/^– .* 3 checks, 2 not applicable/);
    expect(familyLine('Authentication', [passed, passed, away, away], style)).toMatch(/^✓ /);
  });
  it('names the families of what failed in every answer', () => {
    const ofErrors = { ...failedSpeed, check: 'errors.envelope/has-error-object' };
    expect(familyLine('Every answer', [failedSpeed, ofErrors, passed], style)).toBe(
      '✗ Every answer      3 checks, 2 failed: Speech, Errors  § 2.5',
    );
    expect(familyLine('Every answer', [failedSpeed, ofErrors, passed], { ...style, width: 40 })).toBe(
      '✗ Every answer      3 checks, 2 failed',
    );
  });
  it('leaves its clauses out where they have no room', () => {
    expect(familyLine('Speech', [open, passed], { ...style, width: 44 })).toBe(
      '? Speech            2 checks, 1 inconclusive',
    );
  });
});
