// Opens the connection guide, which is part of the URL.
import { Button } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** `search`: the rest of the page's state in the URL. */
export function GuideButton({ search }: { search: object }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<IconBook size={16} />}
      renderRoot={(props) => <Link to="." search={{ ...search, guide: 'open' } as never} {...props} />}
    >
      {t('sso-connectors.guide.title')}
    </Button>
  );
}
