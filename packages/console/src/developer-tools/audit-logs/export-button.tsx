// Exports the filtered entries to a file.
import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { saveFile } from '../../kit/save-file.ts';
import type { LogSearch } from './log-search.ts';
import { filterQuery, type Kind } from './query.ts';

const formats = ['csv', 'ndjson'] as const;
const names: Record<Kind, string> = { events: 'audit-logs', changes: 'audit-log-changes' };
/** Long enough for 100,000 entries on a slow connection. */
const patience = 30 * 60_000;

type Props = { kind: Kind; search: LogSearch; isEmpty: boolean };

export function ExportButton({ kind, search, isEmpty }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const download = useMutation({
    mutationFn: async (format: (typeof formats)[number]) => {
      const query = { ...filterQuery(kind, search), format };
      saveFile(
        await api.management.download('/log-exports', { query }, { timeout: patience }),
        `${names[kind]}.${format}`,
      );
    },
  });
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <BusyButton
            variant="default"
            busy={download.isPending}
            disabled={isEmpty}
            leftSection={<IconDownload size={14} />}
          >
            {t('audit-logs.export.button')}
          </BusyButton>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item key={format} onClick={() => download.mutate(format)}>
              {t(`audit-logs.export.${format}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label fw={400}>{t('audit-logs.export.text')}</Menu.Label>
        </Menu.Dropdown>
      </Menu>
      <span className="visually-hidden" role="status">
        {download.isPending ? t('audit-logs.export.preparing') : ''}
      </span>
    </>
  );
}
