// The account that the application would access.
import type { ConsentRequest } from '@tessera/contract/consent';
import { useApp } from '../app-context.ts';
import { Address } from '../kit/address.tsx';
import { PageLink } from '../kit/button.tsx';
import { webLink } from '../leave.ts';

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();

export const UserCard = ({ user }: { user: ConsentRequest['user'] }) => {
  const { t } = useApp();
  const { name, avatar, username, primaryEmail, primaryPhone, id } = user;
  const address = primaryEmail ?? username ?? (primaryPhone && `+${primaryPhone}`);
  const names = [name, address, id].flatMap((text) => text || []);
  const [first = '', second] = names;
  const picture = webLink(avatar);
  return (
    <section className="user" aria-label={t('description.consent_user')}>
      {picture ? (
        <img className="avatar" src={picture} alt="" referrerPolicy="no-referrer" />
      ) : (
        <span className="avatar" aria-hidden>
          {initialsOf(first)}
        </span>
      )}
      <div className="names">
        <Address>{first}</Address>
        {second && second !== id && (
          <span className="quiet">
            <Address>{second}</Address>
          </span>
        )}
      </div>
      <PageLink to="/sign-in">{t('action.use_another_account')}</PageLink>
    </section>
  );
};
