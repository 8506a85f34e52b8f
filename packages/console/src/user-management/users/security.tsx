// The Security tab of a user: password, MFA factors, linked accounts, sessions and tokens. Changes apply immediately.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { userLockoutQuery } from '../../authentication/security/locked-users-query.ts';
import { FormSection, FormSections } from '../../kit/form-section.tsx';
import { BlockLoading } from './block.tsx';
import { Factors } from './factors.tsx';
import { Identities } from './identities.tsx';
import { PasswordRow } from './password-row.tsx';
import { userQuery } from './query.ts';
import { Sessions } from './sessions.tsx';
import { SignInLinks } from './sign-in-links.tsx';
import { Tokens } from './tokens.tsx';

const route = getRouteApi('/signed-in/layout/users/$id');

// Few users are locked out.
const LockoutNotice = lazy(async () => ({
  default: (await import('../../authentication/security/lockout-notice.tsx')).LockoutNotice,
}));

// Further down the page, which shows what comes first without waiting for it.
const RememberedDevices = lazy(async () => ({
  default: (await import('./remembered-devices.tsx')).RememberedDevices,
}));
const Grants = lazy(async () => ({ default: (await import('./grants.tsx')).Grants }));

function Lockout({ userId }: { userId: string }) {
  const { api } = useServices();
  const { data } = useQuery(userLockoutQuery(api, userId));
  const [locked] = data?.items ?? [];
  return locked ? (
    <Suspense>
      <LockoutNotice locked={locked} />
    </Suspense>
  ) : null;
}

export function UserSecurity() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  // The page around this tab shows the states of the query.
  const { data: user } = useQuery(userQuery(api, id));
  if (!user) return null;
  return (
    <>
      <Lockout userId={id} />
      <FormSections wide>
        <FormSection title={t('users.security.title')} text={t('users.security.text')}>
          <PasswordRow user={user} />
          <Factors user={user} />
        </FormSection>
        <FormSection title={t('users.sessions.title')} text={t('users.sessions.text')}>
          <Sessions userId={id} />
        </FormSection>
        <FormSection title={t('users.grants.title')} text={t('users.grants.text')}>
          <Suspense fallback={<BlockLoading />}>
            <Grants userId={id} />
          </Suspense>
        </FormSection>
        <Suspense>
          <RememberedDevices userId={id} />
        </Suspense>
        <FormSection title={t('users.sign_in_links.title')} text={t('users.sign_in_links.text')}>
          <SignInLinks user={user} />
        </FormSection>
        <FormSection title={t('users.tokens.title')} text={t('users.tokens.text')}>
          <Tokens userId={id} />
        </FormSection>
        <FormSection title={t('users.identities.title')} text={t('users.identities.text')}>
          <Identities userId={id} />
        </FormSection>
      </FormSections>
    </>
  );
}
