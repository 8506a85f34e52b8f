// The code of an error, for the report to the support.
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useApp } from '../app-context.ts';
import { useCopy } from './copy-button.tsx';
import { ContactSupport } from './support.tsx';

export const ErrorCode = ({ code }: { code: string }) => {
  const { t } = useApp();
  const { outcome, copy, isPossible } = useCopy(code);
  const Icon = outcome === 'mfa.copied' ? IconCheck : IconCopy;
  return (
    <span className="code">
      <span className="hidden">{t('description.error_code')}: </span>
      <code dir="ltr">{code}</code>
      {isPossible && (
        <button type="button" aria-label={t('action.copy_code')} onClick={copy}>
          <Icon size={16} stroke={1.75} aria-hidden />
        </button>
      )}
      <span className="hidden" role="status">
        {outcome && t(outcome)}
      </span>
    </span>
  );
};

/** At the end of a page of an error. */
export const ErrorHelp = ({ code }: { code: string }) => (
  <p className="shelf apart">
    <ContactSupport />
    <ErrorCode code={code} />
  </p>
);
