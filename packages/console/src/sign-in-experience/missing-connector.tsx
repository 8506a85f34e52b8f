// Says that nothing can be sent to an identifier, for which there is no connector.
import { useTranslation } from 'react-i18next';
import { missingConnectors } from './check-values.ts';
import { useExperience } from './experience-context.ts';
import { RowProblem } from './row-problem.tsx';

export function MissingConnector({ identifier, isError }: { identifier: string; isError: boolean }) {
  const { t } = useTranslation();
  const { reach } = useExperience();
  return missingConnectors(identifier, reach).map((kind) => (
    <RowProblem key={kind} isError={isError}>
      {t(`sign-in-experience.methods.no_connector.${kind}`)}
    </RowProblem>
  ));
}
