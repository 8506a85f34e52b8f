// Card: first API resource, with its guides.
import { Button } from '@mantine/core';
import { IconServer2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { type ApiGuideMeta, apiGuides } from '../../authentication/guides/registry.ts';
import { Card } from './card.tsx';
import { GuideRow } from './guide-row.tsx';

const loadDialog = () => import('../../authorization/resources/create-dialog.tsx');
const CreateDialog = lazy(async () => ({ default: (await loadDialog()).CreateDialog }));

export function ProtectApi() {
  const { t } = useTranslation();
  const { texts } = useServices();
  const [chosen, setChosen] = useState<ApiGuideMeta>();
  const choose = async (guide: ApiGuideMeta) => {
    await Promise.all([texts.open('resources'), loadDialog()]);
    setChosen(guide);
  };
  return (
    <Card
      icon={IconServer2}
      title={t('get-started.api.title')}
      text={t('get-started.api.text')}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/api-resources/create" {...props} />}>
          {t('get-started.api.all')}
        </Button>
      }
    >
      <GuideRow guides={apiGuides} onChoose={(guide) => void choose(guide)} />
      {chosen && (
        <Suspense>
          <CreateDialog guide={chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}
