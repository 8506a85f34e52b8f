// The recipient of a message, linked to the message.
import { IconDeviceMobileMessage, IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MailboxMessage } from '@tessera/contract/mailbox';
import { useTranslation } from 'react-i18next';
import { rowLink } from '../../kit/list-table.tsx';
import classes from '../../kit/row-name.module.css';

export function Recipient({ message: { id, channel, recipient } }: { message: MailboxMessage }) {
  const { t } = useTranslation();
  const Icon = channel === 'Email' ? IconMail : IconDeviceMobileMessage;
  return (
    <span className={classes.name}>
      <Icon size={16} stroke={1.6} role="img" aria-label={t(`mailbox.channels.${channel}`)} />
      <Link to="/mailbox/$id" params={{ id }} search={true} className={rowLink} dir="ltr">
        {recipient}
      </Link>
    </span>
  );
}
