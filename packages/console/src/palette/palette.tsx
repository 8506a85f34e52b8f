// The palette: type a part of a name and press Enter. Pages, actions, and what the tenant holds.
import { UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActions } from './actions.ts';
import { matching } from './entry.ts';
import { useFoundApplications } from './found-applications.ts';
import { usePages } from './pages.ts';
import classes from './palette.module.css';

export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [[store, spotlight]] = useState(createSpotlight);
  const [query, setQuery] = useState('');
  const listId = useId();
  const { selected: chosen } = useSpotlight(store);
  useEffect(() => {
    if (opened) spotlight.open();
    else spotlight.close();
  }, [opened, spotlight]);

  // What is found comes last: it arrives later, and must not push away what somebody is about to choose.
  const groups = [
    { key: 'pages', entries: matching(usePages(), query) },
    { key: 'actions', entries: matching(useActions(), query) },
    { key: 'applications', entries: useFoundApplications(query) },
  ] as const;
  const ids = groups.flatMap(({ entries }) => entries.map(({ id }) => id));
  const selected = query !== '' && chosen < 0 ? 0 : chosen;
  const optionId = (id: string) => `${listId}-${id}`;
  const active = ids[selected];

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      radius="lg"
      // A list whose length changes would jump about in the middle of the screen.
      centered={false}
      yOffset="12dvh"
      overlayProps={{ backgroundOpacity: 0.4, blur: 2 }}
      transitionProps={{ transition: 'pop', duration: 120 }}
      attributes={{ content: { 'aria-label': t('palette.title') } }}
    >
      <Spotlight.Search
        placeholder={t('palette.open')}
        aria-label={t('palette.open')}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        maxLength={256}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={active === undefined ? undefined : optionId(active)}
        autoComplete="off"
        spellCheck={false}
      />
      <Spotlight.ActionsList id={listId} role="listbox" aria-label={t('palette.title')}>
        {groups.map(
          ({ key, entries }) =>
            entries.length > 0 && (
              <Spotlight.ActionsGroup
                key={key}
                label={t(`palette.groups.${key}`)}
                role="group"
                aria-label={t(`palette.groups.${key}`)}
                className={classes.group}
              >
                {entries.map(({ id, label, description, icon: Icon, run }) => (
                  // The library's own line has no place for an identifier, which the field has to name.
                  <UnstyledButton
                    key={id}
                    id={optionId(id)}
                    className={classes.action}
                    role="option"
                    tabIndex={-1}
                    aria-selected={id === active}
                    data-action
                    data-selected={id === active || undefined}
                    // The focus stays in the field.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => {
                      onClose();
                      run();
                    }}
                  >
                    <Icon size={16} stroke={1.6} aria-hidden="true" />
                    <span className={classes.label} dir="auto">
                      {label}
                    </span>
                    {description !== undefined && <span className={classes.description}>{description}</span>}
                  </UnstyledButton>
                ))}
              </Spotlight.ActionsGroup>
            ),
        )}
        {ids.length === 0 && <p className={classes.nothing}>{t('list.nothing_found')}</p>}
      </Spotlight.ActionsList>
      <p className="visually-hidden" role="status">
        {query === '' ? '' : t('list.results', { count: ids.length })}
      </p>
    </Spotlight.Root>
  );
}
