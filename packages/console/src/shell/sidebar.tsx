// The pages of the console, in groups.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import classes from './sidebar.module.css';
import { useSections } from './use-sections.ts';

export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.sidebar} aria-label={t('shell.pages')}>
      {useSections().map((section) => (
        <section key={section.key} aria-label={t(`sidebar.${section.key}`)}>
          <p className={classes.title} aria-hidden="true">
            {t(`sidebar.${section.key}`)}
          </p>
          <ul className={classes.items}>
            {section.items.map(({ key, to, icon: Icon }) => (
              <li key={key}>
                <Link to={to} className={classes.item} {...(onNavigate && { onClick: onNavigate })}>
                  <Icon size={16} stroke={1.6} />
                  {t(`sidebar.${key}`)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
