// Where to ask: one row for each way, with a link that leaves the console.
import { Button, Modal } from '@mantine/core';
import { IconBug, IconCalendar, IconExternalLink, IconMail, IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { contactsOf } from './contacts.ts';
import classes from './help-dialog.module.css';

const icons = { chat: IconMessages, issues: IconBug, email: IconMail, meeting: IconCalendar };

export function HelpDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { settings } = useServices();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('help.title')}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <p className={classes.text}>{t('help.text')}</p>
      <ul className={classes.rows}>
        {contactsOf(settings.help).map(({ kind, address }) => {
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
    </Modal>
  );
}
