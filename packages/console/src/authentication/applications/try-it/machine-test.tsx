// A token request as a machine-to-machine application. Its secret stays on the server.
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../app/problems.ts';
import { useServices } from '../../../app/services.tsx';
import { BusyButton } from '../../../kit/busy-button.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { ApiFields } from './api-fields.tsx';
import { OrganizationChoice } from './organization-choice.tsx';
import { bodyOf, noTarget, type Target } from './target.ts';
import { TestFrame } from './test-frame.tsx';
import classes from './try-it.module.css';

export function MachineTest({ id }: { id: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [target, setTarget] = useState<Target>(noTarget);
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => api.management.post('/applications/:id/token-tests', { params: { id }, body: bodyOf(target) }),
    meta: { silent: true },
  });
  return (
    <TestFrame result={data} isMachine>
      <FormSection title={t('application-tests.request.title')} text={t('application-tests.request.machine_text')}>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isPending) mutate();
          }}
        >
          <ApiFields
            target={target}
            onChange={setTarget}
            userScopes={[]}
            resourceHint={t('application-tests.request.machine_resource_hint')}
            scopesHint={t('application-tests.request.machine_scopes_hint')}
          />
          <OrganizationChoice
            description={t('application-tests.request.machine_organization_hint')}
            value={target.organizationId}
            onChange={(organizationId) => setTarget({ ...target, organizationId })}
          />
          <BusyButton
            type="submit"
            busy={isPending}
            leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
            className={classes.submit}
          >
            {t('application-tests.request.request_token')}
          </BusyButton>
        </form>
        {error && (
          <Notice severity="error" urgent>
            {messageOf(error, t)}
          </Notice>
        )}
      </FormSection>
    </TestFrame>
  );
}
