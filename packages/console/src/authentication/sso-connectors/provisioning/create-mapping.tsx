// Maps a group to an organization role.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { CreationDialog, useCreationForm } from '../../../kit/creation-form.tsx';
import { keywordQuery } from '../../../kit/list-search.ts';
import { useSuccessToast } from '../../../kit/success-toast.ts';
import { groupsQuery } from './query.ts';
import { type Option, SearchSelect, useSearched } from './search-select.tsx';

type Values = { group: Option | null; organization: Option | null; role: Option | null };

const taken = 'scim.mapping_exists';
const silent = { placeholderData: keepPreviousData, meta: { silent: true } } as const;

type Props = { ssoConnectorId: string; onDone: () => Promise<unknown>; onClose: () => void };

export function CreateMapping({ ssoConnectorId, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const toast = useSuccessToast();
  const create = useMutation({
    mutationFn: ({ group, organization, role }: Values) =>
      api.management.post('/sso-connectors/:ssoConnectorId/scim/group-mappings', {
        params: { ssoConnectorId },
        body: {
          groupId: group?.value ?? '',
          organizationId: organization?.value ?? '',
          organizationRoleId: role?.value ?? '',
        },
      }),
    meta: { suppress: [taken] },
    onSuccess: () => {
      toast(t('scim-provisioning.mappings.created_toast'));
      onClose();
      return onDone();
    },
  });
  const required = (text: string) => (value: Option | null) => (value === null ? text : null);
  const { form, onSubmit } = useCreationForm<Values>({
    initialValues: { group: null, organization: null, role: null },
    validate: {
      group: required(t('scim-provisioning.mappings.group_required')),
      organization: required(t('scim-provisioning.mappings.organization_required')),
      role: required(t('scim-provisioning.mappings.role_required')),
    },
    create,
    taken: { code: taken, field: 'role', text: t('scim-provisioning.mappings.taken') },
  });
  const group = useSearched(form, 'group');
  const organization = useSearched(form, 'organization');
  const role = useSearched(form, 'role');
  const groups = useQuery({ ...groupsQuery(api, ssoConnectorId, group.keyword), ...silent });
  const organizations = useQuery({
    ...api.management.listQuery('/organizations', {
      query: keywordQuery(organization.keyword === '' ? {} : { keyword: organization.keyword }),
    }),
    ...silent,
  });
  const roles = useQuery({
    ...api.management.listQuery('/organization-roles', {
      query: { ...keywordQuery(role.keyword === '' ? {} : { keyword: role.keyword }), type: 'User' },
    }),
    ...silent,
  });
  return (
    <CreationDialog
      title={t('scim-provisioning.mappings.create_title')}
      action={t('scim-provisioning.mappings.create')}
      busy={create.isPending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <SearchSelect
        {...group.props}
        label={t('scim-provisioning.mappings.group')}
        placeholder={t('scim-provisioning.mappings.group_search')}
        found={groups.data?.items.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        isFirst
      />
      <SearchSelect
        {...organization.props}
        label={t('scim-provisioning.mappings.organization')}
        placeholder={t('scim-provisioning.mappings.organization_search')}
        found={organizations.data?.items.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SearchSelect
        {...role.props}
        label={t('scim-provisioning.mappings.role')}
        description={t('scim-provisioning.mappings.role_hint')}
        placeholder={t('scim-provisioning.mappings.role_search')}
        found={roles.data?.items.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </CreationDialog>
  );
}
