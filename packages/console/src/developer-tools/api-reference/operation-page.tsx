// One operation: description, parameters, responses, code samples and a form to try it.

import { getRouteApi } from '@tanstack/react-router';
import type { ReferenceOperation, ReferenceResource } from '@tessera/contract/docs/reference';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeSample } from '../../kit/code-sample.tsx';
import { BackLink } from '../../kit/details-page.tsx';
import { usePageTitle } from '../../kit/page-title.ts';
import classes from './api-reference.module.css';
import { FactsTable, FieldsTable } from './facts-table.tsx';
import { MethodPath } from './method-path.tsx';
import { Sentence } from './sentence.tsx';
import { Snippets } from './snippets.tsx';
import { isTryable, TryIt } from './try-it.tsx';

const route = getRouteApi('/signed-in/layout/api-reference/$resource/$operation');

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Errors({ errors }: Pick<ReferenceOperation, 'errors'>) {
  const { t } = useTranslation();
  const { t: messageOf } = useTranslation('errors');
  return (
    <FactsTable
      label={t('api-reference.errors')}
      heads={[t('api-reference.status'), t('api-reference.code'), t('api-reference.message')]}
      rows={errors.map(({ code, status }) => ({
        key: code,
        cells: [
          status,
          <code key="code">{code}</code>,
          <span key="message" dir="auto">
            {messageOf(code as never, { skipInterpolation: true })}
          </span>,
        ],
      }))}
    />
  );
}

function OperationFacts({ resource, operation }: { resource: ReferenceResource; operation: ReferenceOperation }) {
  const { t } = useTranslation();
  const { parameters, body, answer, status, errors } = operation;
  return (
    <>
      {parameters.length > 0 && (
        <Part title={t('api-reference.parameters')}>
          <FieldsTable label={t('api-reference.parameters')} fields={parameters} />
        </Part>
      )}
      {body && (
        <Part title={t('api-reference.body')}>
          <p className={classes.text} dir="ltr">
            {body.mediaType}
          </p>
          <FieldsTable label={t('api-reference.body')} fields={body.fields} />
        </Part>
      )}
      <Part title={t('api-reference.example')}>
        <Snippets operation={operation} access={resource.access} />
      </Part>
      <Part title={t('api-reference.answer')}>
        <p className={classes.text}>{t('api-reference.answer_status', { status })}</p>
        {answer && answer.fields.length > 0 && <FieldsTable label={t('api-reference.answer')} fields={answer.fields} />}
        {answer?.example !== undefined && (
          <CodeSample label={t('api-reference.answer_example')} code={JSON.stringify(answer.example, null, 2)} />
        )}
      </Part>
      {errors.length > 0 && (
        <Part title={t('api-reference.errors')}>
          <Errors errors={errors} />
        </Part>
      )}
    </>
  );
}

export function OperationPage() {
  const { t } = useTranslation();
  const { resource, operation } = route.useLoaderData();
  const { method, path, summary, description } = operation;
  usePageTitle(`${method} ${path}`);
  return (
    <>
      <BackLink to="/api-reference">{t('api-reference.title')}</BackLink>
      <header className={classes.header}>
        <h1>
          <MethodPath method={method} path={path} />
        </h1>
        <div lang="en" dir="ltr">
          <p>
            <Sentence>{summary}</Sentence>
          </p>
          {description && (
            <p className={classes.text}>
              <Sentence>{description}</Sentence>
            </p>
          )}
        </div>
      </header>
      {resource.access === 'management' && isTryable(operation) && (
        <Part title={t('api-reference.try')}>
          <TryIt key={`${resource.slug}.${operation.name}`} operation={operation} />
        </Part>
      )}
      <OperationFacts resource={resource} operation={operation} />
    </>
  );
}
