// An application referenced by ID: shows its name once loaded, or the ID if it no longer exists.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../app/problem.ts';
import { useServices } from '../../app/services.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { applicationQuery } from './query.ts';

export function ApplicationById({ id }: { id: string | null }) {
  return id === null || id === '' ? <NoValue /> : <Named id={id} />;
}

function Named({ id }: { id: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error } = useQuery({ ...applicationQuery(api, id), meta: { silent: true }, staleTime: 60_000 });
  if (!data) {
    const isGone = error instanceof ApiProblem && error.status === 404;
    return isGone ? <bdi>{t('applications.deleted', { id })}</bdi> : <NoValue />;
  }
  // Built-in applications have no page.
  if (data.createdAt === 0) return <bdi>{data.name}</bdi>;
  return (
    <Link to="/applications/$id" params={{ id }} dir="auto">
      {data.name}
    </Link>
  );
}
