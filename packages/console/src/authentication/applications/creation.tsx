// Create application, shown over the list: choose a guide, then a name.
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveOverlay } from '../../kit/leave-overlay.ts';
import { GuideFrame } from '../guides/guide-frame.tsx';
import { GuideRequest } from '../guides/guide-request.tsx';
import { CreateDialog } from './create-dialog.tsx';
import classes from './creation.module.css';
import { type CreationCard, creationCards } from './creation-cards.ts';
import { GuideChoice } from './guide-choice.tsx';
import { GuideFilter } from './guide-filter.tsx';
import { type Category, guideGroups } from './guide-groups.ts';
import { CreateProtectedDialog } from './protected/create-dialog.tsx';

/** Guides that fit any framework, offered when nothing else matches. */
const otherwise = [{ guides: creationCards.filter(({ isGeneral }) => isGeneral) }];

function ChosenDialog({ chosen, onClose }: { chosen: CreationCard | 'none'; onClose: () => void }) {
  if (chosen === 'none') return <CreateDialog guide={undefined} onClose={onClose} />;
  if (chosen.target === 'Protected') return <CreateProtectedDialog onClose={onClose} />;
  return <CreateDialog guide={chosen} onClose={onClose} />;
}

export function Creation() {
  const { t } = useTranslation();
  const close = useLeaveOverlay('/applications');
  const [keyword, setKeyword] = useState('');
  const [categories, setCategories] = useState<readonly Category[]>([]);
  const [chosen, setChosen] = useState<CreationCard | 'none'>();
  const navigate = useNavigate();
  const choose = (card: CreationCard) => {
    if (card.id === 'self-registration') void navigate({ to: '/applications/self-registration' });
    else setChosen(card);
  };
  const groups = guideGroups(creationCards, keyword, categories, ({ description }) => t(description));
  const count = new Set(groups.flatMap((group) => group.guides)).size;

  return (
    <GuideFrame
      title={t('applications.create.title')}
      subtitle={t('applications.create.subtitle')}
      closeLabel={t('general.close')}
      focusesTitle={false}
      onClose={close}
      footer={
        <>
          <GuideRequest />
          <span>{t('applications.create.without_guide_text')}</span>
          <Button variant="default" onClick={() => setChosen('none')}>
            {t('applications.create.without_guide')}
          </Button>
        </>
      }
    >
      <div className={classes.columns}>
        <GuideFilter keyword={keyword} onKeyword={setKeyword} categories={categories} onCategories={setCategories} />
        <div>
          <p className="visually-hidden" role="status">
            {t('applications.create.results', { count })}
          </p>
          {groups.length === 0 && <p className={classes.nothing}>{t('applications.create.nothing_found')}</p>}
          <GuideChoice groups={groups.length === 0 ? otherwise : groups} heading="h2" onChoose={choose} />
        </div>
      </div>
      {chosen !== undefined && <ChosenDialog chosen={chosen} onClose={() => setChosen(undefined)} />}
    </GuideFrame>
  );
}
