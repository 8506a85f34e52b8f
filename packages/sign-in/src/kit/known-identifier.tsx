// The identifier on a password-only page, for the user and for password managers.
import type { Identifier } from '@tessera/contract/experience';
import { useApp } from '../app-context.ts';
import { showIdentifier } from '../identifier.ts';
import { Address } from './address.tsx';
import { PageLink } from './button.tsx';

export const KnownIdentifier = ({ identifier, start }: { identifier: Identifier; start: string | undefined }) => {
  const { t } = useApp();
  const shown = showIdentifier(identifier);
  return (
    <p className="known">
      <Address>{shown}</Address>
      {start && <PageLink to={start}>{t('action.change_identifier')}</PageLink>}
      <input className="hidden" type="text" autoComplete="username" value={shown} readOnly tabIndex={-1} aria-hidden />
    </p>
  );
};
