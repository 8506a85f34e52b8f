// Link to the documentation, for pages without a guide.
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';

export function DocsButton() {
  const { t } = useTranslation();
  const { settings } = useServices();
  return (
    <Button
      variant="default"
      component="a"
      href={settings.help.docs}
      target="_blank"
      rel="noopener"
      rightSection={<IconExternalLink size={14} />}
    >
      {t('shell.docs')}
      <span className="visually-hidden"> ({t('general.new_tab')})</span>
    </Button>
  );
}
