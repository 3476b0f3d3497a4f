import type { WrongAnswer } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import { escapeControls } from '../text/visible.ts';
import { capitalized, pluralize, durationText, verdictMarks } from '../text/format.ts';
import { percentText, quantileText } from './format.ts';
import type { LoadTable } from './load-table.ts';
import { repeatCommand } from './words/repeat-command.ts';
import { secondsText } from './words/where-it-broke.ts';

/**
 * Words for the rules by which complete responses are judged, by their names in records (load/k6ext/judge/rules.go).
 */
const rightWords: { readonly [rule: string]: string } = {
  type: 'the Content-Type is right for a stream, or for JSON',
  shape: 'the JSON is as the document describes it',
  letters: 'the text is UTF-8',
  others: 'the reply contains no random word of another request',
  own: 'the reply repeats both random words of its request',
  said: 'the bot said both marks that it was asked for',
  session: 'the session is not that of another conversation',
  recall: 'the reply repeats what was said before in its session',
  format: 'the audio has the requested format',
  whole: 'the audio is as long as its container says',
  sound: 'the audio of words is not silent, and does not repeat itself',
  sounds: 'the audio is not that of another request',
  length: 'the audio is not far shorter than others of the run for as many characters',
};

/** The rules by which responses were judged, how many of them each rule accepted, and how fast their text came. */
export function correctnessTable(load: Load): LoadTable {
  const more = [
    errorEvents(load),
    ...mannerLines(load),
    load.marksVerdict?.says,
    judgedLess(load),
    heardText(load),
    assumedText(load),
  ].filter((each) => each !== undefined);
  return {
    title: 'Correct answers',
    lead: `How many of the complete answers meet each rule; the others are wrong.${more.map((each) => ` ${capitalized(each)}.`).join('')}`,
    head: ['rule', 'met by', 'of'],
    rows: judgedRows(load),
  };
}

/** Characters per second of each reply. */
export function paceTable({ contentCharsPerS: pace }: Load): LoadTable {
  return {
    title: 'Characters of the reply',
    lead: 'Of a stream: the text after its first event with text, over the time from that event to the last. Streams whose text may have come at once are left out.',
    head: ['', 'n', 'p50', 'p95'],
    rows:
      pace === undefined
        ? []
        : [['characters per second', String(pace.n), quantileText(pace, 'p50'), quantileText(pace, 'p95')]],
  };
}

/** The first wrong responses, and where their bytes are. */
export function wrongTable(load: Load): LoadTable {
  const outside = (load.wrongAnswers ?? []).filter(({ unmeasured }) => unmeasured === true).length;
  return {
    title: 'Wrong answers',
    lead: `The first of them${outside === 0 ? '' : `, ${outside} in the warm-up or after the measured time, which no figure counts`}, whose bytes are in the folder wrong or audio of this run. To send the same requests again: ${repeatCommand(load)}`,
    head: ['request', 'at', 'because', 'file'],
    rows: (load.wrongAnswers ?? []).map((answer) => [
      escapeControls(answer.id),
      `${durationText(Math.round(answer.atMs))}${answer.unmeasured === true ? ', not measured' : ''}`,
      escapeControls(answer.because),
      fileOf(answer),
    ]),
  };
}

/** The file of the whole response, otherwise of its audio sample. */
function fileOf({ kept, sample }: WrongAnswer): string {
  if (kept !== undefined) return `wrong/${escapeControls(kept)}`;
  return sample === undefined ? 'not kept' : `audio/${escapeControls(sample)}`;
}

function judgedRows({ judged = {} }: Load): readonly (readonly [rule: string, held: string, of: string])[] {
  return Object.entries(judged).flatMap(([rule, { n, broke }]) =>
    rule === errorRule || rule === decodedRule
      ? []
      : [
          [
            Object.hasOwn(rightWords, rule) ? (rightWords[rule] ?? rule) : escapeControls(rule),
            String(n - broke),
            String(n),
          ],
        ],
  );
}

/** Records name this rule only where it is violated, so there is no share of it. */
const errorRule = 'noError';

/** Reported with the samples. */
const decodedRule = 'decoded';

/** Words for complete streams that ended in an error object and may have failed. Undefined where there are none. */
function errorEvents({ failuresAtMost, requests }: Load): string | undefined {
  if (failuresAtMost === undefined) return undefined;
  const [first] = requests?.endedInError ?? [];
  const which = first === undefined ? '' : `, the first ${escapeControls(first.id)} at ${secondsText(first.intended)}`;
  return `${pluralize(failuresAtMost.streams, 'stream')} ended in an event with an error object${which}: they may have failed, as the document does not show what events contain, so that failures and goodput are told as a range, and times without them`;
}

/** How the bot repeated the marks of its requests, and which deviations are not a mistake. */
function mannerLines({ settings: { repeats }, judged = {} }: Load): readonly string[] {
  const words = repeats?.split(',') ?? [];
  const told = words.flatMap((word) => (Object.hasOwn(manners, word) ? [manners[word] ?? word] : []));
  const { n, broke } = judged['said'] ?? { n: 0, broke: 0 };
  if (broke === 0) return told;
  const missing = `in ${broke} of ${n} replies a mark of the request is missing: the bot may not have followed the instruction, or the reply was cut off; these single replies are not counted as wrong`;
  return [...told, missing];
}

const manners: { readonly [word: string]: string } = {
  stream: 'each streamed request carried two random words, which a bot that repeats its message echoes',
  chat: 'each chat carried two random words, which a bot that repeats its message echoes',
  'stream-said': 'in streams the bot says the marks that it is asked for',
  'chat-said': 'in chats the bot says the marks that it is asked for',
};

/** Why replies were not checked for the marks of their requests. Undefined where they were, or could have none. */
function judgedLess({ settings: { sameInput, repeats, repeatsFrom }, judged }: Load): string | undefined {
  if (judged === undefined || judged['own'] !== undefined || judged['said'] !== undefined) return undefined;
  if (sameInput === true) return 'every request had the same text, so replies could not be distinguished';
  if (judged['others'] === undefined) return undefined;
  if (repeats !== undefined) return undefined;
  const from =
    repeatsFrom === undefined ? 'it was not learned whether the bot repeats them' : escapeControls(repeatsFrom);
  return `replies were not checked for the marks of their own requests: ${from}`;
}

/** The result of the audio samples that were decoded after the run. Undefined where none was decoded. */
function heardText({ samplesHeard, failuresBySample, wrongShare }: Load): string | undefined {
  if (samplesHeard === undefined) return undefined;
  const { n, right, wrong, inconclusive, because } = samplesHeard;
  const decoded = `${pluralize(n, 'sample')} of the audio ${n === 1 ? 'was' : 'were'} decoded`;
  if (right === n)
    return `${decoded}, ${n === 1 ? 'and it is not wrong' : 'none of them wrong'}; whether they hold their texts to the end is not judged`;
  const open =
    inconclusive === 0
      ? ''
      : `, ${inconclusive} could not be judged (${escapeControls(because ?? 'no reason is given')})`;
  const told = `${decoded}: ${right} right, ${wrong} wrong${open}`;
  if (failuresBySample === undefined || wrongShare === undefined) return told;
  const [low, high] = wrongShare.interval.map(percentText);
  return `${told}; the other ${pluralize(failuresBySample.undecoded, 'spoken answer')} ${failuresBySample.undecoded === 1 ? 'was' : 'were'} not decoded: by these samples, ${percentText(wrongShare.share)} of all complete answers are wrong (95 %: ${low} to ${high})`;
}

/** Raw samples do not state their playback rate, on which all lengths of their audio depend. */
function assumedText({ settings: { format }, speech }: Load): string | undefined {
  if (format !== 'pcm' || speech === undefined) return undefined;
  return 'raw PCM was taken as 16 bits, mono, 24 kHz wherever its contentType names no rate or channels: seconds of audio and the real-time factor rest on that';
}

/** The mark shown beside a verdict about missing marks. */
const marksVerdictTones = { wrong: 'fail', inconclusive: 'inconclusive' } as const;

/** Lines for the terminal, and the first wrong responses. */
export function rightLines(load: Load): readonly string[] {
  const { wrongAnswers = [] } = load;
  const shown = wrongAnswers.slice(0, 3).map((answer) => {
    const { id, atMs, because, kept, sample } = answer;
    const file = kept === undefined && sample === undefined ? '' : ` (${fileOf(answer)})`;
    return `✗ ${escapeControls(id)} at ${durationText(Math.round(atMs))}: ${escapeControls(because)}${file}`;
  });
  const [less, heard, marks, errors] = [judgedLess(load), heardText(load), load.marksVerdict, errorEvents(load)];
  const assumed = assumedText(load);
  return [
    ...judgedRows(load).map(([rule, held, of]) => `${rule}: ${held} of ${of}`),
    ...(errors === undefined ? [] : [`${verdictMarks.inconclusive} ${errors}`]),
    ...mannerLines(load),
    ...(marks === undefined ? [] : [`${verdictMarks[marksVerdictTones[marks.is]]} ${marks.says}`]),
    ...(less === undefined ? [] : [less]),
    ...(heard === undefined ? [] : [heard]),
    ...(assumed === undefined ? [] : [assumed]),
    ...shown,
    ...(shown.length === 0 ? [] : [`  to send the same requests again: ${repeatCommand(load)}`]),
  ];
}
