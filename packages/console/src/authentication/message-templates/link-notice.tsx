// Says whether an email with a code that uses the magic link has one, and the reverse.
import { Link } from '@tanstack/react-router';
import { hasMagicLink } from '@tessera/contract/message-types';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../kit/notice.tsx';
import classes from './message-templates.module.css';
import type { Template, TemplateStatus } from './query.ts';
import type { TemplateValues } from './template-values.ts';

type Props = { template: Template; values: TemplateValues; status: TemplateStatus | undefined };

const variable = '{{link}}';
const usesLink = /\{\{\s*link\s*\}\}/;

export function LinkNotice({ template: { channel, templateType, isCustomized, source }, values, status }: Props) {
  const { t } = useTranslation();
  if (!hasMagicLink(channel, templateType) || !status?.email.usesTemplates) return null;
  const { magicLinkEnabled } = status;
  if (usesLink.test(values.content) === magicLinkEnabled) return null;
  // The provider composes its message with or without the link.
  if (magicLinkEnabled && source === 'provider' && !isCustomized) return null;
  const settings = (
    <Link to="/sign-in-experience/sign-up-and-sign-in">{t('message-templates.magic_link.settings')}</Link>
  );
  return (
    <div className={classes.notices}>
      {magicLinkEnabled ? (
        <Notice severity="warning">{t('message-templates.magic_link.missing', { variable })}</Notice>
      ) : (
        <Notice actions={settings}>{t('message-templates.magic_link.off', { variable })}</Notice>
      )}
    </div>
  );
}
