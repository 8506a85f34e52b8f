// The actor of a change: the administrator or machine-to-machine application by name, or "you".
import type { ChangePayload } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';

export function ActorName({ actor }: { actor: ChangePayload['actor'] | undefined }) {
  const { t } = useTranslation();
  const { session } = useServices();
  if (!actor?.id) return <span>{t('audit-logs.change.system')}</span>;
  if (actor.name === undefined) return <bdi>{t('audit-logs.deleted', { id: actor.id })}</bdi>;
  const { name } = actor;
  const isMe = actor.type === 'user' && session.claims().sub === actor.id;
  return <bdi>{isMe ? t('audit-logs.change.you', { name }) : name}</bdi>;
}
