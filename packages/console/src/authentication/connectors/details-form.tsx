// The form on a connector's page.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { EditableForm } from '../../kit/editable-form.tsx';
import type { Connector } from '../sign-in-experience/query.ts';
import { hasCallback } from './callback-urls.tsx';
import { useLocalized } from './connector-name.ts';
import { ConnectorSections } from './form-sections.tsx';
import { type ConnectorValues, checkValues, fieldOfIssue, secretKeys } from './form-values.ts';
import { bodyOf, factsOf, valuesOf, wholeConfig } from './own-values.ts';
import { aboutConnectors, connectorQuery } from './query.ts';
import { useTokenLossReview } from './token-loss.tsx';

const ConnectionTest = lazy(async () => ({ default: (await import('./connection-test.tsx')).ConnectionTest }));
const TestSender = lazy(async () => ({ default: (await import('./test-sender.tsx')).TestSender }));

const ownLabels = {
  '@name': 'connectors.form.name',
  '@target': 'connectors.form.target',
  '@logo': 'connectors.form.logo',
  '@logoDark': 'connectors.form.logo_dark',
  '@syncProfile': 'connectors.form.sync',
  '@storeTokens': 'connectors.form.tokens',
  '@oneTap': 'connectors.one_tap.enable',
  '@autoSelect': 'connectors.one_tap.autoSelect',
  '@closeOnTapOutside': 'connectors.one_tap.closeOnTapOutside',
  '@itpSupport': 'connectors.one_tap.itpSupport',
} as const;
const isOwn = (field: string): field is keyof typeof ownLabels => field in ownLabels;

export function DetailsForm({ connector }: { connector: Versioned<Connector> }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { id: connector.id };
  const facts = factsOf(connector);
  const localized = useLocalized();
  const items = facts.formItems ?? [];
  const [revealed, setRevealed] = useState<ConnectorValues>({});
  const reveal = useMutation({
    mutationFn: () => api.management.get('/connectors/:id', { params }, { reveal: true }),
    onSuccess: (open) => setRevealed(valuesOf(open)),
    gcTime: 0,
  });
  const name = localized(connector.name);
  const review = useTokenLossReview<ConnectorValues>({ connectorId: connector.id }, name, (values) => ({
    keepsTokens: values['@storeTokens'] === true,
    config: wholeConfig(facts, values, connector.config),
  }));
  const work = useDetailsForm<Connector, ConnectorValues>({
    entity: connector,
    valuesOf,
    validate: (values) => checkValues(items, values, { isStandard: facts.isStandard ?? false, t }),
    secrets: secretKeys(items),
    read: () => api.management.get('/connectors/:id', { params }),
    write: (base, values) =>
      api.management.patch('/connectors/:id', { params, body: bodyOf(facts, values, base), etag: base.etag }),
    onNewVersion: (saved) => {
      setRevealed({});
      queryClient.setQueryData(connectorQuery(api, connector.id).queryKey, saved);
      void queryClient.invalidateQueries({ predicate: aboutConnectors });
    },
    fieldOf: fieldOfIssue,
    review,
  });
  return (
    <EditableForm
      work={work}
      labelOf={(field) =>
        isOwn(field) ? t(ownLabels[field]) : (items.find(({ key }) => key === field)?.label ?? field)
      }
    >
      <ConnectorSections
        facts={facts}
        form={work.form}
        connectorId={connector.id}
        isNew={false}
        secrets={{ revealed, reveal: () => reveal.mutate() }}
      />
      {hasCallback(facts) && (
        <Suspense>
          <ConnectionTest
            facts={facts}
            form={work.form}
            connectorId={connector.id}
            name={name}
            stored={connector.config}
          />
        </Suspense>
      )}
      {facts.type !== 'Social' && (
        <Suspense>
          <TestSender facts={facts} form={work.form} stored={connector.config} />
        </Suspense>
      )}
    </EditableForm>
  );
}
