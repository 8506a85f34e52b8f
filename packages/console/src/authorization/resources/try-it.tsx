// Ready-made requests: a token for this API by client credentials, and a call with it.
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '@tessera/contract/resources';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { callRequest, tokenRequest } from './curl.ts';
import { scopesQuery } from './query.ts';
import classes from './try-it.module.css';

function Sample({ label, code }: { label: string; code: string }) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      <div className={classes.sample}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
        <section className={classes.code} dir="ltr" tabIndex={0} aria-label={label}>
          <pre>{code}</pre>
        </section>
        <CopyButton value={code} label={label} />
      </div>
    </div>
  );
}

export function TryIt({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const { data } = useQuery({ ...scopesQuery(api, resource.id, {}), meta: { silent: true } });
  const scopes = (data?.items ?? []).map(({ name }) => name);
  return (
    <>
      <Sample
        label={t('resources.try.token')}
        code={tokenRequest(settings.tenantEndpoint, resource.indicator, scopes)}
      />
      <Sample label={t('resources.try.call')} code={callRequest(resource.indicator)} />
    </>
  );
}
