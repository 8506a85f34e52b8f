// Index of a long page's sections, next to them. The chosen section is in the URL.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { goToSection, useCurrentSection } from './current-section.ts';
import classes from './section-index.module.css';

export type IndexedSection = { id: string; title: string };

type Props = {
  sections: readonly IndexedSection[];
  /** Facts and health at the end edge, or above the sections when narrow. */
  aside?: ReactNode;
  children: ReactNode;
};

export function SectionIndex({ sections, aside, children }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const current = useCurrentSection(sections.map(({ id }) => id));
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (hash !== '') goToSection(hash);
  }, [hash]);
  return (
    <div className={classes.measure}>
      <div className={classes.columns} data-split={aside !== undefined || undefined}>
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
        <nav className={classes.index} aria-label={t('general.sections')}>
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className={classes.link}
                  aria-current={id === current ? 'true' : undefined}
                  onClick={(event) => {
                    event.preventDefault();
                    goToSection(id);
                    void navigate({ to: '.', search: true, hash: id, replace: true, resetScroll: false });
                  }}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.main}>{children}</div>
      </div>
    </div>
  );
}
