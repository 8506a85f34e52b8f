// A picture of what kind an application is of.
import {
  IconArrowsExchange,
  IconBrowser,
  IconCertificate,
  IconDeviceMobile,
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

export function ApplicationIcon({ type, size = 16 }: { type: ApplicationType; size?: number }) {
  const Icon = icons[type];
  return <Icon size={size} stroke={1.6} aria-hidden="true" />;
}
