// Index of all API operations by resource, searchable by name, path and description.

import { type IndexResource, index } from 'virtual:api-reference';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { NothingFound } from '../../kit/nothing-found.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SearchBox } from '../../kit/search-box.tsx';
import classes from './api-reference.module.css';
import { MethodPath } from './method-path.tsx';

const route = getRouteApi('/signed-in/layout/api-reference');

/** A resource whose title matches is listed with all its operations, others only with the matching ones. */
function search(keyword: string): IndexResource[] {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return index.flatMap((resource) => {
    if (fits(resource.title)) return [resource];
    const operations = resource.operations.filter(({ method, path, summary }) =>
      fits(`${resource.title} ${method} ${path} ${summary}`),
    );
    return operations.length > 0 ? [{ ...resource, operations }] : [];
  });
}

function ResourceSection({ resource: { slug, title, about, operations } }: { resource: IndexResource }) {
  const id = useId();
  return (
    <section className={classes.resource} aria-labelledby={id} lang="en" dir="ltr">
      <h2 id={id}>{title}</h2>
      <p className={classes.text}>{about}</p>
      <ul className={classes.operations}>
        {operations.map(({ name, method, path, summary }) => (
          <li key={name}>
            <Link
              to="/api-reference/$resource/$operation"
              params={{ resource: slug, operation: name }}
              className={classes.operation}
            >
              <MethodPath method={method} path={path} />
              <span className={classes.text}>{summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ReferenceIndex() {
  const { t } = useTranslation();
  const { settings } = useServices();
  const { keyword = '' } = route.useSearch();
  const navigate = useNavigate();
  const find = (text: string) =>
    void navigate({ to: '.', search: text === '' ? {} : { keyword: text }, replace: true });
  const found = search(keyword);
  const count = found.reduce((total, { operations }) => total + operations.length, 0);
  return (
    <>
      <PageHeader
        title={t('api-reference.title')}
        subtitle={t('api-reference.subtitle')}
        actions={
          <Button
            variant="default"
            component="a"
            href={`${settings.tenantEndpoint}/api/.well-known/management.openapi.json`}
            target="_blank"
            rel="noopener"
            rightSection={<IconExternalLink size={14} />}
          >
            {t('api-reference.openapi')}
            <span className="visually-hidden"> ({t('general.new_tab')})</span>
          </Button>
        }
      />
      <SearchBox label={t('api-reference.search')} value={keyword} onSearch={find} />
      <p className="visually-hidden" role="status">
        {keyword === '' ? '' : t('list.results', { count })}
      </p>
      {found.map((resource) => (
        <ResourceSection key={resource.slug} resource={resource} />
      ))}
      {found.length === 0 && <NothingFound search={keyword} onClear={() => find('')} />}
    </>
  );
}
