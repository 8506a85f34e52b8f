// Product version with a link to releases, and a dot if there is a newer one.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reach } from '../app/problem.ts';
import { useServices } from '../app/services.tsx';
import { isNewer } from './newer-release.ts';
import classes from './version.module.css';

async function readLatest(address: string): Promise<string> {
  try {
    const response = await reach(address);
    const body: unknown = await response.json();
    if (typeof body === 'object' && body !== null && 'latestRelease' in body) return String(body.latestRelease);
    throw new TypeError('the file names no release');
  } catch (error) {
    console.warn('The newest release could not be found out.', error);
    return '';
  }
}

export function Version() {
  const { t } = useTranslation();
  const { version, releases } = useServices().settings;
  const { data: latest = '' } = useQuery({
    queryKey: ['releases', releases.info],
    queryFn: () => readLatest(releases.info ?? ''),
    enabled: releases.info !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const updateMark = isNewer(latest, version) && (
    <span
      className={classes.dot}
      role="img"
      aria-label={t('shell.newer_release', { version: latest })}
      title={latest}
    />
  );
  return (
    <a className={classes.version} href={releases.page} target="_blank" rel="noopener">
      <span dir="ltr">v{version}</span>
      {updateMark}
      <span className="visually-hidden">{t('shell.releases_new_tab')}</span>
    </a>
  );
}
