// Permission picker grouped by API resource, with search and whole-group selection.
import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findPermissions, groupState, type Permission, type PermissionGroup, setGroup } from './permission-groups.ts';
import { TransferSkeleton } from './transfer-box.tsx';
import classes from './transfer-frame.module.css';
import { TransferFrame } from './transfer-frame.tsx';

type Props = {
  label: string;
  searchLabel: string;
  /** Shown when there is nothing to select. */
  emptyText: ReactNode;
  /** `undefined` while loading. */
  groups: readonly PermissionGroup[] | undefined;
  /** Permission IDs, newest first. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error?: ReactNode;
};

// Rows rendered initially; more are added on demand.
const step = 100;

export function PermissionTree({ label, searchLabel, emptyText, groups, chosen, onChange, error }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const found = groups && findPermissions(groups, typed);
  const known = new Map(
    (groups ?? []).flatMap((group) => group.permissions.map((permission) => [permission.id, { permission, group }])),
  );
  const items = chosen.flatMap((id) => {
    const entry = known.get(id);
    if (!entry) return [];
    const { permission, group } = entry;
    return [{ id, name: permission.name, content: <Content name={permission.name} secondary={group.name} /> }];
  });
  const set = (id: string, wanted: boolean) =>
    onChange(wanted ? [id, ...chosen] : chosen.filter((other) => other !== id));

  return (
    <TransferFrame
      label={label}
      searchLabel={searchLabel}
      typed={typed}
      onType={setTyped}
      chosen={items}
      onRemove={(id) => set(id, false)}
      onClear={() => onChange([])}
      error={error}
    >
      {!found && <TransferSkeleton />}
      {found?.length === 0 && (
        <p className={classes.hint} role="status">
          {typed.trim() === '' ? emptyText : t('list.nothing_found_text', { search: typed.trim() })}
        </p>
      )}
      {found && found.length > 0 && (
        <ul className={classes.list}>
          {found.map((group) => (
            <Group
              key={`${group.id} ${typed !== ''}`}
              group={group}
              unfolded={typed.trim() !== ''}
              chosen={new Set(chosen)}
              onGroup={(wanted) => onChange(setGroup(group, chosen, wanted))}
              onPermission={set}
            />
          ))}
        </ul>
      )}
    </TransferFrame>
  );
}

type GroupProps = {
  group: PermissionGroup;
  unfolded: boolean;
  chosen: ReadonlySet<string>;
  onGroup: (wanted: boolean) => void;
  onPermission: (id: string, wanted: boolean) => void;
};

function Group({ group, unfolded, chosen, onGroup, onPermission }: GroupProps) {
  const { t } = useTranslation();
  const { name, permissions } = group;
  const [open, setOpen] = useState(unfolded);
  const state = groupState(group, chosen);
  if (name === null) {
    return (
      <li>
        <Permissions permissions={permissions} chosen={chosen} onPermission={onPermission} />
      </li>
    );
  }
  return (
    <li>
      <div className={classes.group}>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="dimmed"
          size={20}
          aria-expanded={open}
          aria-label={t('transfer.permissions_of', { name })}
          onClick={() => setOpen(!open)}
        >
          <IconChevronRight size={14} className={classes.caret} />
        </ActionIcon>
        <Checkbox
          className={classes.check}
          checked={state === 'all'}
          indeterminate={state === 'some'}
          onChange={() => onGroup(state !== 'all')}
          label={
            <Content name={name} secondary={t('transfer.permissions', { count: permissions.length })} emphasized />
          }
        />
      </div>
      {open && (
        <div className={classes.unfolded}>
          <Permissions permissions={permissions} chosen={chosen} onPermission={onPermission} />
        </div>
      )}
    </li>
  );
}

type PermissionsProps = Pick<GroupProps, 'chosen' | 'onPermission'> & { permissions: readonly Permission[] };

function Permissions({ permissions, chosen, onPermission }: PermissionsProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(step);
  const hidden = permissions.length - shown;
  return (
    <ul className={classes.nested}>
      {permissions.slice(0, shown).map(({ id, name, description }) => (
        <li key={id} className={classes.item}>
          <Checkbox
            className={classes.check}
            label={<Content name={name} secondary={description ?? null} />}
            checked={chosen.has(id)}
            onChange={(event) => onPermission(id, event.currentTarget.checked)}
          />
        </li>
      ))}
      {hidden > 0 && (
        <li className={classes.item}>
          <Button variant="subtle" size="compact-xs" onClick={() => setShown(shown + step)}>
            {t('transfer.more', { count: Math.min(hidden, step) })}
          </Button>
        </li>
      )}
    </ul>
  );
}

type ContentProps = { name: string; secondary: string | null; emphasized?: boolean };

function Content({ name, secondary, emphasized = false }: ContentProps) {
  return (
    <>
      <bdi className={emphasized ? classes.emphasized : undefined}>{name}</bdi>
      {secondary !== null && secondary !== '' && (
        <span className={classes.secondary} dir="auto">
          {secondary}
        </span>
      )}
    </>
  );
}
