// The page on which a script is written: the script on the one side; on the other what it is given, and data to try it with.

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { BackLink, DetailsError, DetailsSkeleton } from '../kit/details-page.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import { TabLink, TabLinks } from '../kit/tab-links.tsx';
import { DataPanel } from './data-panel.tsx';
import { GuidePanel } from './guide-panel.tsx';
import { useScriptForm } from './script-form.ts';
import classes from './script-page.module.css';
import { ScriptPanel } from './script-panel.tsx';
import { type StoredScript, scriptQuery, type TokenKind } from './token-kinds.ts';

const route = getRouteApi('/signed-in/layout/customize-jwt/$tokenType/$action');

export function ScriptPage() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { tokenType, action } = route.useParams();
  const kind = tokenType as TokenKind;
  const isNew = action === 'create';
  const { data, error, refetch } = useQuery({ ...scriptQuery(api, kind), enabled: !isNew });
  const back = <BackLink to="/customize-jwt">{t('custom-jwt.back')}</BackLink>;
  if (!isNew && !data) {
    if (!error) return <DetailsSkeleton back={back} />;
    return (
      <DetailsError
        back={back}
        error={error}
        notFoundTitle={t('custom-jwt.not_found')}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      {back}
      <PageHeader title={t(`custom-jwt.kinds.${kind}.title`)} subtitle={t(`custom-jwt.kinds.${kind}.subtitle`)} />
      <Form key={`${kind}/${action}`} kind={kind} stored={isNew ? undefined : data} />
    </>
  );
}

function Form({ kind, stored }: { kind: TokenKind; stored: StoredScript | undefined }) {
  const { t } = useTranslation();
  const { side } = route.useSearch();
  const navigate = route.useNavigate();
  const { form, changes, saving, onSubmit, back, trial } = useScriptForm(kind, stored);

  /** Brings the side with the field to the front, and the field into focus. */
  const showField = async (name: string) => {
    const isData = name === 'token' || name === 'context';
    if (name !== 'script') await navigate({ search: isData ? { side: 'data' } : {}, replace: true });
    requestAnimationFrame(() => {
      const node = document.querySelector<HTMLElement>(`[data-path="${name}"]`);
      node?.closest('details')?.setAttribute('open', '');
      node?.focus();
      node?.scrollIntoView({ block: 'center' });
    });
  };
  const onTry = () => {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) void showField(Object.keys(errors)[0] ?? '');
    else trial.start();
  };

  return (
    <form onSubmit={onSubmit((name) => void showField(name))} noValidate>
      <div className={classes.frame}>
        <div className={classes.columns}>
          <ScriptPanel kind={kind} form={form} trial={trial} onTry={onTry} />
          <div className={classes.side}>
            <TabLinks label={t('custom-jwt.sides')}>
              <TabLink to="." search={{}} activeOptions={tabOptions} replace>
                {t('custom-jwt.guide.title')}
              </TabLink>
              <TabLink to="." search={{ side: 'data' }} activeOptions={tabOptions} replace>
                {t('custom-jwt.data.title')}
              </TabLink>
            </TabLinks>
            <div className={classes.sideContent}>
              {side === 'data' ? <DataPanel kind={kind} form={form} /> : <GuidePanel kind={kind} form={form} />}
            </div>
          </div>
        </div>
      </div>
      <SaveBar
        changes={changes}
        saving={saving}
        onDiscard={stored ? () => form.reset() : () => void back()}
        {...(!stored && { creation: t('custom-jwt.new') })}
      />
    </form>
  );
}

const tabOptions = { exact: true, includeSearch: true };
