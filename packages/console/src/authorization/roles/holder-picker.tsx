// Pickers for assigning a role to users or machine-to-machine applications.
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ApplicationIcon } from '../../authentication/applications/application-icon.tsx';
import { keywordQuery, listQuery } from '../../kit/list-search.ts';
import classes from '../../kit/row-name.module.css';
import { TransferBox } from '../../kit/transfer-box.tsx';
import { type UserFacts, UserName, useUserTitle } from '../../user-management/users/user-name.tsx';

type Props<T> = { roleId: string; chosen: readonly T[]; onChange: (chosen: T[]) => void };

export type ChosenUser = UserFacts & { id: string };

export function UserPicker({ roleId, chosen, onChange }: Props<ChosenUser>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const titleOf = useUserTitle();
  return (
    <TransferBox
      label={t('roles.users.title')}
      searchLabel={t('roles.users.search')}
      emptyText={t('roles.users.none_left')}
      query={(search) =>
        api.management.listQuery('/users', { query: { ...keywordQuery(search), excludeRoleId: roleId } })
      }
      chosen={chosen}
      onChange={onChange}
      nameOf={titleOf}
      render={(user) => <UserName user={user} />}
    />
  );
}

export type ChosenApplication = { id: string; name: string };

export function ApplicationPicker({ roleId, chosen, onChange }: Props<ChosenApplication>) {
  const { t } = useTranslation();
  const { api } = useServices();
  return (
    <TransferBox
      label={t('roles.applications.title')}
      searchLabel={t('roles.applications.search')}
      emptyText={t('roles.applications.none_left')}
      query={(search) =>
        api.management.listQuery('/applications', {
          query: { ...listQuery(search), excludeRoleId: roleId, types: 'MachineToMachine' },
        })
      }
      chosen={chosen}
      onChange={onChange}
      nameOf={({ name }) => name}
      render={({ name }) => (
        <span className={classes.name}>
          <ApplicationIcon type="MachineToMachine" />
          <bdi>{name}</bdi>
        </span>
      )}
    />
  );
}
