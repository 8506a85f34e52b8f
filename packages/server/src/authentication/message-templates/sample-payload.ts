// Sample values for previews and test messages.
import type { MessagePayload } from '@tessera/connectors/connector';
import type { TemplateSample } from '@tessera/contract/message-templates';
import type { TemplateType } from '@tessera/contract/message-types';
import { variablesOf } from '@tessera/contract/message-variables';

export const samplePayload = (type: TemplateType, locale: string, names: TemplateSample = {}): MessagePayload => {
  const {
    userName = 'Ada Lovelace',
    applicationName = 'Storefront',
    organizationName = 'Acme',
  } = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
  const user = {
    ...{ id: 'u8k2m4qs7x1c', name: userName, username: 'ada', avatar: 'https://example.com/ada.png' },
    ...{ primaryEmail: 'ada@example.com', primaryPhone: '15551234567' },
  };
  const branding = { logoUrl: 'https://example.com/logo.png' };
  const all: MessagePayload = {
    code: '123456',
    link: 'https://example.com/invitation?token=sample',
    application: { id: 'a5v9c3n0r2lw', name: applicationName, displayName: applicationName, branding },
    organization: { id: 'o3h6t1z8y4bk', name: organizationName, branding },
    user,
    inviter: user,
    locale,
    uiLocales: locale,
  };
  const used = new Set(variablesOf(type).map((name) => name.split('.')[0]));
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
};
