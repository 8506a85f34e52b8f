// Documentation and support channels as external links.
import { Button } from '@mantine/core';
import {
  IconBook,
  IconBug,
  IconCalendar,
  IconExternalLink,
  IconHistory,
  IconMail,
  IconMessages,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { contactsOf } from './contacts.ts';
import classes from './help-dialog.module.css';

const icons = {
  docs: IconBook,
  releases: IconHistory,
  chat: IconMessages,
  issues: IconBug,
  email: IconMail,
  meeting: IconCalendar,
};

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { settings } = useServices();
  return (
    <Dialog onClose={onClose} title={t('shell.help')}>
      <p className={classes.text}>{t('help.text')}</p>
      <ul className={classes.rows}>
        {contactsOf(settings).map(({ kind, address }) => {
          const Icon = icons[kind];
          return (
            <li key={kind} className={classes.row}>
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              <div className={classes.what}>
                <p className={classes.title}>{t(`help.${kind}.title`)}</p>
                <p className={classes.text}>{t(`help.${kind}.text`)}</p>
              </div>
              <Button
                component="a"
                href={address}
                target="_blank"
                rel="noopener"
                variant="default"
                rightSection={<IconExternalLink size={14} />}
              >
                {t(`help.${kind}.action`)}
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
