// The content of one token.
import type { TestedToken } from '@tessera/contract/application-tests';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeSample } from '../../../kit/code-sample.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { TagList } from '../../../kit/tag-list.tsx';
import classes from './try-it.module.css';

export function TokenCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {children}
    </section>
  );
}

function Part({ label, content }: { label: string; content: object }) {
  return (
    <div>
      <h4 className={classes.part}>{label}</h4>
      <CodeSample label={label} code={JSON.stringify(content, null, 2)} />
    </div>
  );
}

export function TokenContent({ token }: { token: TestedToken }) {
  const { t } = useTranslation();
  const { format, header, claims, signingKey, expiresAt, scopes } = token;
  return (
    <>
      <Facts
        facts={[
          { name: t('application-tests.tokens.format'), value: t(`application-tests.tokens.${format}`) },
          expiresAt !== null && { name: t('application-tests.tokens.expires'), value: <Moment value={expiresAt} /> },
          scopes.length > 0 && {
            name: t('application-tests.tokens.scopes'),
            value: <TagList items={scopes.map((name) => ({ id: name, name }))} />,
          },
          signingKey !== null && {
            name: t('application-tests.tokens.signed_with'),
            value: (
              <>
                <bdi className="mono">{signingKey.algorithm}</bdi>,{' '}
                {t(`application-tests.tokens.${signingKey.isCurrent ? 'current_key' : 'previous_key'}`)}{' '}
                <bdi className={classes.key}>{signingKey.id}</bdi>
              </>
            ),
          },
        ]}
      />
      {format === 'opaque' && <p className={classes.hint}>{t('application-tests.tokens.opaque_text')}</p>}
      {header && <Part label={t('application-tests.tokens.header')} content={header} />}
      {claims && <Part label={t('application-tests.tokens.claims')} content={claims} />}
    </>
  );
}
