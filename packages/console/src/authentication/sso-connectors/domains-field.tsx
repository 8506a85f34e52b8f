// Input for the email domains of an enterprise SSO connector.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TagInput } from '../../kit/tag-input.tsx';
import { domainIssue } from './domain-rules.ts';

type Props = {
  domains: readonly string[];
  typedDomain: string;
  error: ReactNode;
  description: string;
  onChange: (domains: string[]) => void;
  onType: (typed: string) => void;
};

/** Invalid domains become tags, too. */
const acceptAny = () => undefined;

export function DomainsField({ domains, typedDomain, error, description, onChange, onType }: Props) {
  const { t } = useTranslation();
  return (
    <TagInput
      label={t('sso-connectors.domains')}
      description={description}
      placeholder="example.com"
      values={domains}
      typed={typedDomain}
      isMarked={(domain) => domainIssue(domain) !== undefined}
      check={acceptAny}
      error={error}
      onChange={onChange}
      onType={onType}
      data-path="domains"
    />
  );
}
