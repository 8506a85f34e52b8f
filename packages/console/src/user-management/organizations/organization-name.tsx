// An organization in a list: icon and name, linked to its page.
import { IconBuildingCommunity } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { rowLink } from '../../kit/list-table.tsx';
import classes from '../../kit/row-name.module.css';

type Props = { id: string; name: string; tab?: 'settings' | 'members' | 'machine-to-machine' };

export function OrganizationName({ id, name, tab = 'settings' }: Props) {
  return (
    <span className={classes.name}>
      <IconBuildingCommunity size={16} stroke={1.6} aria-hidden="true" />
      <Link to={`/organizations/$id/${tab}`} params={{ id }} className={rowLink} dir="auto">
        {name}
      </Link>
    </span>
  );
}
