// Link to the bulk actions, once there are any.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { newestActionQuery } from './query.ts';

export function ActionsLink() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data } = useQuery(newestActionQuery(api));
  if (!data?.items.length) return null;
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/users/actions" {...props} />}>
      {t('user-bulk-actions.list_title')}
    </Button>
  );
}
