// Create API resource, shown over the list: choose a guide, then name and identifier.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cardClass, cardsClass, GuideCard } from '../../authentication/guides/guide-card.tsx';
import { GuideFrame } from '../../authentication/guides/guide-frame.tsx';
import { GuideRequest } from '../../authentication/guides/guide-request.tsx';
import { type ApiGuideMeta, apiGuides } from '../../authentication/guides/registry.ts';
import { useLeaveOverlay } from '../../kit/leave-overlay.ts';
import { CreateDialog } from './create-dialog.tsx';
import classes from './creation.module.css';

export function Creation() {
  const { t } = useTranslation();
  const close = useLeaveOverlay('/api-resources');
  const [chosen, setChosen] = useState<ApiGuideMeta | 'none'>();
  return (
    <GuideFrame
      title={t('resources.create.title')}
      subtitle={t('resources.create.subtitle')}
      closeLabel={t('general.close')}
      onClose={close}
      footer={
        <>
          <GuideRequest />
          <span>{t('resources.create.without_guide_text')}</span>
          <Button variant="default" onClick={() => setChosen('none')}>
            {t('resources.create.without_guide')}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        <ul className={cardsClass}>
          {apiGuides.map((guide) => (
            <li key={guide.id}>
              <button type="button" className={cardClass} title={t(guide.description)} onClick={() => setChosen(guide)}>
                <GuideCard guide={guide} />
              </button>
            </li>
          ))}
        </ul>
      </div>
      {chosen !== undefined && (
        <CreateDialog guide={chosen === 'none' ? undefined : chosen} onClose={() => setChosen(undefined)} />
      )}
    </GuideFrame>
  );
}
