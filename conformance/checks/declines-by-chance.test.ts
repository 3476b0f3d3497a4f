import { expect, it } from 'vitest';
import { valid, validExcept, withFault, type Behaviour } from '../../fixtures/index.ts';
import { slowStreams } from '../../fixtures/faults/unhurried.ts';
import { checksNamed, verdictsIn } from '../judged-at.testing.ts';
import { judgeService } from '../judged.testing.ts';
import { wordQuestion } from './conversation.ts';

const declined = 'I am sorry, but I cannot help with that.';

/** Declines every second of the first six wishes: those that run while other streams are left. */
function declinesBesideOthers(): Partial<Behaviour> {
  let wishes = 0;
  return {
    replyTo: (message, ...more) => {
      if (message.startsWith('In three sentences')) wishes += 1;
      const isDeclined = message.startsWith('In three sentences') && wishes < 6 && wishes % 2 === 1;
      return isDeclined ? declined : valid.replyTo(message, ...more);
    },
  };
}

/** Declines the first three questions behind a chat with the first option flag. */
function declinesBehindAFlag(): Partial<Behaviour> {
  let isBehind = false;
  let times = 0;
  return {
    remember: (session, message, operation, fields) => {
      isBehind = operation === 'chat' && fields?.['includeCitations'] === true;
      valid.remember(session, message, operation, fields);
    },
    replyTo: (message, ...more) => {
      if (message === wordQuestion && isBehind) times += 1;
      return message === wordQuestion && isBehind && times < 4 ? declined : valid.replyTo(message, ...more);
    },
  };
}

it('takes a bot that declined just the streams beside others, once they are sent again', async () => {
  const chosen = checksNamed('stream.disconnect/ends-no-other-stream');
  expect(verdictsIn(await judgeService(validExcept(slowStreams, declinesBesideOthers), chosen))).toEqual(['pass']);
  expect(verdictsIn(await judgeService(withFault('stream-left-ends-the-others'), chosen))[0]).toMatch(/^fail/);
});

it('takes a bot that declined just the questions behind an option flag, once they are asked again', async () => {
  const chosen = checksNamed('chat.flags/chats-stay-in-their-session');
  expect(verdictsIn(await judgeService(validExcept(declinesBehindAFlag), chosen))).toEqual(['pass']);
});
