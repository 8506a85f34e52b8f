// Takes one row out of a list, after asking.
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('general.remove')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('general.remove_named', { name })}
        onClick={onClick}
      >
        <IconMinus size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
