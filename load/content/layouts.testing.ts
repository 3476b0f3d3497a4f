import fc from 'fast-check';
import type { SampleStream } from './sample-replies.ts';
import type { StreamEvent } from './stream-event.ts';

/** One event with whether it carries text of the reply; `again` repeats the whole behind its parts. */
export type MadeEvent = { readonly name: string; readonly data: string; readonly carries: boolean | 'again' };

/** What a bot is asked to repeat, in another message each. */
export const uniqueWords = (of: number): readonly string[] =>
  ['alder', 'birch', 'cedar', 'dogwd', 'elmtr', 'furzy'].map(
    (tree, at) => `zq${tree}${'abcdefgh'[(of + at) % 8]}${'klmnopqr'[of % 8]}`,
  );
export const repeatRequestText = (words: readonly string[]): string =>
  `Please repeat these words in this order, and say nothing else: ${words.join(' ')}`;

/** How a stream is laid out: what it makes of the parts of a reply. */
export type Layout = {
  readonly says: string;
  readonly eventsOf: (parts: readonly string[], asked: Asked) => readonly MadeEvent[];
  /** What comes first where a tool is called is told from the reply by what no rule can say. */
  readonly isBeyondRules?: boolean;
};

type Asked = { readonly message: string; readonly id: string; readonly callsTool?: boolean };

const name: fc.Arbitrary<string> = fc.constantFrom(
  'text',
  'content',
  'delta',
  'token',
  'value',
  'chunk',
  'v',
  'answer',
  'part text',
  'a.b',
);
const eventName: fc.Arbitrary<string> = fc.constantFrom(
  'token',
  'delta',
  'message_delta',
  'content',
  'response.output_text.delta',
);

/** Members in any order. */
function shuffled(fields: object, order: number): object {
  const entries = Object.entries(fields);
  const at = entries.length === 0 ? 0 : order % entries.length;
  const turned = [...entries.slice(at), ...entries.slice(0, at)];
  return Object.fromEntries(order % 2 === 0 ? turned : turned.toReversed());
}

/** What holds the text, from the outside: a member, or a list. */
type Holder = { readonly is: 'member'; readonly name: string } | { readonly is: 'list' };

function heldBy(holders: readonly Holder[], text: unknown, beside: object, order: number): unknown {
  return holders.reduceRight(
    (inner, holder) => (holder.is === 'list' ? [inner] : shuffled({ ...beside, [holder.name]: inner }, order)),
    text,
  );
}

/** Several tokens for one event. */
function split(text: string): readonly string[] {
  return [text.slice(0, 3), text.slice(3)].filter((part) => part !== '');
}

const jsonLayouts = fc.record({
  names: fc.array(name, { minLength: 1, maxLength: 3 }),
  isInList: fc.boolean(),
  order: fc.nat(11),
  event: fc.option(eventName, { nil: undefined }),
  kind: fc.option(fc.constantFrom('type', 'kind', 'event', 'object', 'op'), { nil: undefined }),
  beside: fc.constantFrom(
    {},
    { index: 0 },
    { id: 'c1', model: 'bot-4' },
    { logprobs: null, done: false },
    { role: 'assistant' },
  ),
  texts: fc.constantFrom('parts', 'soFar', 'list'),
  /** What comes first, and carries none of the reply. */
  first: fc.subarray(['session', 'role', 'empty', 'status', 'question', 'title', 'ping', 'usage']),
  last: fc.subarray(['usage', 'again', 'empty', 'session', 'done']),
  between: fc.constantFrom('nothing', 'ping', 'usage'),
  pretty: fc.boolean(),
  /** By what an event with a text of its own is told from the reply, which comes where a tool is called only. */
  tool: fc.constantFrom('none', 'label', 'name', 'flag', 'member', 'place', 'elsewhere'),
});

type JsonLayout = typeof jsonLayouts extends fc.Arbitrary<infer Made> ? Made : never;

function jsonLayout(of: JsonLayout): Layout {
  const { names, isInList, order, event, kind, beside, texts, first, last, between, pretty, tool } = of;
  const holders: readonly Holder[] = [
    ...names.slice(0, -1).map((each): Holder => ({ is: 'member', name: each })),
    ...(isInList ? [{ is: 'list' } as const] : []),
    { is: 'member', name: names.at(-1) ?? 'text' },
  ];
  const written = (value: unknown): string => JSON.stringify(value, null, pretty ? 2 : undefined);
  const made = (carries: MadeEvent['carries'], value: unknown, as = event): MadeEvent => ({
    name: as ?? 'message',
    data: written(value),
    carries,
  });
  const canLabel = kind !== undefined && !names.includes(kind) && holders[0]?.is === 'member';
  const labelled = (label: string): object => (canLabel ? { [kind]: label } : {});
  const marked = tool === 'flag' ? { isThought: false } : {};
  const textAt = (text: unknown, label: string): unknown =>
    heldBy(holders, text, { ...beside, ...labelled(label), ...marked }, order);
  const notice = (label: string): string | undefined => (event === undefined ? undefined : `${label}_event`);
  const other = (what: string, { message, id }: Asked): readonly MadeEvent[] => {
    switch (what) {
      case 'session':
        return [made(false, { session: { sessionId: id } }, notice('session'))];
      case 'role':
        return [made(false, { role: 'assistant', ...labelled('role') })];
      case 'empty':
        return [made(false, textAt(texts === 'list' ? [] : '', 'text'))];
      case 'status':
        // Where nothing tells it from the reply, nobody could.
        return event === undefined && !canLabel
          ? []
          : [made(false, textAt(texts === 'list' ? ['Looking it up'] : 'Looking it up', 'status'), notice('status'))];
      case 'question':
        return [made(false, { asked: { prompt: message } }, notice('asked'))];
      case 'title':
        return [made(false, { title: message.slice(-60) }, notice('title'))];
      case 'ping':
        return [made(false, { ping: true, at: id }, notice('ping'))];
      case 'usage':
        return [made(false, { usage: { tokens: 12, model: 'bot-4' } }, notice('usage'))];
      default:
        return [{ name: 'message', data: '[DONE]', carries: false }];
    }
  };
  const thinking = (): readonly MadeEvent[] => {
    const text = texts === 'list' ? ['Let me', ' think'] : 'Let me think';
    const held = (more: object, label = 'text'): unknown =>
      heldBy(holders, text, { ...beside, ...labelled(label), ...more }, order);
    switch (tool) {
      case 'label':
        return canLabel ? [made(false, held({}, 'tool'))] : [];
      case 'name':
        return [{ ...made(false, held({})), name: 'tool_event' }];
      case 'flag':
        return [made(false, held({ isThought: true }))];
      case 'member':
        return [made(false, held({ tool: 'search' }))];
      case 'place':
        return [made(false, held({ index: 7 }))];
      case 'elsewhere':
        return [made(false, { thought: 'Let me think' })];
      default:
        return [];
    }
  };
  return {
    says: JSON.stringify(of),
    isBeyondRules: ['flag', 'member', 'place'].includes(tool),
    eventsOf: (parts, asked) => {
      const carrying = parts.map((part, place) => {
        const text = texts === 'soFar' ? parts.slice(0, place + 1).join('') : texts === 'list' ? split(part) : part;
        return made(true, textAt(text, 'text'));
      });
      const whole = parts.join('');
      const again = made('again', textAt(texts === 'list' ? [whole] : whole, 'text'));
      return [
        ...first.flatMap((what) => other(what, asked)),
        ...(asked.callsTool === true ? thinking() : []),
        ...carrying.flatMap((each, place) =>
          place % 3 === 1 && between !== 'nothing' ? [...other(between, asked), each] : [each],
        ),
        ...last.flatMap((what) => (what === 'again' ? [again] : other(what, asked))),
      ];
    },
  };
}

const plainLayouts = fc.record({
  as: fc.constantFrom('plain', 'string', 'pair'),
  event: fc.option(eventName, { nil: undefined }),
  first: fc.boolean(),
  last: fc.constantFrom('done', 'usage', 'nothing'),
});

type PlainLayout = typeof plainLayouts extends fc.Arbitrary<infer Made> ? Made : never;

function plainLayout(of: PlainLayout): Layout {
  const { as, event, first, last } = of;
  const dataOf = {
    plain: (text: string) => text,
    string: JSON.stringify,
    pair: (text: string) => JSON.stringify(['t', text]),
  };
  const named = (label: string): string => (event === undefined ? 'message' : label);
  return {
    says: JSON.stringify(of),
    eventsOf: (parts, { id }) => [
      ...(first ? [{ name: named('open'), data: JSON.stringify({ sessionId: id }), carries: false }] : []),
      ...parts.map((part): MadeEvent => ({ name: event ?? 'message', data: dataOf[as](part), carries: true })),
      ...(last === 'usage' ? [{ name: named('end'), data: '{"usage":{"tokens":3}}', carries: false }] : []),
      ...(last === 'done' ? [{ name: named('end'), data: '[DONE]', carries: false }] : []),
    ],
  };
}

/** Layouts as services have them, and as they could have them. */
export const layouts: fc.Arbitrary<Layout> = fc.oneof(
  { arbitrary: jsonLayouts.map(jsonLayout), weight: 4 },
  { arbitrary: plainLayouts.map(plainLayout), weight: 1 },
);

/** How a bot repeats what it was asked to. */
export const replyStyles = {
  exact: (words: readonly string[]): string => words.join(' '),
  quoting: (words: readonly string[], message: string): string =>
    `You said: “${message}”, so here: ${words.length} words.`,
  polite: (words: readonly string[]): string => `Sure! Here they are: ${words.join(', ')}. Anything else?`,
  deaf: (): string => 'Thank you for your message, we will be in touch with you shortly, my friend.',
} as const;

/** Every few letters, as tokens are. */
export function cutIntoTokens(text: string, length: number): readonly string[] {
  return text.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? [];
}

export function withSampleVerdict(
  events: readonly MadeEvent[],
  asked: Pick<SampleStream, 'message' | 'words'>,
): SampleStream {
  return { ...asked, events: events.map(({ name: each, data }) => ({ name: each, data, value: jsonValueOf(data) })) };
}

export function jsonValueOf(data: string): StreamEvent['value'] {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}
