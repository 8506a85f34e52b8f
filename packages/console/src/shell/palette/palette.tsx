// Command palette: pages, actions and the tenant's entities. Focus stays in the search field; arrow keys move the
// selection.
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog.tsx';
import { useActions } from './actions.ts';
import { exactFirst, matching } from './entry.ts';
import { type EntityKey, useFound } from './found.ts';
import { usePages } from './pages.ts';
import classes from './palette.module.css';
import { PaletteList } from './palette-list.tsx';

type Props = { onClose: () => void };

export function Palette({ onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      unsaved={false}
      onClose={onClose}
      withCloseButton={false}
      size={600}
      padding={0}
      // Not centered vertically, since the list's length changes while typing.
      centered={false}
      yOffset="12dvh"
      attributes={{ content: { 'aria-label': t('palette.title') } }}
    >
      <PaletteContent onClose={onClose} />
    </Dialog>
  );
}

function PaletteContent({ onClose }: Props) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(-1);
  const listId = useId();
  // Search results come last: they arrive later and must not move the other entries.
  const { groups: found, isSearching } = useFound(query);
  const groups = [
    { key: 'pages' as const, entries: exactFirst(matching(usePages(), query), query) },
    { key: 'actions' as const, entries: matching(useActions(), query) },
    ...Object.entries(found).map(([key, { entries }]) => ({ key: key as EntityKey, entries })),
  ];
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
    // Enter may confirm an IME composition.
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key !== 'ArrowDown' && key !== 'ArrowUp' && key !== 'Enter') return;
    event.preventDefault();
    if (key === 'ArrowDown') setIndex(index + 1 < entries.length ? index + 1 : 0);
    else if (key === 'ArrowUp') setIndex(index > 0 ? index - 1 : entries.length - 1);
    else if (active) choose(active.run);
  };

  const statusText = () => {
    if (query === '') return '';
    return isSearching ? t('palette.searching') : t('list.results', { count: entries.length });
  };

  return (
    <>
      <TextInput
        variant="unstyled"
        size="lg"
        classNames={{ input: classes.field }}
        placeholder={t('shell.search')}
        aria-label={t('shell.search')}
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
      <PaletteList
        id={listId}
        groups={groups}
        isSearching={isSearching}
        activeId={activeId}
        optionId={optionId}
        onChoose={choose}
      />
      <p className="visually-hidden" role="status">
        {statusText()}
      </p>
    </>
  );
}
