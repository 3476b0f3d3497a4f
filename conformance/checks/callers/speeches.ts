import { sentMember } from '../../bodies/sent-json.ts';
import { speechCall } from '../../model/calls.ts';
import { combineJudgements, type Expectation, type PositiveControl, type Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { attributeTo } from '../../model/mismatch.ts';
import type { Call, StepInputs, Probe } from '../../model/probe.ts';
import { isShorter } from '../../expectations/audio/asked/lasts.ts';
import { workspaceCaller, exchangesOfWorkspace } from '../metering/spending/uses.ts';
import { areRefusedForEach } from './each-refused.ts';
import { acceptedForEach } from './accepted-for-each.ts';
import { callerKindNames, callerKinds, callerKindLabels, type CallerKind } from './kinds.ts';

/** Beyond the bounds by a human-sized step: who clamps is caught. */
const tooFast = 4.01;
const noVoice = 'no-such-voice';
/** As different as two speeds that are quickly spoken. */
const [usual, fastest] = [1, 4] as const;

/** One text for all: who hears it at the usual speed, for the others to be compared with. As WAV, whose length is exact. */
const slow: CallerKind = 'pooled';

/** For each kind of caller what has to be refused, and a speech at four times the usual speed. */
export const speechesOfEachKind: Probe = {
  name: 'speeches of each kind of caller',
  needs: ['provisioner'],
  again: { is: 'anew' },
  costs: { chats: 0, speeches: 3 * callerKindNames.length + 1 },
  steps: [() => ({ make: callerKinds }), (known) => callerKindNames.flatMap((kind) => speechesFor(kind, known))],
};

function speechesFor(kind: CallerKind, known: StepInputs): readonly Call[] {
  const { authorization } = workspaceCaller(known, kind);
  const spoken = { text: `Hello ${known.nonce('text')}. The train leaves at nine.`, voice: 'alloy', format: 'wav' };
  const bodies = [
    { ...spoken, speed: tooFast },
    { ...spoken, voice: noVoice },
    { ...spoken, speed: fastest },
    ...(kind === slow ? [{ ...spoken, speed: usual }] : []),
  ];
  return bodies.map((body) => speechCall(body, { as: 'workspace', authorization }));
}

const asksFor =
  (name: 'speed' | 'voice', value: unknown) =>
  ({ request }: Exchange): boolean =>
    sentMember(request, name) === JSON.stringify(value);

const refusesThese =
  (isBad: (exchange: Exchange) => boolean): Expectation =>
  (seen) =>
    areRefusedForEach(
      callerKindNames.map((kind) => [
        `the speech of ${callerKindLabels[kind]}`,
        exchangesOfWorkspace(seen, kind).filter(isBad),
      ]),
    );

export const refusesTooFast = refusesThese(asksFor('speed', tooFast));
export const refusesNoVoice = refusesThese(asksFor('voice', noVoice));

const isValid = (exchange: Exchange): boolean =>
  !asksFor('speed', tooFast)(exchange) && !asksFor('voice', noVoice)(exchange);

/** Who refuses everything to some kind of caller shows nothing by refusing this. */
export const eachCallerGetsSpeech: PositiveControl = {
  says: 'a valid speech for each kind of caller was answered',
  shownIn: (seen) =>
    acceptedForEach(
      (kind) => validFor(kind, seen),
      (who) => `no valid speech for ${who} was answered`,
    ),
};

function validFor(kind: CallerKind, seen: Exchanges): Exchanges {
  return exchangesOfWorkspace(seen, kind).filter(isValid);
}

/** For each of them four times the speed is heard. */
export const speedIsAudibleForEach: Expectation = async (seen) => {
  const slower = validFor(slow, seen).find(asksFor('speed', usual));
  const judgements = await Promise.all(
    callerKindNames.map(async (kind) => {
      const faster = validFor(kind, seen).find(asksFor('speed', fastest));
      if (slower === undefined || faster === undefined) return { inconclusive: 'not every speech was sent' };
      const judgement = await isFaster([slower, faster]);
      return 'inconclusive' in judgement
        ? judgement
        : judgement.map((mismatch) => ({
            ...attributeTo(mismatch, `the speech of ${callerKindLabels[kind]}`),
            restsOn: [slower.id],
          }));
    }),
  );
  return combineJudgements(judgements);
};

const isFaster = isShorter(
  { at: 1, words: `the speech at speed ${fastest}`, isAsked: true },
  { at: 0, words: `that of ${callerKindLabels[slow]} at speed ${usual}` },
);
