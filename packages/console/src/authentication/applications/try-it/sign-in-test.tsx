// A test sign-in: what to ask for, the way through the new tab, and the result.
import { NativeSelect } from '@mantine/core';
import { IconChevronDown, IconPlayerPlay } from '@tabler/icons-react';
import { type ApplicationTestPrompt, applicationTestPrompts } from '@tessera/contract/application-test-steps';
import { userScopes, wireScope } from '@tessera/contract/user-scopes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../app/problems.ts';
import { useServices } from '../../../app/services.tsx';
import { BusyButton } from '../../../kit/busy-button.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { NewTabLink } from '../../../kit/new-tab-link.tsx';
import { Notice } from '../../../kit/notice.tsx';
import type { ApplicationData } from '../application.ts';
import { ApiFields } from './api-fields.tsx';
import { OrganizationChoice } from './organization-choice.tsx';
import { noTarget, type Target } from './target.ts';
import { TestFrame } from './test-frame.tsx';
import classes from './try-it.module.css';
import { useSignInTest } from './use-sign-in-test.ts';

export function SignInTest({ application: { id } }: Pick<ApplicationData, 'application'>) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const [target, setTarget] = useState<Target>({ ...noTarget, scopes: ['profile'] });
  const [prompt, setPrompt] = useState<ApplicationTestPrompt>();
  const test = useSignInTest(id);
  const scopes = ['offline_access', ...userScopes.map((name) => wireScope(settings.wire, name))];
  const prompts = applicationTestPrompts.map((value) => {
    const name = value === 'login consent' ? 'login_consent' : value;
    return { value, label: t(`application-tests.request.prompts.${name}`) };
  });
  return (
    <TestFrame result={test.result}>
      <FormSection title={t('application-tests.request.title')} text={t('application-tests.request.text')}>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!test.isBusy) test.start(target, prompt);
          }}
        >
          <ApiFields
            target={target}
            onChange={setTarget}
            userScopes={scopes}
            resourceHint={t('application-tests.request.resource_hint')}
            scopesHint={t('application-tests.request.scopes_hint')}
          />
          <OrganizationChoice
            description={t('application-tests.request.organization_hint')}
            value={target.organizationId}
            onChange={(organizationId) => setTarget({ ...target, organizationId })}
          />
          <NativeSelect
            label={t('application-tests.request.prompt')}
            description={t('application-tests.request.prompt_hint')}
            data={[{ value: '', label: t('application-tests.request.prompts.default') }, ...prompts]}
            rightSection={<IconChevronDown size={16} />}
            value={prompt ?? ''}
            onChange={({ currentTarget: { value } }) => setPrompt(applicationTestPrompts.find((one) => one === value))}
          />
          <p className={classes.hint}>{t('application-tests.request.notice')}</p>
          <BusyButton
            type="submit"
            busy={test.isBusy}
            leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
            className={classes.submit}
          >
            {t(`application-tests.request.${test.isBegun ? 'sign_in_again' : 'sign_in'}`)}
          </BusyButton>
        </form>
        <Progress test={test} />
      </FormSection>
    </TestFrame>
  );
}

function Progress({ test }: { test: ReturnType<typeof useSignInTest> }) {
  const { t } = useTranslation();
  const { error, status, isClosed, isExpired, blockedUri } = test;
  return (
    <div aria-live="polite">
      {error && (
        <Notice severity="error" urgent>
          {messageOf(error, t)}
        </Notice>
      )}
      {isExpired && <Notice severity="warning">{t('application-tests.progress.expired')}</Notice>}
      {status !== undefined && isClosed && <Notice severity="warning">{t('application-tests.progress.closed')}</Notice>}
      {status !== undefined && !isClosed && blockedUri === undefined && status !== 'finished' && (
        <Notice>{t(`application-tests.progress.${status}`)}</Notice>
      )}
      {blockedUri !== undefined && (
        <Notice
          severity="warning"
          actions={<NewTabLink href={blockedUri}>{t('application-tests.progress.open')}</NewTabLink>}
        >
          {t('application-tests.progress.blocked')}
        </Notice>
      )}
    </div>
  );
}
