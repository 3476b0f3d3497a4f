import { chatFlags } from '../../../contract/limits.ts';
import { headerOf, type Exchange } from '../../../model/exchange.ts';
import { sentJson } from '../../../bodies/sent-json.ts';
import { isRecord } from '../../../reading/is-object.ts';

/** Instructions and texts are described by their length: both may have pages. */
const lengthOf = (text: string): string => {
  const [all, letters] = [[...text].length, text.replaceAll(/[^\x00-\x7f]/gu, '')];
  const beyond = all - letters.length;
  const counted = `${all} ${all === 1 ? 'character' : 'characters'}`;
  return beyond === 0 ? counted : `${counted}, ${beyond} beyond ASCII`;
};

const longestShown = 20;

/** The value as it is sent; nothing for a long value, or for one that is neither a name nor a number. */
function valueOf(value: unknown): readonly string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value);
  return text.length > longestShown ? [] : [text];
}

/** `nova, opus, speed 4, 19 characters, instructions of 30 characters` */
function speechWords(body: Readonly<Record<string, unknown>>): readonly string[] {
  const { text, voice, format, speed, instructions } = body;
  return [
    ...valueOf(voice),
    ...valueOf(format),
    ...valueOf(speed).map((value) => `speed ${value}`),
    ...(typeof text === 'string' ? [lengthOf(text)] : []),
    ...(typeof instructions === 'string' ? [`instructions of ${lengthOf(instructions)}`] : []),
  ];
}

/** `40 characters, goes on, webSearch` */
function chatWords(body: Readonly<Record<string, unknown>>): readonly string[] {
  const { message, sessionId } = body;
  return [
    ...(typeof message === 'string' ? [lengthOf(message)] : []),
    ...(sessionId === undefined || sessionId === null ? [] : ['goes on']),
    ...chatFlags.filter((flag) => body[flag] === true),
  ];
}

/**
 * What a use asked for, which its price may depend on: the name of the use in the ledger does not show it. Empty where
 * the request has no such body.
 */
export function describeRequest({ operation, request }: Exchange): string {
  const isForm = headerOf(request.headers, 'content-type')?.includes('urlencoded') === true;
  const body = isForm
    ? Object.fromEntries(new URLSearchParams(Buffer.from(request.body).toString('utf8')))
    : sentJson(request);
  if (!isRecord(body)) return '';
  return (operation === 'speech' ? speechWords(body) : chatWords(body)).join(', ');
}
