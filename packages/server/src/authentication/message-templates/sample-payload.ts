// Sample values for previews and test messages.
import type { MessagePayload } from '@tessera/connectors/connector';
import type { TemplateSample } from '@tessera/contract/message-templates';
import { hasMagicLink } from '@tessera/contract/message-types';
import { variablesOf } from '@tessera/contract/message-variables';
import type { NewMessage } from '../messages/messages.ts';
import { type Setup, secretsOf } from './effective-template.ts';

type Kind = Pick<NewMessage, 'type'> & { setup: Setup; languageTag: string };

export const samplePayload = ({ setup, type, languageTag }: Kind, names: TemplateSample = {}): MessagePayload => {
  const { channel } = setup;
  const {
    userName = 'Ada Lovelace',
    applicationName = 'Storefront',
    organizationName = 'Acme',
  } = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
  const [givenName = '', ...others] = userName.split(' ');
  const user = {
    ...{ id: 'u8k2m4qs7x1c', name: userName, username: 'ada', avatar: 'https://example.com/ada.png' },
    ...{ primaryEmail: 'ada@example.com', primaryPhone: '15551234567' },
    profile: { givenName, familyName: others.join(' '), nickname: givenName },
  };
  const branding = { logoUrl: 'https://example.com/logo.png' };
  const all: MessagePayload = {
    code: '123456',
    link: `https://example.com/${hasMagicLink(channel, type) ? 'sign-in/link#sample' : 'invitation?token=sample'}`,
    application: { id: 'a5v9c3n0r2lw', name: applicationName, displayName: applicationName, branding },
    organization: { id: 'o3h6t1z8y4bk', name: organizationName, branding },
    user,
    inviter: user,
    locale: languageTag,
    uiLocales: languageTag,
  };
  const secrets: readonly string[] = secretsOf(setup, type);
  const used = new Set(variablesOf(channel, type).map((name) => name.split('.')[0]));
  const isFilled = (name: string) => used.has(name) && (name !== 'link' || secrets.includes(name));
  return Object.fromEntries(Object.entries(all).filter(([name]) => isFilled(name)));
};
