// Shows the assertion that a chosen user would get with the saved settings.
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SamlApplication } from '@tessera/contract/saml-applications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../../app/api.ts';
import { messageOf } from '../../../app/problems.ts';
import { useServices } from '../../../app/services.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { PageLoader } from '../../../kit/loader.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { UserChoice } from '../../../user-management/users/user-choice.tsx';
import { PreviewResult } from './preview-result.tsx';
import { previewQuery } from './query.ts';

type Props = { application: Versioned<SamlApplication>; isUnsaved: boolean };

function Preview({ application: { id, etag }, userId }: Pick<Props, 'application'> & { userId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error, refetch } = useQuery({
    ...previewQuery(api, id, etag, userId),
    placeholderData: keepPreviousData,
  });
  if (data) return <PreviewResult preview={data} />;
  if (!error) return <PageLoader />;
  return (
    <Notice
      severity="error"
      urgent
      actions={
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          {t('general.retry')}
        </Button>
      }
    >
      {messageOf(error, t)}
    </Notice>
  );
}

export function AssertionPreview({ application, isUnsaved }: Props) {
  const { t } = useTranslation();
  const [userId, setUserId] = useState<string>();
  return (
    <FormSection title={t('applications.saml.preview.title')} text={t('applications.saml.preview.text')}>
      {isUnsaved && <Notice>{t('applications.saml.preview.unsaved')}</Notice>}
      <UserChoice
        label={t('applications.saml.preview.user')}
        description={t('applications.saml.preview.user_hint')}
        placeholder={t('applications.saml.preview.user_placeholder')}
        value={userId}
        onChange={setUserId}
      />
      {userId !== undefined && <Preview key={userId} application={application} userId={userId} />}
    </FormSection>
  );
}
