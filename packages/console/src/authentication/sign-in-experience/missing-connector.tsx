// Warns that an identifier has no connector to send codes.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { missingConnectors } from './check-values.ts';
import { useExperience } from './experience-context.ts';
import { RowProblem } from './row-problem.tsx';

export function MissingConnector({ identifier, isError }: { identifier: string; isError: boolean }) {
  const { t } = useTranslation();
  const { reach } = useExperience();
  return missingConnectors(identifier, reach).map((kind) => (
    <RowProblem key={kind} isError={isError}>
      {t(`sign-in-experience.methods.no_connector.${kind}`)}{' '}
      <Link to="/connectors/passwordless/create/$type" params={{ type: kind === 'email' ? 'Email' : 'Sms' }}>
        {t('sign-in-experience.methods.set_up_connector')}
      </Link>
    </RowProblem>
  ));
}
