// A role in a list: type icon and name, linked to its page.
import { IconArrowsExchange, IconUserShield } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Role, RoleType } from '@tessera/contract/role';
import { useTranslation } from 'react-i18next';
import { rowLink } from '../../kit/list-table.tsx';
import classes from '../../kit/row-name.module.css';
import { Tag } from '../../kit/tag.tsx';

export function RoleIcon({ type, size = 16 }: { type: RoleType; size?: number }) {
  const Icon = type === 'User' ? IconUserShield : IconArrowsExchange;
  return <Icon size={size} stroke={1.6} aria-hidden="true" />;
}

export function RoleName({ role: { id, name, type, isDefault } }: { role: Role }) {
  const { t } = useTranslation();
  return (
    <span className={classes.name}>
      <RoleIcon type={type} />
      <Link to="/roles/$id/permissions" params={{ id }} className={rowLink} dir="auto">
        {name}
      </Link>
      {isDefault && <Tag>{t('roles.default')}</Tag>}
    </span>
  );
}
