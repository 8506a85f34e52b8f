// Empty state of the application list: shows the guides.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type GuideMeta, guides } from '../guides/registry.ts';
import { CreateDialog } from './create-dialog.tsx';
import classes from './first-application.module.css';
import { GuideChoice } from './guide-choice.tsx';
import { guideGroups } from './guide-groups.ts';

export function FirstApplication({ action }: { action: ReactNode }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<GuideMeta>();
  return (
    <div>
      <div className={classes.header}>
        <div className={classes.about}>
          <h2>{t('applications.empty.title')}</h2>
          <p className={classes.text}>{t('applications.empty.text')}</p>
        </div>
        {action}
      </div>
      <GuideChoice
        groups={guideGroups(guides, '', ['featured', 'Traditional', 'SPA', 'Native', 'Other'])}
        onChoose={setChosen}
      />
      <Button variant="subtle" renderRoot={(props) => <Link to="/applications/create" {...props} />}>
        {t('applications.empty.all_guides')}
      </Button>
      {chosen && <CreateDialog guide={chosen} onClose={() => setChosen(undefined)} />}
    </div>
  );
}
