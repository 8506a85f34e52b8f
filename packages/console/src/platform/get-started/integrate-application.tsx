// Card: first application, with the most popular guides.
import { Button } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { type GuideMeta, guides } from '../../authentication/guides/registry.ts';
import { Card } from './card.tsx';
import { GuideRow } from './guide-row.tsx';

const loadDialog = () => import('../../authentication/applications/create-dialog.tsx');
const CreateDialog = lazy(async () => ({ default: (await loadDialog()).CreateDialog }));
const featured = guides.filter(({ isFeatured }) => isFeatured);

export function IntegrateApplication() {
  const { t } = useTranslation();
  const { texts } = useServices();
  const [chosen, setChosen] = useState<GuideMeta>();
  const choose = async (guide: GuideMeta) => {
    // Machine-to-machine applications choose roles during creation.
    await Promise.all([texts.open('applications'), texts.open('roles'), loadDialog()]);
    setChosen(guide);
  };
  return (
    <Card
      icon={IconApps}
      title={t('get-started.application.title')}
      text={t('get-started.application.text')}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/applications/create" {...props} />}>
          {t('get-started.application.all')}
        </Button>
      }
    >
      <GuideRow guides={featured} onChoose={(guide) => void choose(guide)} />
      {chosen && (
        <Suspense>
          <CreateDialog guide={chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}
