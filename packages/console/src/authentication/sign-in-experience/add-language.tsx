// Adds a language: a button that turns into a search over the languages not added yet.
import { Button, TextInput } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { languageTags, nativeName } from '@tessera/phrases/language-tags';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import classes from './language-dialog.module.css';
import { customPhrasesQuery } from './query.ts';

type Props = {
  present: readonly string[];
  /** Called before adding; continues unless unsaved changes would be lost. */
  onWant: (add: () => void) => void;
  onAdded: (tag: string) => void;
};

export function AddLanguage({ present, onWant, onAdded }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const close = () => {
    setOpen(false);
    setSearch('');
  };
  const place = useClickOutside(close);
  const add = useMutation({
    mutationFn: (languageTag: string) =>
      api.management.put('/custom-phrases/:languageTag', { params: { languageTag }, body: {} }),
    onSuccess: async (_, tag) => {
      await queryClient.invalidateQueries({ queryKey: customPhrasesQuery(api).queryKey });
      close();
      onAdded(tag);
    },
  });
  if (!isOpen) {
    return (
      <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => onWant(() => setOpen(true))}>
        {t('sign-in-experience.language.add')}
      </Button>
    );
  }
  const wanted = search.trim().toLowerCase();
  const found = languageTags
    .filter((tag) => !present.includes(tag))
    .map((tag) => ({ tag, name: nativeName(tag) }))
    .filter(({ tag, name }) => `${tag} ${name}`.toLowerCase().includes(wanted));
  return (
    <div ref={place} className={classes.search}>
      <TextInput
        aria-label={t('sign-in-experience.language.search')}
        placeholder={t('sign-in-experience.language.search')}
        leftSection={<IconSearch size={14} />}
        value={search}
        autoFocus
        autoComplete="off"
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          close();
        }}
      />
      <ul className={classes.found} aria-label={t('sign-in-experience.language.add')}>
        {found.map(({ tag, name }) => (
          <li key={tag}>
            <Button
              variant="subtle"
              color="gray"
              fullWidth
              justify="space-between"
              disabled={add.isPending}
              rightSection={
                <span className={classes.tag} dir="ltr">
                  {tag}
                </span>
              }
              onClick={() => add.mutate(tag)}
            >
              <bdi>{name}</bdi>
            </Button>
          </li>
        ))}
        {found.length === 0 && <li className={classes.nothing}>{t('list.nothing_found')}</li>}
      </ul>
    </div>
  );
}
