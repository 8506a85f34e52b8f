import { describe, expect, it } from 'vitest';
import { channelOf, parseTemplateSearch, switchChannel, typeOf } from './template-search.ts';

describe('the template in the URL', () => {
  it.each([
    [{}, {}],
    [{ channel: 'Email', type: 'SignIn' }, {}],
    [
      { channel: 'Sms', type: 'BindMfa', language: 'pt-BR' },
      { channel: 'Sms', type: 'BindMfa', language: 'pt-BR' },
    ],
    [{ channel: 'Sms', type: 'PasswordReset' }, { channel: 'Sms' }],
    [{ channel: 'Fax', type: 'Nothing', language: '../x' }, {}],
  ])('%j', (search, expected) => expect(parseTemplateSearch(search)).toEqual(expected));

  it('has defaults', () => expect([channelOf({}), typeOf({})]).toEqual(['Email', 'SignIn']));

  it('keeps what the other channel has', () => {
    expect(switchChannel({ type: 'BindMfa', language: 'de' }, 'Sms')).toEqual({
      ...{ channel: 'Sms', type: 'BindMfa', language: 'de' },
    });
    expect(switchChannel({ type: 'UserInvitation' }, 'Sms')).toEqual({ channel: 'Sms' });
    expect(switchChannel({ channel: 'Sms', type: 'Generic' }, 'Email')).toEqual({ type: 'Generic' });
  });
});
