import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { whyBotIsRefused } from './foreign-session.ts';

it('a listed bot of another workspace that is in no state to chat is no matter of whose it is', () => {
  const refused = answered({ operation: 'chat', status: 409 });
  expect(whyBotIsRefused(refused, { authorization: 'Bearer b', bot: 'support', listed: 'this' }, [refused])).toBe(
    'the other workspace got status 409 to a chat with the bot "support", which GET /v1/bots lists for it: it may be a draft, or archived; give one that takes chats with --other-bot',
  );
});
