import { describe, expect, it } from 'vitest';
import { checkJunit } from './junit.ts';
import { failedSpeed, sampleExchange, sampleFinding, sampleRun } from '../sample-run.testing.ts';
import { documentOf, element } from '../../text/xml.ts';

const run = sampleRun([
  sampleFinding('errors.envelope/on-404', '7'),
  failedSpeed,
  sampleFinding('metering.chat/costs-one', '8.1', { verdict: { is: 'notApplicable', because: 'no provisioner' } }),
  sampleFinding('chat.reply/answers', '4.2', { verdict: { is: 'inconclusive', because: '503 twice' } }),
]);

describe('JUnit XML', () => {
  it('has a suite for each clause and a case for each check', () => {
    const xml = checkJunit(run);
    expect([...xml.matchAll(/<testsuite name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      '2.5 speech.speed',
      '4.2 chat.reply',
      '7 errors.envelope',
      '8.1 metering.chat',
    ]);
    expect(xml).toContain('<testcase classname="errors.envelope" name="on-404"/>');
    expect(xml).toContain('tests="4" failures="1" errors="1" skipped="1" time="12.345"');
  });

  it('makes a failure a failure, what could not be judged an error, and what does not apply skipped', () => {
    const xml = checkJunit(run);
    expect(xml).toContain('<failure message="status: expected a refusal (4xx), observed 200; error object: ');
    expect(xml).toContain('  expected a refusal (4xx)\n  observed 200\n');
    expect(xml).toContain('<error message="503 twice" type="inconclusive">');
    expect(xml).toContain('<skipped message="no provisioner"/>');
  });

  it('makes a cause one failure, and says of the other checks which shows it', () => {
    const other = { ...failedSpeed, check: 'speech.speed/rejects-huge' };
    const causes = [{ title: 'status <200>', checks: [failedSpeed.check, other.check], likely: [] }];
    const xml = checkJunit(sampleRun([other, failedSpeed], { causes }));
    expect(xml).toContain('tests="2" failures="1" errors="0" skipped="1"');
    expect(xml).toContain(
      '<failure message="status &lt;200&gt;" type="MUST">status &lt;200&gt;\n1 more check fails with it:',
    );
    expect(xml).toContain('  speech.speed/rejects-huge\n');
    expect(xml).toContain(
      '<skipped message="failed by the cause that speech.speed/rejects-above-maximum shows: status',
    );
  });

  it('has the time of each exchange once, at the first case that rests on it', () => {
    const first = { ...failedSpeed, exchanges: ['a#0', 'a#0', 'b#0'] };
    const second = sampleFinding('speech.speed/second', '2.5', { exchanges: ['b#0'] });
    const xml = checkJunit(sampleRun([first, second]), [sampleExchange('a#0'), sampleExchange('b#0')]);
    expect(xml).toContain('name="rejects-above-maximum" time="0.087"');
    expect(xml).toContain('name="second" time="0.000"');
    expect(xml).toContain('skipped="0" time="0.087" timestamp=');
  });

  it('survives texts that XML has no place for', () => {
    const observed = ']]></failure><x a="\0\u001b\ufffe\ud800">&amp;';
    const hostile = { ...failedSpeed, mismatches: [{ subject: 'body', expected: '<', observed }] };
    const xml = checkJunit(sampleRun([hostile]));
    expect(xml).toContain('expected &lt;');
    expect(xml).toContain(']]&gt;&lt;/failure&gt;&lt;x a=&quot;\\0\\u{1b}\\u{fffe}\\u{d800}&quot;&gt;&amp;amp;');
  });
});

describe('the XML writer', () => {
  it('escapes texts and attributes, and replaces what XML 1.0 forbids', () => {
    expect(documentOf(element('a', { b: `<"'&>\t` }, ['<&\u0001\uffff']))).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a b="&lt;&quot;&apos;&amp;&gt;&#9;">&lt;&amp;\ufffd\ufffd</a>\n',
    );
  });
});
