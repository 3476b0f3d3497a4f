import { describe, expect, it } from 'vitest';
import { controlComparisons } from '../exchange/control-comparison.ts';
import { checkHtml } from '../html/check.ts';
import { emptyContext } from './background.ts';
import { checkMarkdown } from './markdown.ts';
import { failedSpeed, sampleExchange, sampleFinding, sampleRun } from './sample-run.testing.ts';
import { failureBlock } from './terminal.ts';

const control = sampleFinding('speech.speed/accepts-maximum', '2.5', { exchanges: ['c#1', 'c#2', 'c#3'] });
const sent = (id: string, body: string, operation: 'speech' | 'chat' = 'speech') => {
  const exchange = { ...sampleExchange(id), operation };
  return { ...exchange, request: { ...exchange.request, body: new TextEncoder().encode(body) } };
};
const exchanges = [
  sent('c#1', '{"text":"Hello"}'),
  sent('c#2', '{"text":"Hello","speed":4}'),
  sent('c#3', '{"message":"Hello"}', 'chat'),
  sent('speech-above#0', '{"text":"Hello","speed":4.01}'),
];
const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
const controlOf = new Map([[failedSpeed.check, control.check]]);
const findings = [control, failedSpeed];
const comparedOf = controlComparisons(findings, byId, controlOf);

describe('a failure beside its control', () => {
  it('is compared with the last call of the control that asks for the same', () => {
    expect(comparedOf(failedSpeed)?.exchange.id).toBe('c#2');
  });

  it('is compared with none that did not pass, or was not kept, and a pass is compared with nothing', () => {
    expect(comparedOf(control)).toBeUndefined();
    expect(controlComparisons(findings, new Map([...byId].slice(3)), controlOf)(failedSpeed)).toBeUndefined();
    expect(controlComparisons(findings, byId)(failedSpeed)).toBeUndefined();
    const open = { ...control, verdict: { is: 'inconclusive', because: '503' } } as const;
    expect(controlComparisons([open, failedSpeed], byId, controlOf)(failedSpeed)).toBeUndefined();
  });

  it('is compared with the exchanges that it names itself, where its control is no finding of the run', () => {
    const fuzzed = { ...failedSpeed, controls: ['c#1', 'c#2', 'c#3'] };
    expect(controlComparisons([fuzzed], byId, controlOf)(fuzzed)?.exchange.id).toBe('c#2');
    expect(controlComparisons([control, fuzzed], byId, controlOf)({ ...fuzzed, controls: ['c#1'] })?.exchange.id).toBe(
      'c#1',
    );
    expect(controlComparisons([failedSpeed], byId, controlOf)(failedSpeed)).toBeUndefined();
  });

  it('says what differs in the same words on the page, in Markdown and on the terminal', () => {
    const run = sampleRun(findings);
    const lead = 'Differs from its control, which succeeded:';
    const page = checkHtml(run, exchanges, { ...emptyContext, controlOf });
    expect(page).toContain(`<b>${lead}</b> speed is 4.01 (its control: 4)`);
    expect(checkMarkdown(run, emptyContext, { comparedOf })).toContain(`${lead} \`speed is 4.01 (its control: 4)\``);
    const style = { colour: false, width: 120 };
    expect(failureBlock(failedSpeed, { comparedOf }, style)).toContain(`${lead} speed is 4.01 (its control: 4)`);
    expect(failureBlock(failedSpeed, {}, style)).not.toContain(lead);
    expect(checkMarkdown(run)).not.toContain(lead);
  });

  it('claims of no difference of a generated request from a plain one that it is to blame', () => {
    const generated = { ...failedSpeed, input: { is: 'invalid', because: 'speed is 4.01' } } as const;
    const lead = 'A plain request succeeded, from which this one differs: speed is 4.01 (its control: 4)';
    const told = failureBlock(
      generated,
      { comparedOf: controlComparisons(findings, byId, controlOf) },
      { colour: false, width: 120 },
    );
    expect(told).toContain(lead);
    expect(told).not.toContain('Differs from its control');
  });
});
