import { describe, expect, it } from 'vitest';
import type { Finding, Missing, Reason, Run } from '../../conformance/model/run.ts';
import { headlineOf } from './headline.ts';
import { checkMarkdown } from './markdown.ts';
import { failedSpeed, sampleFinding, sampleRun } from './sample-run.testing.ts';
import { lastLine } from './terminal.ts';

const passed = sampleFinding('errors.envelope/on-404', '7');
const should = (check: string): Finding => ({ ...failedSpeed, check, level: 'SHOULD' });
const away = (check: string, what: Missing, name: string = what): Finding => {
  const about = { is: 'missing', what, name } as const;
  return sampleFinding(check, '8.1', { verdict: { is: 'notApplicable', because: 'it was not given', about } });
};
const says = (...args: Parameters<typeof sampleRun>): string => {
  const { word, says: rest } = headlineOf(sampleRun(...args));
  return `${word}: ${rest}`;
};
const cause = (title: string, ...checks: readonly string[]): Run['causes'][number] => ({
  title,
  checks: [...checks],
  likely: [],
});

describe('the first words of a verdict', () => {
  it('say of a turn that is lost beside another no more than that', () => {
    expect(says([passed, should('chat.memory/keeps-turns-sent-at-once')])).toContain(
      'of two turns sent at once in one session, one is forgotten',
    );
  });
  it('count what failed by level, and its causes, and name the check that shows the heaviest best', () => {
    const others = ['a', 'b', 'c'].map((name) => ({ ...failedSpeed, check: `errors.envelope/${name}` }));
    const ids = others.map(({ check }) => check);
    expect(says([passed, ...others], { causes: [cause('error.code is a number', ...ids)] })).toBe(
      'Fail: 3 MUST checks failed, 1 cause (clearest check: errors.envelope/a)',
    );
    const two = [cause('error.code is a number', ...ids), cause('status 200', failedSpeed.check)];
    expect(says([...others, failedSpeed], { causes: two })).toBe(
      'Fail: 4 MUST checks failed, 2 causes (clearest check: errors.envelope/a)',
    );
    const aside = should('speech.text/rejects-number');
    const http = { ...failedSpeed, check: 'transport.requests/absolute-form', level: 'HTTP' } as const;
    const own = [cause('status 200', failedSpeed.check), cause('status 201', aside.check)];
    expect(says([failedSpeed], { causes: own })).toBe('Fail: 1 MUST check failed: speech.speed/rejects-above-maximum');
    // What fails nothing is no cause of the verdict, and no clearest check; it is counted.
    const mixed = 'Fail: 1 MUST, 1 HTTP and 1 SHOULD checks failed';
    expect(says([aside, failedSpeed, http], { causes: own.toReversed() })).toBe(
      `${mixed}, 3 causes (clearest check: speech.speed/rejects-above-maximum)`,
    );
    const one = { causes: [cause('status 200', failedSpeed.check, aside.check, http.check)] };
    expect(says([failedSpeed, aside, http], one)).toBe(
      `${mixed}, 1 cause (clearest check: speech.speed/rejects-above-maximum)`,
    );
  });
  it('count a property once, though several defects of it were found', () => {
    const property = { ...failedSpeed, check: 'speech.generated/rejects-invalid' };
    const further = { ...property, check: `${property.check}#2` };
    const causes = [cause('one', property.check), cause('two', further.check)];
    expect(says([property, further], { causes })).toBe(
      `Fail: 1 MUST check failed, 2 causes (clearest check: ${property.check})`,
    );
  });
  it('leave out known failures', () => {
    const known: Finding = {
      ...failedSpeed,
      check: 'a/known',
      knownFailure: { is: 'known', reason: 'ticket 1', expires: '2027-01-01' },
    };
    const causes = [cause('status 200', known.check, failedSpeed.check)];
    expect(says([known, failedSpeed], { causes })).toBe(
      'Fail: 1 MUST check failed: speech.speed/rejects-above-maximum',
    );
  });
  it('name what is grave of the SHOULD failures, in amber', () => {
    const grave = ['errors.secrecy/keeps-the-token', 'speech.text/rejects-number', 'stream.response/arrives-over-time'];
    const run = sampleRun([passed, ...grave.map(should)]);
    expect(headlineOf(run)).toEqual({
      is: 'pass',
      word: 'Pass, with 3 SHOULD failures',
      says: 'answers contain the token, streams arrive all at their end and 1 more',
      isAmber: true,
    });
    expect(lastLine(run, { colour: true, width: 80 })).toMatch(
      /^\u001b\[33m! Pass, with 3 SHOULD failures\u001b\[0m: a/,
    );
    expect(checkMarkdown(run)).toContain('## ! Pass, with 3 SHOULD failures: ');
  });
  it('quote the title where nothing graver is known, and take the words of what leads its cause', () => {
    const plain = ['A', 'B', 'C'].map((title) => ({ ...should(`speech.text/${title}`), title }));
    expect(says([passed, ...plain])).toBe('Pass, with 3 SHOULD failures: “A”, “B” and 1 more');
    const again = should('speech.again/of-another-text');
    const lead = { ...should('speech.completeness/speaks-digits'), title: 'Speaks digits' };
    const both = [passed, again, lead];
    expect(says(both, { causes: [cause('length', lead.check, again.check)] })).toBe(
      'Pass, with 2 SHOULD failures: “Speaks digits”',
    );
    expect(says(both, { causes: [cause('length', again.check, lead.check)] })).toBe(
      'Pass, with 2 SHOULD failures: audio of another text or voice is sent again',
    );
    expect(says([passed, should('auth.token/in-the-body-is-refused')])).toBe(
      'Pass, with 1 SHOULD failure: a token in the body is accepted',
    );
  });
  it('tell an HTTP obligation that is not met, by what leads its cause', () => {
    const http = (name: string): Finding => ({
      ...failedSpeed,
      check: `transport.methods/${name}`,
      level: 'HTTP',
      title: name,
    });
    const run = sampleRun([passed, http('Head'), http('Options')], {
      causes: [cause('status 500', 'transport.methods/Options', 'transport.methods/Head')],
    });
    expect(run.exitCode).toBe(0);
    expect(headlineOf(run)).toEqual({
      is: 'pass',
      word: 'Pass, with 2 HTTP obligations not met',
      says: '“Options”',
      isAmber: true,
    });
    expect(says([passed, http('Head'), should('sessions.isolation/ids-differ')])).toBe(
      'Pass, with 1 HTTP obligation not met and 1 SHOULD failure: sessions share an id, “Head”',
    );
    expect(says([passed, away('metering.a/b', 'provisioner'), http('Head')])).toBe(
      'Partial: 1 of 2 MUST checks judged, no provisioner given; all of them passed; 1 HTTP obligation not met: “Head”',
    );
    expect(says([passed, http('Head')], { exitCode: 1, strict: 'http' })).not.toContain('obligation');
  });
  it('say of what part they are where something was not given', () => {
    const three = [passed, away('metering.a/b', 'provisioner'), away('metering.a/c', 'provisioner')];
    expect(says([...three, away('sessions.a/b', 'otherWorkspace', 'second workspace')])).toBe(
      'Partial: 1 of 4 MUST checks judged, no provisioner given; all of them passed',
    );
    expect(headlineOf(sampleRun(three))).toMatchObject({ is: 'pass', isAmber: true });
    expect(says([away('chat.a/b', 'token')])).toBe('Nothing proven: no MUST check was judged');
  });
  it('say what all hangs on: a token, or a target that is not there', () => {
    const seen = 'the token was refused: 401 at GET /v1/bots';
    const advice = 'is it the token of this system, and not expired?';
    const tokenFlaw: Reason = {
      because: `${seen}; ${advice}`,
      about: { is: 'token', which: 'token', seen, advice },
    };
    const given = { credentials: ['token' as const], headers: [] };
    const open = (reason: Reason): Finding => ({ ...passed, verdict: { is: 'inconclusive', ...reason } });
    expect(says([passed, open(tokenFlaw)], { given: { ...given, tokenFlaw } })).toBe(
      'Inconclusive: the token was refused: 401 at GET /v1/bots; 1 of 2 checks need it',
    );
    const gone = 'host name not found: h (ENOTFOUND)';
    const unanswered: Reason = {
      because: `${gone} (the lists of voices and bots were requested once)`,
      about: { is: 'target', how: 'dns', seen: gone, rounds: 1, forMs: 10 },
    };
    expect(says([open(unanswered)], { given: { ...given, unanswered } })).toBe(
      'Inconclusive: nothing was judged: host name not found: h (ENOTFOUND)',
    );
  });
  it('break in whole words on a terminal, and nowhere in a pipe', () => {
    const run = sampleRun([passed, should('speech.text/rejects-number')]);
    expect(lastLine(run, { colour: false, width: 40, wraps: true })).toMatchInlineSnapshot(`
      "! Pass, with 1 SHOULD failure: “a
        title” · 1 passed, 1 failed · 37
        credits spent"
    `);
    expect(lastLine(run, { colour: false, width: 40 })).not.toContain('\n');
  });
});
