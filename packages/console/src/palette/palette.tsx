// The palette: type a part of a name and press Enter. Pages, actions, and what the tenant holds. The focus stays in the
// field; arrows move the choice in the list below it.
import { Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActions } from './actions.ts';
import { matching } from './entry.ts';
import { useFoundApplications } from './found-applications.ts';
import { useFoundOrganizations } from './found-organizations.ts';
import { useFoundRoles } from './found-roles.ts';
import { useFoundUsers } from './found-users.ts';
import { usePages } from './pages.ts';
import classes from './palette.module.css';
import { PaletteList } from './palette-list.tsx';

type Props = { opened: boolean; onClose: () => void };

export function Palette({ opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      size={600}
      padding={0}
      // A list whose length changes would jump about in the middle of the screen.
      centered={false}
      yOffset="12dvh"
      attributes={{ content: { 'aria-label': t('palette.title') } }}
    >
      <PaletteContent onClose={onClose} />
    </Modal>
  );
}

function PaletteContent({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(-1);
  const listId = useId();
  // What is found comes last: it arrives later, and must not push away what somebody is about to choose.
  const groups = [
    { key: 'pages', entries: matching(usePages(), query) },
    { key: 'actions', entries: matching(useActions(), query) },
    { key: 'applications', entries: useFoundApplications(query) },
    { key: 'roles', entries: useFoundRoles(query) },
    { key: 'organizations', entries: useFoundOrganizations(query) },
    { key: 'users', entries: useFoundUsers(query) },
  ] as const;
  const entries = groups.flatMap((group) => group.entries);
  const active = entries[Math.min(index, entries.length - 1)];
  const optionId = (id: string) => `${listId}-${id}`;
  const activeId = active && optionId(active.id);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const type = (text: string) => {
    setQuery(text);
    setIndex(text === '' ? -1 : 0);
  };
  const choose = (run: () => void) => {
    onClose();
    run();
  };
  const onKey = (event: KeyboardEvent) => {
    // Enter may belong to a word that is still being composed.
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key !== 'ArrowDown' && key !== 'ArrowUp' && key !== 'Enter') return;
    event.preventDefault();
    if (key === 'ArrowDown') setIndex(index + 1 < entries.length ? index + 1 : 0);
    else if (key === 'ArrowUp') setIndex(index > 0 ? index - 1 : entries.length - 1);
    else if (active) choose(active.run);
  };

  return (
    <>
      <TextInput
        variant="unstyled"
        size="lg"
        classNames={{ input: classes.field }}
        placeholder={t('palette.open')}
        aria-label={t('palette.open')}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        leftSectionWidth={48}
        maxLength={256}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKey}
        data-autofocus
      />
      <PaletteList id={listId} groups={groups} activeId={activeId} optionId={optionId} onChoose={choose} />
      <p className="visually-hidden" role="status">
        {query === '' ? '' : t('list.results', { count: entries.length })}
      </p>
    </>
  );
}
