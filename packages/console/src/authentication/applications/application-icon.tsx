// Icon for an application's type.
import {
  IconArrowsExchange,
  IconBrowser,
  IconCertificate,
  IconDeviceMobile,
  IconPuzzle,
  IconServer,
  IconShieldLock,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ApplicationType } from '@tessera/contract/applications';

const icons: Record<ApplicationType, TablerIcon> = {
  Native: IconDeviceMobile,
  SPA: IconBrowser,
  Traditional: IconServer,
  MachineToMachine: IconArrowsExchange,
  Protected: IconShieldLock,
  SAML: IconCertificate,
};

type Props = { type: ApplicationType; isThirdParty?: boolean; size?: number };

export function ApplicationIcon({ type, isThirdParty = false, size = 16 }: Props) {
  const Icon = isThirdParty ? IconPuzzle : icons[type];
  return <Icon size={size} stroke={1.6} aria-hidden="true" />;
}
