// Ways to get help from the tenant.
import { useApp } from '../app-context.ts';
import { webLink } from '../leave.ts';
import { NewTab } from './document-link.tsx';

/** A page to read, or else the email address. */
export const useHelp = () => {
  const { settings } = useApp();
  const website = webLink(settings.supportWebsiteUrl);
  const email = settings.supportEmail ? `mailto:${settings.supportEmail}` : undefined;
  return { page: website ?? email, contact: email ?? website };
};

export const ContactSupport = () => {
  const { settings, t } = useApp();
  const { contact } = useHelp();
  const text = t('action.contact_support');
  if (!contact) return null;
  return contact.startsWith('mailto:') ? (
    <a href={contact} title={settings.supportEmail ?? undefined}>
      {text}
    </a>
  ) : (
    <NewTab href={contact}>{text}</NewTab>
  );
};
