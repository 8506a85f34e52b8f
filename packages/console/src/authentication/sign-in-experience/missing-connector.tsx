// Warns that an identifier has no connector to send codes.
import { useTranslation } from 'react-i18next';
import { ConnectorSetupLink } from '../connectors/setup-link.tsx';
import { missingConnectors } from './check-values.ts';
import { useExperience } from './experience-context.ts';
import { RowProblem } from './row-problem.tsx';

export function MissingConnector({ identifier, isError }: { identifier: string; isError: boolean }) {
  const { t } = useTranslation();
  const { reach } = useExperience();
  return missingConnectors(identifier, reach).map((kind) => (
    <RowProblem key={kind} isError={isError}>
      {t(`connectors.missing.${kind}`)} <ConnectorSetupLink type={kind === 'email' ? 'Email' : 'Sms'} />
    </RowProblem>
  ));
}
