// The mapped attributes, and the user that a sign-in would create or link.
import { Link } from '@tanstack/react-router';
import type { SsoConnectorTest } from '@tessera/contract/sso-connector-tests';
import { useTranslation } from 'react-i18next';
import classes from './test-connection.module.css';

const names = ['id', 'email', 'unverifiedEmail', 'name', 'avatar', 'unverifiedPhone'] as const;

type Props = Pick<SsoConnectorTest, 'user' | 'attributes'> & { canOpen: boolean };

export function FoundUser({ user, attributes, canOpen }: Props) {
  const { t } = useTranslation();
  if (!user) return null;
  const label = user.primaryEmail ?? user.name ?? attributes?.id;
  return (
    <p className={classes.detail}>
      {t(`sso-connectors.test.decisions.${user.decision}`)}{' '}
      {user.userId === null || !canOpen ? (
        <bdi>{label}</bdi>
      ) : (
        <Link to="/users/$id" params={{ id: user.userId }}>
          <bdi>{label}</bdi>
        </Link>
      )}
    </p>
  );
}

export function MappedAttributes({ attributes }: Pick<SsoConnectorTest, 'attributes'>) {
  const { t } = useTranslation();
  if (!attributes) return null;
  return (
    <dl className={classes.attributes}>
      {names
        .filter((name) => attributes[name] !== undefined)
        .map((name) => (
          <div key={name}>
            <dt>{t(`sso-connectors.test.attributes.${name}`)}</dt>
            <dd dir="auto">{attributes[name]}</dd>
          </div>
        ))}
    </dl>
  );
}
