// The signed-in user's profile.
import { Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Avatar } from '../../kit/avatar.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { FormSection, FormSections } from '../../kit/form-section.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { personOf } from '../../kit/person.ts';
import { type EditedField, EditField } from './edit-field.tsx';
import { type OwnAccount, useAssetService, useOwnAccount } from './own-account.ts';
import { ProfileLink, ProfileRow, ProfileRows } from './profile-row.tsx';

export function Profile() {
  const { t } = useTranslation();
  const { data, error, refetch } = useOwnAccount();
  const assets = useAssetService();
  return (
    <>
      <PageHeader title={t('profile.title')} subtitle={t('profile.subtitle')} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data || assets.isPending ? (
        <ProfileSkeleton />
      ) : (
        <Sections account={data} canUpload={assets.data?.status === 'ready'} />
      )}
      <Outlet />
    </>
  );
}

function Sections({ account, canUpload }: { account: OwnAccount; canUpload: boolean }) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const [edited, setEdited] = useState<EditedField>('name');
  const [editing, dialog] = useDisclosure();
  const edit = (field: EditedField) => () => {
    setEdited(field);
    dialog.open();
  };
  const { name, username, primaryEmail, hasPassword = false } = account;
  return (
    <FormSections>
      <FormSection title={t('profile.information.title')} text={t('profile.information.text')}>
        <ProfileRows>
          <ProfileRow
            name={t('profile.fields.avatar')}
            value={<Avatar person={personOf(account)} size={40} />}
            action={t('profile.change')}
            onClick={edit('avatar')}
          />
          <ProfileRow
            name={t('profile.fields.name')}
            value={name}
            action={name ? t('profile.change') : t('profile.set_name')}
            onClick={edit('name')}
          />
          {settings.capabilities.hasConsoleUsernames && (
            <ProfileRow
              name={t('profile.fields.username')}
              value={username}
              action={t('profile.change')}
              onClick={edit('username')}
            />
          )}
          <ProfileRow
            name={t('profile.fields.email')}
            value={primaryEmail}
            action={
              <ProfileLink
                to={hasPassword ? '/profile/verify-password' : '/profile/link-email'}
                search={hasPassword ? { next: 'link-email' } : {}}
                name={t('profile.fields.email')}
              >
                {primaryEmail ? t('profile.change') : t('profile.add_email')}
              </ProfileLink>
            }
          />
        </ProfileRows>
      </FormSection>
      <FormSection title={t('profile.password.title')} text={t('profile.password.text')}>
        <ProfileRows>
          <ProfileRow
            name={t('profile.password.title')}
            value={hasPassword ? '********' : null}
            action={
              <ProfileLink
                to={hasPassword ? '/profile/verify-password' : '/profile/change-password'}
                name={t('profile.password.title')}
              >
                {t('profile.change')}
              </ProfileLink>
            }
          />
        </ProfileRows>
      </FormSection>
      {editing && <EditField field={edited} account={account} canUpload={canUpload} onClose={dialog.close} />}
    </FormSections>
  );
}

function ProfileSkeleton() {
  const { t } = useTranslation();
  const line = { height: 12 };
  return (
    <div role="status" aria-label={t('general.loading')}>
      <FormSections>
        {['information', 'password'].map((section) => (
          <FormSection key={section} title="" text={<Skeleton {...line} width="60%" />}>
            {['50%', '40%', '45%'].map((width) => (
              <Skeleton key={width} {...line} width={width} />
            ))}
          </FormSection>
        ))}
      </FormSections>
    </div>
  );
}
