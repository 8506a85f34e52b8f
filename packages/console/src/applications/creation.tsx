// Creating an application, over the list: first what it is made with, then its name.
import { Button, Modal } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../kit/page-title.ts';
import { CreateDialog } from './create-dialog.tsx';
import classes from './creation.module.css';
import { type CreationCard, creationCards } from './creation-cards.ts';
import { GuideChoice } from './guide-choice.tsx';
import { GuideFilter } from './guide-filter.tsx';
import { type Category, guideGroups } from './guide-groups.ts';

/** Back to the list as it was; where the page was opened at this address there is nothing to go back to. */
function useClose() {
  const { history } = useRouter();
  const navigate = useNavigate();
  return () => {
    if (history.canGoBack()) history.back();
    else void navigate({ to: '/applications', search: true, replace: true });
  };
}

export function Creation() {
  const { t } = useTranslation();
  const close = useClose();
  const [keyword, setKeyword] = useState('');
  const [categories, setCategories] = useState<readonly Category[]>([]);
  const [chosen, setChosen] = useState<CreationCard | 'none'>();
  usePageTitle(t('applications.create.title'));
  const groups = guideGroups(creationCards, keyword, categories);
  const count = new Set(groups.flatMap((group) => group.guides)).size;

  return (
    <Modal
      opened
      fullScreen
      radius={0}
      onClose={close}
      title={t('applications.create.title')}
      closeButtonProps={{ 'aria-label': t('general.close') }}
      classNames={{ content: classes.content, body: classes.body }}
      transitionProps={{ duration: 0 }}
    >
      <p className={classes.subtitle}>{t('applications.create.subtitle')}</p>
      <div className={classes.columns}>
        <GuideFilter keyword={keyword} onKeyword={setKeyword} categories={categories} onCategories={setCategories} />
        <div>
          <p className="visually-hidden" role="status">
            {t('applications.create.results', { count })}
          </p>
          {groups.length === 0 && <p>{t('applications.create.nothing_found')}</p>}
          <GuideChoice groups={groups} onChoose={setChosen} />
        </div>
      </div>
      <footer className={classes.footer}>
        <span>{t('applications.create.without_guide_text')}</span>
        <Button variant="default" onClick={() => setChosen('none')}>
          {t('applications.create.without_guide')}
        </Button>
      </footer>
      {chosen !== undefined && (
        <CreateDialog guide={chosen === 'none' ? undefined : chosen} onClose={() => setChosen(undefined)} />
      )}
    </Modal>
  );
}
