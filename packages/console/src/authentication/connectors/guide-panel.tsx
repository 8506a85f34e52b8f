// The setup guide of a connector beside its details, loaded when it is opened.
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../kit/side-panel.tsx';
import { Readme } from './readme.tsx';

type Props = {
  connectorId: string;
  markdown: string;
  values: Readonly<Record<string, string>>;
  onClose: () => void;
};

export function GuidePanel({ onClose, ...guide }: Props) {
  const { t } = useTranslation();
  return (
    <SidePanel onClose={onClose} size={520} title={t('connectors.setup.guide')}>
      <Readme {...guide} />
    </SidePanel>
  );
}
