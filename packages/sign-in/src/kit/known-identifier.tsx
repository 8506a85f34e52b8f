// Who is signing in, on a page that asks for a password only: shown to the person, and told to the password manager.
import type { Identifier } from '@tessera/contract/experience';
import { useApp } from '../app-context.ts';
import { showIdentifier } from '../identifier.ts';
import { PageLink } from './button.tsx';

export const KnownIdentifier = ({ identifier, start }: { identifier: Identifier; start: string | undefined }) => {
  const { t } = useApp();
  const shown = showIdentifier(identifier);
  return (
    <p className="known">
      <bdi>{shown}</bdi>
      {start && <PageLink to={start}>{t('action.change_identifier')}</PageLink>}
      <input className="hidden" type="text" autoComplete="username" value={shown} readOnly tabIndex={-1} aria-hidden />
    </p>
  );
};
