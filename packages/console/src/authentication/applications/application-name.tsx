// An application in a list: icon and name, linked to its page.
import { Link } from '@tanstack/react-router';
import type { ApplicationType } from '@tessera/contract/applications';
import { rowLink } from '../../kit/list-table.tsx';
import classes from '../../kit/row-name.module.css';
import { ApplicationIcon } from './application-icon.tsx';

type Props = { id: string; name: string; type: ApplicationType; isThirdParty?: boolean };

export function ApplicationName({ id, name, type, isThirdParty = false }: Props) {
  return (
    <span className={classes.name}>
      <ApplicationIcon type={type} isThirdParty={isThirdParty} />
      <Link to="/applications/$id/settings" params={{ id }} className={rowLink} dir="auto">
        {name}
      </Link>
    </span>
  );
}
