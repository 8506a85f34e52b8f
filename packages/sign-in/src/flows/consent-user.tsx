// Whose account the application would get access to.
import type { ConsentRequest } from '@tessera/contract/consent';
import { useApp } from '../app-context.ts';
import { webLink } from '../leave.ts';

export const UserCard = ({ user }: { user: ConsentRequest['user'] }) => {
  const { t } = useApp();
  const { name, avatar, username, primaryEmail, primaryPhone, id } = user;
  const names = [name, username, primaryEmail, primaryPhone && `+${primaryPhone}`, id].filter((text) => text != null);
  const [first = '', second] = names;
  const picture = webLink(avatar);
  return (
    <section className="user" aria-label={t('description.consent_user')}>
      {picture ? (
        <img className="avatar" src={picture} alt="" referrerPolicy="no-referrer" />
      ) : (
        <span className="avatar" aria-hidden>
          {[...first][0]?.toLocaleUpperCase()}
        </span>
      )}
      <div className="names">
        <bdi>{first}</bdi>
        {second !== id && <bdi className="quiet">{second}</bdi>}
      </div>
    </section>
  );
};
