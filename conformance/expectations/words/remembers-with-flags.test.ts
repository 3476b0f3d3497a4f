import { describe, expect, it } from 'vitest';
import type { Exchanges } from '../../model/check.ts';
import { answered } from '../sample-exchange.testing.ts';
import {
  flagThatForgets,
  recallsWordBesideQuestion,
  recallsInRepliesWithFlags,
  remembersWithFlags,
  seemsNewSession,
} from './remembers-with-flags.ts';

type Told = {
  readonly by?: 'chat' | 'stream';
  readonly flag?: 'useMcp' | 'webSearch';
  readonly known?: boolean;
  /** Whether the bot says the word told before as well. */
  readonly earlier?: boolean;
  /** Further text of the reply to the turn. */
  readonly more?: string;
  /** The whole reply to the turn. */
  readonly reply?: string;
  readonly status?: number;
};

const sessionId = 'a session';
const wordAt = (at: number): string => `zq${('klmnopqrstuvwxyz'[at] ?? 'a').repeat(10)}`;

/** For each of these a turn that tells a word, and the question for it. */
const turns = (...told: readonly Told[]): Exchanges =>
  told.flatMap(({ by = 'chat', flag, known = true, earlier = false, more = '', reply, status = 200 }, at) => {
    const word = wordAt(at);
    const said = earlier ? `${wordAt(at - 1)} ${word}` : word;
    const message = `Please remember this word: ${word}`;
    const sent = { message, ...(at === 0 ? {} : { sessionId }), ...(flag === undefined ? {} : { [flag]: true }) };
    return [
      answered({
        id: `c#${2 * at + 1}`,
        operation: by,
        status,
        sent,
        body: { reply: reply ?? `Noted: ${word}${more}` },
      }),
      answered({
        id: `c#${2 * at + 2}`,
        operation: 'chat',
        sent: { message: 'Which?', sessionId },
        body: { reply: known ? said : 'None.' },
      }),
    ];
  });

const plain: Told = {};
const lost: Told = { flag: 'useMcp', known: false };
const judge = remembersWithFlags('chat');
const unsure = {
  inconclusive:
    'the bot did not know each word of the turns without flags either; name a bot that remembers with --bot',
};

describe('remembersWithFlags', () => {
  it('takes a bot that knows what it was told, once at least', () => {
    expect(judge(turns(plain, { flag: 'useMcp' }, { flag: 'webSearch' }))).toEqual([]);
    expect(judge(turns(plain, lost, plain, lost, plain, { flag: 'useMcp' }))).toEqual([]);
  });
  it('finds a word that is lost three times, while those around it are known', () => {
    expect(judge(turns(plain, lost, lost, plain, lost, plain))).toEqual([
      {
        subject: 'memory',
        expected: 'the word zqoooooooooo, told in c#9 with useMcp, as it knew those told without flags',
        observed: 'the reply to c#10 lacks it, the last of 3 such turns',
        exchange: 'c#10',
        restsOn: ['c#9'],
      },
    ]);
  });
  it('does not judge what was lost twice only, or by a bot that forgets others too', () => {
    expect(judge(turns(plain, lost, lost, plain, plain))).toEqual(unsure);
    expect(judge(turns(plain, lost, lost, plain, lost, { known: false }))).toEqual({ ...unsure, isUnspecified: true });
  });
  it('does not judge a bot without a memory, nor one whose flags are all refused', () => {
    const none = {
      inconclusive:
        'the bot showed no memory here of what it was told: name one that remembers with --bot; if this one does, its sessions may not be kept',
    };
    expect(judge(turns({ known: false }, lost, lost, lost))).toEqual(none);
    expect(judge(turns(plain, { ...lost, status: 400 }, plain))).toEqual({
      inconclusive: 'no chat with an option flag was accepted',
      isUnspecified: true,
    });
  });
  it('judges streams by the words that streams were told', () => {
    const told = turns(
      plain,
      { ...lost, by: 'stream' },
      { ...lost, by: 'stream' },
      plain,
      { ...lost, by: 'stream' },
      plain,
    );
    expect(remembersWithFlags('stream')(told)).toHaveLength(1);
    expect(flagThatForgets(told, 'stream')).toBe('useMcp');
    expect(flagThatForgets(told, 'chat')).toBeUndefined();
  });
});

describe('a flag that begins another conversation, of a service that gives a new id each turn', () => {
  const both: Told = { earlier: true };
  const anew: Told = { flag: 'useMcp' };
  const kept: Told = { flag: 'useMcp', earlier: true };

  const longer: Told = { ...anew, more: ' '.repeat(99) };

  /** A turn that tells a word, many other turns, and the question for the word. */
  const farBack = (known: boolean): Exchanges => {
    const word = wordAt(15);
    const talked = Array.from({ length: 8 }, (_, at) =>
      answered({ id: `f#${at + 2}`, operation: 'chat', sent: { message: 'Go on.' }, body: { reply: 'Yes.' } }),
    );
    return [
      answered({
        id: 'f#1',
        operation: 'chat',
        sent: { message: `Please remember: ${word}` },
        body: { reply: 'Yes.' },
      }),
      ...talked,
      answered({ id: 'f#10', operation: 'chat', sent: { message: 'Which?' }, body: { reply: known ? word : 'None.' } }),
    ];
  };

  it('is found where the turns with it do not know what was told before, three times', () => {
    const told = turns(plain, both, anew, both, anew, both, anew, both);
    expect(seemsNewSession(told, 'chat')).toBe(true);
    expect(judge([...told, ...farBack(true)])).toEqual([
      {
        subject: 'memory',
        expected: `the word ${wordAt(5)}, told before c#13, which set useMcp, as after turns without flags`,
        observed: 'the reply to c#14 has the word of that turn alone, the last of 3 such turns',
        exchange: 'c#14',
        restsOn: ['c#13'],
      },
    ]);
    expect(flagThatForgets(turns(plain, both, anew), 'chat')).toBe('useMcp');
  });
  it('is not, where the bot does not look back far, or was not asked to', () => {
    const told = turns(plain, both, anew, both, anew, both, anew, both);
    for (const more of [farBack(false), []]) expect(judge([...told, ...more])).toEqual([]);
  });
  it.each([
    ['one of them knew it', [plain, both, anew, both, kept, both, anew, both]],
    ['it was asked for twice only', [plain, both, anew, both, anew, both, both]],
    ['turns without a flag do not know more than one word either', [plain, plain, anew, plain, anew, plain, anew]],
    ['one without a flag did not', [plain, both, anew, both, anew, plain, anew, both]],
    ['its answers were longer, and left less room', [plain, both, longer, both, longer, both, longer, both]],
  ] as const)('is not, where %s', (_, told: readonly Told[]) => {
    expect(seemsNewSession(turns(...told), 'chat')).toBe(false);
    expect(judge([...turns(...told), ...farBack(true)])).toEqual([]);
  });
});

describe('what is told with a question', () => {
  it('is known, where the newest of two plain turns was', () => {
    expect(recallsWordBesideQuestion(turns(plain, plain, lost))).toBe(true);
    for (const seen of [turns(plain), turns(plain, { known: false }), []])
      expect(recallsWordBesideQuestion(seen)).toBe(false);
  });
});

describe('the reply to a turn with a flag', () => {
  /** The reply to the turn at this position says the word told before it. */
  const recalls = (at: number): Told => ({ more: ` and ${wordAt(at - 1)}` });
  const alone: Told = { flag: 'useMcp' };
  const searched: Told = { flag: 'useMcp', more: '' };
  const judged = (...told: readonly Told[]) => recallsInRepliesWithFlags(turns(...told));

  it('is found where it knows its own word alone, three times, and those without a flag all know more', () => {
    const told = [plain, recalls(1), alone, recalls(3), alone, recalls(5), searched];
    expect(judged(...told)).toEqual([
      {
        subject: 'memory',
        expected: `the word ${wordAt(5)}, told before, in the reply to c#13 with useMcp, as in replies without a flag`,
        observed: 'only the word of that turn, as in each of 3 such replies',
        exchange: 'c#13',
      },
    ]);
    expect(flagThatForgets(turns(plain, recalls(1), alone), 'chat')).toBe('useMcp');
  });
  it('is not, where it knew one once, or was asked twice', () => {
    const knows: Told = { flag: 'useMcp', ...recalls(2) };
    expect(judged(plain, recalls(1), knows, recalls(3), alone, recalls(5), alone)).toEqual([]);
    expect(judged(plain, recalls(1), alone, recalls(3), alone, recalls(5))).toEqual({
      inconclusive: 'it was not asked often enough for what was told before',
    });
  });
  it('is not looked at where the flag has it made of something else, nor asked for again', () => {
    // The reply to the first flag is made of search results, and the turn with the second flag is forgotten: only the
    // second is asked for again.
    const found: Told = { flag: 'webSearch', reply: 'Ten results.' };
    const told = [plain, recalls(1), found, lost] as const;
    expect(flagThatForgets(turns(...told), 'chat')).toBe('useMcp');
    expect(flagThatForgets(turns(plain, recalls(1), found), 'chat')).toBeUndefined();
  });
  it('goes behind a word that another flag loses', () => {
    const forgetful: Told = { flag: 'webSearch' };
    expect(flagThatForgets(turns(plain, recalls(1), forgetful, lost), 'chat')).toBe('useMcp');
  });
  it('is not of a bot that says no earlier word without a flag either', () => {
    const none = {
      inconclusive: 'no reply without a flag said what was told before it; name a bot that does with --bot',
      isUnspecified: true,
    };
    expect(judged(plain, plain, alone, plain, alone, plain, alone)).toEqual(none);
    expect(judged(plain, recalls(1), recalls(2), recalls(3))).toEqual(none);
    const recallsOnly = (at: number): Told => ({ reply: `Before: ${wordAt(at - 1)}` });
    expect(judged(plain, recallsOnly(1), alone, recallsOnly(3), alone, recallsOnly(5), alone)).toEqual({
      inconclusive:
        'replies without a flag said what was told before them, and not the word of their own turn, by which a reply that is made of something else is known; name a bot that says both with --bot',
      isUnspecified: true,
    });
  });
});
