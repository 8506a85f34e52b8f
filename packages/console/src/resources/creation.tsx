// Creating an API resource, over the list: first what the API is made with, then its name and identifier.
import { Button, Modal } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../applications/creation.module.css';
import { cardClass, cardsClass, GuideCard } from '../guides/guide-card.tsx';
import { type ApiGuideMeta, apiGuides } from '../guides/registry.ts';
import { usePageTitle } from '../kit/page-title.ts';
import { CreateDialog } from './create-dialog.tsx';

/** Back to the list as it was; where the page was opened at this address there is nothing to go back to. */
function useClose() {
  const { history } = useRouter();
  const navigate = useNavigate();
  return () => {
    if (history.canGoBack()) history.back();
    else void navigate({ to: '/api-resources', search: true, replace: true });
  };
}

export function Creation() {
  const { t } = useTranslation();
  const close = useClose();
  const [chosen, setChosen] = useState<ApiGuideMeta | 'none'>();
  usePageTitle(t('resources.create.title'));
  return (
    <Modal
      opened
      fullScreen
      radius={0}
      onClose={close}
      title={t('resources.create.title')}
      closeButtonProps={{ 'aria-label': t('general.close') }}
      classNames={{ content: classes.content, body: classes.body }}
      transitionProps={{ duration: 0 }}
    >
      <p className={classes.subtitle}>{t('resources.create.subtitle')}</p>
      <ul className={`${cardsClass} ${classes.only}`}>
        {apiGuides.map((guide) => (
          <li key={guide.id}>
            <button type="button" className={cardClass} title={t(guide.description)} onClick={() => setChosen(guide)}>
              <GuideCard guide={guide} />
            </button>
          </li>
        ))}
      </ul>
      <footer className={classes.footer}>
        <span>{t('resources.create.without_guide_text')}</span>
        <Button variant="default" onClick={() => setChosen('none')}>
          {t('resources.create.without_guide')}
        </Button>
      </footer>
      {chosen !== undefined && (
        <CreateDialog guide={chosen === 'none' ? undefined : chosen} onClose={() => setChosen(undefined)} />
      )}
    </Modal>
  );
}
