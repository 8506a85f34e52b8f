// Where the tenant's users find help.
import { useApp } from '../app-context.ts';
import { webLink } from '../leave.ts';
import { DocumentLink } from './document-link.tsx';

export const Support = () => {
  const { settings, t } = useApp();
  const { supportEmail } = settings;
  const website = webLink(settings.supportWebsiteUrl);
  if (!supportEmail && !website) return null;
  return (
    <p className="aside support">
      <span>{t('description.support')}</span>
      {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
      {website && <DocumentLink href={website}>{new URL(website).host}</DocumentLink>}
    </p>
  );
};
