// Who made a change: an administrator or a machine by name, and the person at the screen is told that it was them.
import type { ChangePayload } from '@tessera/contract/logs';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';

export function ActorName({ actor }: { actor: ChangePayload['actor'] | undefined }) {
  const { t } = useTranslation();
  const { session } = useServices();
  if (!actor?.id) return <span>{t('audit-logs.change.system')}</span>;
  const name = actor.name ?? actor.id;
  const isMe = actor.type === 'user' && session.claims().sub === actor.id;
  return <bdi>{isMe ? t('audit-logs.change.you', { name }) : name}</bdi>;
}
