import { sentMember } from '../../bodies/sent-json.ts';
import { speechCall } from '../../model/calls.ts';
import { wrongElseInconclusive, type Expectation, type PositiveControl, type Seen } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { ofOne } from '../../model/mismatch.ts';
import type { Call, Known, Probe } from '../../model/probe.ts';
import { isShorter } from '../../expectations/audio/asked/lasts.ts';
import { callerOf, ofWorkspace } from '../metering/spending/uses.ts';
import { eachRefused } from './each-refused.ts';
import { takenForEach } from './taken-for-each.ts';
import { kindNames, kinds, kindWords, type Kind } from './kinds.ts';

/** Beyond the bounds by a human-sized step: who clamps is caught. */
const tooFast = 4.01;
const noVoice = 'no-such-voice';
/** As different as two speeds that are quickly spoken. */
const [usual, fastest] = [1, 4] as const;

/** One text for all: who hears it at the usual speed, for the others to be compared with. As WAV, whose length is exact. */
const slow: Kind = 'pooled';

/** For each kind of caller what has to be refused, and a speech at four times the usual speed. */
export const speechesOfEachKind: Probe = {
  name: 'speeches of each kind of caller',
  needs: ['provisioner'],
  again: { is: 'anew' },
  costs: { chats: 0, speeches: 3 * kindNames.length + 1 },
  steps: [() => ({ make: kinds }), (known) => kindNames.flatMap((kind) => speechesFor(kind, known))],
};

function speechesFor(kind: Kind, known: Known): readonly Call[] {
  const { authorization } = callerOf(known, kind);
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
    eachRefused(kindNames.map((kind) => [`the speech of ${kindWords[kind]}`, ofWorkspace(seen, kind).filter(isBad)]));

export const refusesTooFast = refusesThese(asksFor('speed', tooFast));
export const refusesNoVoice = refusesThese(asksFor('voice', noVoice));

const isValid = (exchange: Exchange): boolean =>
  !asksFor('speed', tooFast)(exchange) && !asksFor('voice', noVoice)(exchange);

/** Who refuses everything to some kind of caller shows nothing by refusing this. */
export const eachIsSpokenTo: PositiveControl = {
  says: 'a valid speech for each kind of caller was answered',
  shownIn: (seen) =>
    takenForEach(
      (kind) => validFor(kind, seen),
      (who) => `no valid speech for ${who} was answered`,
    ),
};

function validFor(kind: Kind, seen: Seen): Seen {
  return ofWorkspace(seen, kind).filter(isValid);
}

/** For each of them four times the speed is heard. */
export const hearsTheSpeed: Expectation = async (seen) => {
  const slower = validFor(slow, seen).find(asksFor('speed', usual));
  const judgements = await Promise.all(
    kindNames.map(async (kind) => {
      const faster = validFor(kind, seen).find(asksFor('speed', fastest));
      if (slower === undefined || faster === undefined) return { inconclusive: 'not every speech was sent' };
      const judgement = await isFaster([slower, faster]);
      return 'inconclusive' in judgement
        ? judgement
        : judgement.map((mismatch) => ({
            ...ofOne(mismatch, `the speech of ${kindWords[kind]}`),
            restsOn: [slower.id],
          }));
    }),
  );
  return wrongElseInconclusive(judgements);
};

const isFaster = isShorter(
  { at: 1, words: `the speech at speed ${fastest}`, isAsked: true },
  { at: 0, words: `that of ${kindWords[slow]} at speed ${usual}` },
);
