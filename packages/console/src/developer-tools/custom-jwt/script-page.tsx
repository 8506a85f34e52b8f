// Script editor page: the script, and next to it the reference and the test data.

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BackLink, DetailsError, DetailsSkeleton } from '../../kit/details-page.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { DataPanel } from './data-panel.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import { GuidePanel } from './guide-panel.tsx';
import { useScriptForm } from './script-form.ts';
import classes from './script-page.module.css';
import { ScriptPanel } from './script-panel.tsx';
import { keyOf, type StoredScript, scriptQuery, scriptsQuery, type TokenKind } from './token-kinds.ts';

const route = getRouteApi('/signed-in/layout/customize-jwt/$tokenType/$action');

export function ScriptPage() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { tokenType, action } = route.useParams();
  const kind = tokenType as TokenKind;
  const isNew = action === 'create';
  const edited = useQuery({ ...scriptQuery(api, kind), enabled: !isNew });
  const existing = useQuery({ ...scriptsQuery(api), enabled: isNew });
  const { error, refetch } = isNew ? existing : edited;
  const back = <BackLink to="/customize-jwt">{t('custom-jwt.back')}</BackLink>;
  if (isNew ? !existing.data : !edited.data) {
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
  // Creating would replace the script and its variables.
  if (isNew && existing.data?.some(({ key }) => key === keyOf[kind])) {
    return <Navigate to="/customize-jwt/$tokenType/$action" params={{ tokenType, action: 'edit' }} replace />;
  }
  return (
    <div data-page="wide">
      {back}
      <PageHeader title={t(`custom-jwt.kinds.${kind}.title`)} subtitle={t(`custom-jwt.kinds.${kind}.subtitle`)} />
      <Form key={`${kind}/${action}`} kind={kind} stored={isNew ? undefined : edited.data} />
    </div>
  );
}

function Form({ kind, stored }: { kind: TokenKind; stored: StoredScript | undefined }) {
  const { t } = useTranslation();
  const { side } = route.useSearch();
  const navigate = route.useNavigate();
  const focusScript = () => document.querySelector<HTMLElement>('[data-script] .cm-content')?.focus();
  const { form, changes, saving, onSubmit, back, trial, refusedLine } = useScriptForm(kind, stored, focusScript);

  /** Opens the panel with the field and focuses it. */
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
          <ScriptPanel kind={kind} form={form} trial={trial} refusedLine={refusedLine} onTry={onTry} />
          <div className={classes.side}>
            <TabLinks label={t('custom-jwt.sides')}>
              <TabLink to="." search={{}} activeOptions={tabOptions} replace>
                {t('custom-jwt.guide.title')}
              </TabLink>
              <TabLink to="." search={{ side: 'data' }} activeOptions={tabOptions} replace>
                {t('custom-jwt.data.title')}
              </TabLink>
              {stored && (
                <TabLink to="." search={{ side: 'errors' }} activeOptions={tabOptions} replace>
                  {t('custom-jwt.errors.title')}
                </TabLink>
              )}
            </TabLinks>
            <div className={classes.sideContent}>
              {side === 'data' && <DataPanel kind={kind} form={form} trial={trial} />}
              {side === 'errors' && <ErrorsPanel kind={kind} />}
              {side === undefined && <GuidePanel kind={kind} form={form} />}
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
