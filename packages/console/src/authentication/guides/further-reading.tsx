// Links at the end of a guide: what to set up next.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { NewTabLink } from '../../kit/new-tab-link.tsx';
import blocks from './blocks.module.css';
import classes from './guide-page.module.css';

const ofUsers = [
  { to: '/sign-in-experience', text: 'sign_in' },
  { to: '/connectors', text: 'connectors' },
  { to: '/enterprise-sso', text: 'sso' },
] as const;
const ofAll = [
  { to: '/roles', text: 'roles' },
  { to: '/api-resources', text: 'resources' },
] as const;

export function FurtherReading({ signsUsersIn }: { signsUsersIn: boolean }) {
  const { t } = useTranslation();
  const { settings } = useServices();
  return (
    <section className={classes.step} aria-labelledby="further-reading">
      <h2 className={classes.title} id="further-reading">
        {t('guides.reading.title')}
      </h2>
      <ul className={blocks.list}>
        {[...(signsUsersIn ? ofUsers : []), ...ofAll].map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>{t(`guides.reading.${text}`)}</Link>
          </li>
        ))}
        <li>
          <NewTabLink href={settings.help.docs}>{t('guides.reading.docs')}</NewTabLink>
        </li>
      </ul>
    </section>
  );
}
