// Says where the shown template comes from, and what limits its effect.
import { nativeName } from '@tessera/phrases/languages';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../kit/notice.tsx';
import { ConnectorSetupLink } from '../connectors/setup-link.tsx';
import classes from './message-templates.module.css';
import type { ChannelStatus, Template } from './query.ts';

export function OriginNotice({ template, status }: { template: Template; status: ChannelStatus | undefined }) {
  const { t } = useTranslation();
  const { channel, languageTag, source, effectiveLanguage, isCustomized } = template;
  const language = nativeName(languageTag);
  const name = t(`mailbox.channels.${channel}`);
  const textOf = () => {
    if (status?.usesTemplates === false) return t('message-templates.origin.ignored', { channel: name });
    if (source === 'provider') return t('message-templates.origin.provider');
    if (source === 'connector') return t('message-templates.origin.connector');
    if (isCustomized || !effectiveLanguage || effectiveLanguage.toLowerCase() === languageTag.toLowerCase()) return;
    return t('message-templates.origin.other_language', { language, other: nativeName(effectiveLanguage) });
  };
  const text = textOf();
  const isUnsent = status?.delivery === 'none';
  if (!text && !isUnsent) return null;
  return (
    <div className={classes.notices}>
      {text && <Notice severity={status?.usesTemplates === false ? 'warning' : 'info'}>{text}</Notice>}
      {isUnsent && (
        <Notice severity="warning" actions={<ConnectorSetupLink type={channel} />}>
          {t('message-templates.origin.no_connector', { channel: name })}
        </Notice>
      )}
    </div>
  );
}
