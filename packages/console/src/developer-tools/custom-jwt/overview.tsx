// The tenant's token scripts: one for user access tokens, one for machine-to-machine tokens.
import { Button, Skeleton } from '@mantine/core';
import { IconPencil, IconPlus, IconRobot, IconTrash, IconUser, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { ErrorState } from '../../kit/error-state.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import classes from './overview.module.css';
import { deleteScript, keyOf, scriptQuery, scriptsQuery, type TokenKind, tokenKinds } from './token-kinds.ts';

const icons: Record<TokenKind, TablerIcon> = { 'access-token': IconUser, 'client-credentials': IconRobot };

function useScriptDeletion() {
  const { t } = useTranslation();
  const { api } = useServices();
  const remove = useDeletion();
  return (kind: TokenKind) =>
    remove({
      title: t('custom-jwt.delete_title'),
      text: t('custom-jwt.delete_text'),
      done: t('custom-jwt.deleted'),
      remove: () => deleteScript(api, kind),
      own: [{ queryKey: scriptQuery(api, kind).queryKey }],
      about: [{ queryKey: scriptsQuery(api).queryKey }],
    });
}

export function CustomJwt() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error, refetch } = useQuery(scriptsQuery(api));
  const remove = useScriptDeletion();
  return (
    <>
      <PageHeader title={t('custom-jwt.title')} subtitle={t('custom-jwt.subtitle')} />
      {!data && error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.cards} aria-busy={!data}>
          {tokenKinds.map((kind) => (
            <Card
              key={kind}
              kind={kind}
              exists={data?.some(({ key }) => key === keyOf[kind])}
              onDelete={() => void remove(kind)}
            />
          ))}
        </div>
      )}
    </>
  );
}

type CardProps = {
  kind: TokenKind;
  /** Undefined while loading. */
  exists: boolean | undefined;
  onDelete: () => void;
};

function Card({ kind, exists, onDelete }: CardProps) {
  const { t } = useTranslation();
  const id = useId();
  const Icon = icons[kind];
  const title = t(`custom-jwt.kinds.${kind}.title`);
  return (
    <section className={classes.card} aria-labelledby={id}>
      <span className={classes.icon}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <div className={classes.about}>
        <h2 id={id}>{title}</h2>
        <p className={classes.text}>{t(`custom-jwt.kinds.${kind}.text`)}</p>
      </div>
      <div className={classes.actions}>{actions()}</div>
    </section>
  );

  function actions() {
    if (exists === undefined) return <Skeleton height={32} width={120} />;
    if (!exists) {
      return (
        <Button
          leftSection={<IconPlus size={14} />}
          aria-describedby={id}
          renderRoot={(props) => (
            <Link to="/customize-jwt/$tokenType/$action" params={{ tokenType: kind, action: 'create' }} {...props} />
          )}
        >
          {t('custom-jwt.create')}
        </Button>
      );
    }
    return (
      <>
        <Button
          variant="default"
          leftSection={<IconPencil size={14} />}
          aria-describedby={id}
          renderRoot={(props) => (
            <Link to="/customize-jwt/$tokenType/$action" params={{ tokenType: kind, action: 'edit' }} {...props} />
          )}
        >
          {t('custom-jwt.edit')}
        </Button>
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={14} />}
          aria-describedby={id}
          onClick={onDelete}
        >
          {t('general.delete')}
        </Button>
      </>
    );
  }
}
