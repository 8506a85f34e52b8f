import { expect, it } from 'vitest';
import { isReplyTo, isSendFrom } from './message-senders.ts';

it.each([
  ['help@example.com', true, true],
  ['Help <help@example.com>', true, true],
  ['"Help, us" <help@example.com>', true, true],
  ['{{application.name}} <help@example.com>', true, true],
  ['{{user.primaryEmail}}', true, true],
  ['{{user.name}} <{{ user.primaryEmail }}>', true, true],
  ['Help', false, true],
  ['help@', false, false],
  ['a@example.com, b@example.com', false, false],
  ['Help <help@example.com> and more', false, false],
  ['Help <help@example@com>', false, false],
  ['{{user.name}}@example.com', true, false],
])('%s', (text, asReplyTo, asSendFrom) => expect([isReplyTo(text), isSendFrom(text)]).toEqual([asReplyTo, asSendFrom]));
