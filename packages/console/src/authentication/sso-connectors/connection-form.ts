// State of the connection tab: validation, saving, and errors about the provider on the field they belong to.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { useTokenLossReview } from '../connectors/token-loss.tsx';
import {
  type ConnectionValues,
  checkConnection,
  configOf,
  fieldOfIssue,
  providerField,
  valuesOf,
} from './connection-values.ts';
import { aboutSsoConnectors, type SsoConnectorDetails, ssoConnectorQuery } from './query.ts';

export type ConnectionForm = ReturnType<typeof useConnectionForm>['form'];

/** The provider is contacted on saving, and a slow one is given up by the server. */
const patience = 60_000;

export function useConnectionForm(connector: Versioned<SsoConnectorDetails>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { id: connector.id };
  const [revealedSecret, setRevealedSecret] = useState<string>();
  const reveal = useMutation({
    mutationFn: () => api.management.get('/sso-connectors/:id', { params }, { reveal: true }),
    onSuccess: (open) => setRevealedSecret(valuesOf(open).clientSecret),
    gcTime: 0,
  });
  /** The field that the provider is entered in, while it is being saved. */
  const [source, setSource] = useState<keyof ConnectionValues>(() => providerField(connector, valuesOf(connector)));
  const owner = { ssoConnectorId: connector.id };
  const review = useTokenLossReview<ConnectionValues>(owner, connector.connectorName, (values) => ({
    keepsTokens: connector.enableTokenStorage,
    config: configOf(connector, values),
  }));
  const work = useDetailsForm<SsoConnectorDetails, ConnectionValues>({
    entity: connector,
    valuesOf,
    validate: (values) => checkConnection(connector, values, t),
    secrets: ['clientSecret'],
    read: () => api.management.get('/sso-connectors/:id', { params }),
    write: ({ etag }, values) => {
      setSource(providerField(connector, values));
      return api.management.patch(
        '/sso-connectors/:id',
        { params, body: { config: configOf(connector, values) }, etag },
        { timeout: patience },
      );
    },
    onNewVersion: (saved) => {
      setRevealedSecret(undefined);
      queryClient.setQueryData(ssoConnectorQuery(api, connector.id).queryKey, saved);
      void queryClient.invalidateQueries({ predicate: aboutSsoConnectors });
    },
    fieldOf: fieldOfIssue,
    review,
    refusals: {
      'connector.invalid_config': { field: source },
      'connector.invalid_metadata': { field: source },
      'connector.invalid_certificate': { field: source === 'signInEndpoint' ? 'x509Certificate' : source },
    },
  });
  return { ...work, revealedSecret, reveal: () => reveal.mutate() };
}
