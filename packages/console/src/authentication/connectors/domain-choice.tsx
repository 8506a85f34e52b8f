// Chooses which of the tenant's domains the displayed URLs have.
import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoints } from './endpoints.ts';

/** The chosen endpoint, and the field to change it; tenants with one endpoint have no choice. */
export function useDomainChoice(hint?: string) {
  const { t } = useTranslation();
  const endpoints = useEndpoints();
  const [chosen, setChosen] = useState<string>();
  // The first one also if it arrives late, until a person chooses.
  const endpoint = chosen ?? endpoints[0] ?? '';
  return {
    endpoint,
    domainField: endpoints.length > 1 && (
      <NativeSelect
        label={t('general.domain')}
        description={hint ?? t('general.domain_hint')}
        rightSection={<IconChevronDown size={16} />}
        data={endpoints.map((value) => ({ value, label: new URL(value).host }))}
        value={endpoint}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
    ),
  };
}
