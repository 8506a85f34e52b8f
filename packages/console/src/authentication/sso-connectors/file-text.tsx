// A text field that can be filled from a file.
import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sso-connectors.module.css';

const maxKilobytes = 500;

type Props = {
  accept: string;
  button: string;
  read: (file: File) => Promise<string>;
  onRead: (text: string) => void;
  onRefuse: (problem: string) => void;
  /** The field. */
  children: ReactNode;
};

export function FileText({ accept, button, read, onRead, onRefuse, children }: Props) {
  const { t } = useTranslation();
  const take = async (file: File | null) => {
    if (!file) return;
    if (file.size > maxKilobytes * 1024) return onRefuse(t('sso-connectors.errors.file_size', { max: maxKilobytes }));
    try {
      onRead(await read(file));
    } catch {
      onRefuse(t('sso-connectors.errors.file'));
    }
  };
  return (
    <div className={classes.file}>
      {children}
      <FileButton accept={accept} onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconUpload size={14} />}>
            {button}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
