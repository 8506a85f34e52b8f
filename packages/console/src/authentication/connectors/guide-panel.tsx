// The setup guide of a connector beside its details, loaded when it is opened.
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../kit/side-panel.tsx';
import type { Connector } from '../sign-in-experience/query.ts';
import { ConnectorLogo } from './connector-logo.tsx';
import classes from './connectors.module.css';
import type { GuideValues } from './guide-values.ts';
import { Readme } from './readme.tsx';

type Props = {
  connector: Connector;
  values: GuideValues;
  onClose: () => void;
};

export function GuidePanel({ connector, values, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <SidePanel
      onClose={onClose}
      size={520}
      title={
        <span className={classes.name}>
          <ConnectorLogo connector={connector} />
          {t('connectors.setup.guide')}
        </span>
      }
    >
      <Readme connectorId={connector.id} markdown={connector.readme} values={values} />
    </SidePanel>
  );
}
