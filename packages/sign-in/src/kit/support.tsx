// Where the tenant's users find help.
import { useApp } from '../app-context.ts';
import { webLink } from '../leave.ts';
import { NewTab } from './document-link.tsx';

export const Support = () => {
  const { settings, t } = useApp();
  const { supportEmail } = settings;
  const website = webLink(settings.supportWebsiteUrl);
  if (!supportEmail && !website) return null;
  return (
    <p className="aside support">
      <span>{t('description.support')}</span>
      {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
      {website && <NewTab href={website}>{new URL(website).host}</NewTab>}
    </p>
  );
};
