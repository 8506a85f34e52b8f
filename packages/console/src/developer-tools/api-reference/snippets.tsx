// The example request in the selected language.
import { SegmentedControl } from '@mantine/core';
import type { ReferenceOperation } from '@tessera/contract/docs/reference';
import { type SnippetLanguage, snippetLanguages, snippetsOf } from '@tessera/contract/docs/snippets';
import type { Access } from '@tessera/contract/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CodeSample } from '../../kit/code-sample.tsx';
import classes from './api-reference.module.css';

const names: Record<SnippetLanguage, string> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };

export function Snippets({ operation, access }: { operation: ReferenceOperation; access: Access }) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  return (
    <div className={classes.snippets}>
      <SegmentedControl
        size="xs"
        aria-label={t('api-reference.language')}
        transitionDuration={0}
        value={language}
        onChange={(value) => setLanguage(snippetLanguages.find((one) => one === value) ?? 'curl')}
        data={snippetLanguages.map((value) => ({ value, label: names[value] }))}
      />
      <CodeSample label={names[language]} code={snippetsOf(operation, access, settings.tenantEndpoint)[language]} />
    </div>
  );
}
