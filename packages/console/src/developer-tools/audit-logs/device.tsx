// The browser, system and device of a user agent.
import type { ParsedUserAgent } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';
import classes from './details.module.css';

const withVersion = ({ name, version }: { name?: string | undefined; version?: string | undefined }) =>
  name && (version ? `${name} ${version}` : name);

type Props = {
  agent: string;
  parsed: ParsedUserAgent | undefined;
  /** Without the user agent itself. */
  brief?: boolean;
};

export function Device({ agent, parsed, brief = false }: Props) {
  const { t } = useTranslation();
  const [browser, os] = [withVersion(parsed?.browser ?? {}), withVersion(parsed?.os ?? {})];
  const software = browser && os ? t('audit-logs.device.on', { browser, os }) : (browser ?? os);
  const { type = 'unknown', model } = parsed?.device ?? {};
  const hardware = model ?? (type === 'unknown' && software ? undefined : t(`audit-logs.device.types.${type}`));
  return (
    <>
      <span>{[software, hardware].filter(Boolean).join(' · ')}</span>
      {!brief && (
        <span className={classes.agent} dir="ltr">
          {agent}
        </span>
      )}
    </>
  );
}
