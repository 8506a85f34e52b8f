// All phrases of one language with the tenant's overrides.
import { ActionIcon, Skeleton, TextInput, Tooltip } from '@mantine/core';
import { IconEraser, IconSearch, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { nativeName } from '@tessera/phrases/language-tags';
import { useCallback, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { Tag } from '../../kit/tag.tsx';
import { isBuiltIn } from './available-languages.ts';
import { useExperience } from './experience-context.ts';
import classes from './language-dialog.module.css';
import { PhraseTable } from './phrase-table.tsx';
import { isSameList, type PhraseList, phraseTree } from './phrase-tree.ts';
import { customPhrasesQuery } from './query.ts';
import { useLanguageRemoval } from './remove-language.ts';
import { sourcePhrasesQuery } from './source-phrases.ts';

type Props = {
  tag: string;
  stored: PhraseList;
  onDirty: (isDirty: boolean) => void;
  onRemoved: () => void;
};

export function LanguagePhrases({ tag, stored, onDirty, onRemoved }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const { refreshPreview } = useExperience();
  const source = useQuery(sourcePhrasesQuery(tag));
  const [own, setOwn] = useState<PhraseList>(stored);
  const [words, setWords] = useState('');
  const deferredWords = useDeferredValue(words);
  const isDirty = !isSameList(own, stored);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const change = useCallback((path: string, text: string) => setOwn((before) => ({ ...before, [path]: text })), []);
  const save = useMutation({
    mutationFn: () =>
      api.management.put('/custom-phrases/:languageTag', { params: { languageTag: tag }, body: phraseTree(own) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: customPhrasesQuery(api).queryKey });
      refreshPreview();
      toast(t('sign-in-experience.language.saved', { name: nativeName(tag) }));
    },
  });
  const remove = useLanguageRemoval(tag, onRemoved);
  return (
    <section className={classes.phrases} aria-label={nativeName(tag)}>
      <header className={classes.head}>
        <h3>
          <bdi>{nativeName(tag)}</bdi>
        </h3>
        <span className={classes.tag} dir="ltr">
          {tag}
        </span>
        {isBuiltIn(tag) && <Tag>{t('sign-in-experience.language.built_in')}</Tag>}
        <span className={classes.space} />
        <Tooltip label={t('sign-in-experience.language.clear')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('sign-in-experience.language.clear')}
            onClick={() => setOwn({})}
          >
            <IconEraser size={16} />
          </ActionIcon>
        </Tooltip>
        {!isBuiltIn(tag) && (
          <ActionIcon
            variant="subtle"
            color="red"
            size={32}
            aria-label={t('sign-in-experience.language.remove', { name: nativeName(tag) })}
            onClick={() => void remove()}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
        <BusyButton busy={save.isPending} disabled={!isDirty} onClick={() => save.mutate()}>
          {t('general.save')}
        </BusyButton>
      </header>
      {source.data && (
        <>
          <TextInput
            aria-label={t('sign-in-experience.language.find')}
            placeholder={t('sign-in-experience.language.find')}
            leftSection={<IconSearch size={14} />}
            value={words}
            autoComplete="off"
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <PhraseTable source={source.data} own={own} words={deferredWords} onChange={change} />
        </>
      )}
      {source.error && <ErrorState error={source.error} onRetry={() => void source.refetch()} />}
      {source.isPending && <Skeleton height={320} />}
    </section>
  );
}
