// Help icon with a tooltip.
import { ActionIcon, Popover } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function Tip({ about, children }: { about: string; children: string }) {
  const { t } = useTranslation();
  return (
    <Popover width={260} position="top" withArrow shadow="md" withinPortal={false} trapFocus={false}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('general.about_named', { name: about })}>
          <IconHelpCircle size={14} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={about}>{children}</Popover.Dropdown>
    </Popover>
  );
}
