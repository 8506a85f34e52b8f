// Manages the languages of the sign-in pages and their custom phrases.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { AddLanguage } from './add-language.tsx';
import { useAvailableLanguages } from './available-languages.ts';
import classes from './language-dialog.module.css';
import { LanguagePhrases } from './language-phrases.tsx';
import { phraseList } from './phrase-tree.ts';
import { customPhrasesQuery } from './query.ts';

type Props = { initial: string; onClose: () => void };

export function LanguageDialog({ initial, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const { data, error, refetch } = useQuery(customPhrasesQuery(api));
  const available = useAvailableLanguages();
  const [selected, setSelected] = useState(initial);
  const isDirty = useRef(false);
  const list = useRef<HTMLUListElement>(null);

  /** Runs an action after confirming the loss of unsaved changes. */
  const afterAsking = async (act: () => void) => {
    const question = {
      title: t('sign-in-experience.language.discard_title'),
      text: t('sign-in-experience.language.discard_text'),
      confirmLabel: t('unsaved.discard'),
      danger: true,
    };
    if (isDirty.current && !(await confirm(question))) return;
    isDirty.current = false;
    act();
  };
  useEffect(() => {
    list.current?.querySelector(`[data-tag="${selected}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  const stored = data?.find(({ languageTag }) => languageTag === selected);
  return (
    <Dialog
      onClose={() => void afterAsking(onClose)}
      title={t('sign-in-experience.language.title')}
      size={1000}
      // The dialog asks by itself, including when the language changes.
      unsaved={false}
    >
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className={classes.columns}>
          <div className={classes.side}>
            <AddLanguage
              present={available.map(({ tag }) => tag)}
              onWant={(add) => void afterAsking(add)}
              onAdded={setSelected}
            />
            <ul className={classes.languages} ref={list} aria-label={t('sign-in-experience.language.available')}>
              {available.map(({ tag, name }) => (
                <li key={tag}>
                  <Button
                    variant={tag === selected ? 'light' : 'subtle'}
                    color={tag === selected ? 'brand' : 'gray'}
                    fullWidth
                    justify="space-between"
                    className={classes.language}
                    data-tag={tag}
                    aria-current={tag === selected}
                    rightSection={
                      <span className={classes.tag} dir="ltr">
                        {tag}
                      </span>
                    }
                    onClick={() => tag !== selected && void afterAsking(() => setSelected(tag))}
                  >
                    <bdi>{name}</bdi>
                  </Button>
                </li>
              ))}
            </ul>
          </div>
          <LanguagePhrases
            key={selected}
            tag={selected}
            stored={phraseList(stored?.translation ?? {})}
            onDirty={(dirty) => {
              isDirty.current = dirty;
            }}
            onRemoved={() => setSelected(initial)}
          />
        </div>
      )}
    </Dialog>
  );
}
