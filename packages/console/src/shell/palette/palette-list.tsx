// Grouped results of the palette.
import { useTranslation } from 'react-i18next';
import type { Entry } from './entry.ts';
import type { EntityKey } from './found.ts';
import classes from './palette-list.module.css';

type Props = {
  id: string;
  groups: readonly { key: 'pages' | 'actions' | EntityKey; entries: readonly Entry[] }[];
  isSearching: boolean;
  activeId: string | undefined;
  optionId: (id: string) => string;
  onChoose: (run: () => void) => void;
};

export function PaletteList({ id, groups, isSearching, activeId, optionId, onChoose }: Props) {
  const { t } = useTranslation();
  const shown = groups.filter(({ entries }) => entries.length > 0);
  return (
    <div id={id} className={classes.list} role="listbox" aria-label={t('palette.title')}>
      {shown.map(({ key, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
        <div key={key} role="group" aria-label={t(`palette.groups.${key}`)}>
          <p className={classes.group} aria-hidden="true">
            {t(`palette.groups.${key}`)}
          </p>
          {entries.map(({ id: entryId, label, description, icon: Icon, run }) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles keys and keeps the focus
            <div
              key={entryId}
              id={optionId(entryId)}
              className={classes.entry}
              role="option"
              tabIndex={-1}
              aria-selected={optionId(entryId) === activeId}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(run)}
            >
              <Icon size={16} stroke={1.6} aria-hidden="true" />
              <span className={classes.label} dir="auto">
                {label}
              </span>
              {description !== undefined && <span className={classes.description}>{description}</span>}
            </div>
          ))}
        </div>
      ))}
      {isSearching && (
        <p className={classes.nothing} aria-hidden="true">
          {t('palette.searching')}
        </p>
      )}
      {shown.length === 0 && !isSearching && <p className={classes.nothing}>{t('list.nothing_found')}</p>}
    </div>
  );
}
