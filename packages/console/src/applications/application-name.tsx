// An application as a list shows it: a picture of its kind, and its name.
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
import classes from './application-name.module.css';

const icons: Record<ApplicationType, TablerIcon> = {
  Native: IconDeviceMobile,
  SPA: IconBrowser,
  Traditional: IconServer,
  MachineToMachine: IconArrowsExchange,
  Protected: IconShieldLock,
  SAML: IconCertificate,
};

export function ApplicationName({ name, type }: { name: string; type: ApplicationType }) {
  const Icon = icons[type];
  return (
    <span className={classes.name}>
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <span dir="auto">{name}</span>
    </span>
  );
}
