// A text field that can be filled from a file.
import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './file-text.module.css';

export const maxKilobytes = 500;

/** The file is too large, or can't be read. */
export type FileProblem = 'file_size' | 'file';

type Props = {
  accept: string;
  button: string;
  read: (file: File) => Promise<string>;
  onRead: (text: string) => void;
  onRefuse: (problem: FileProblem) => void;
  /** The field. */
  children: ReactNode;
};

export function FileText({ accept, button, read, onRead, onRefuse, children }: Props) {
  const take = async (file: File | null) => {
    if (!file) return;
    if (file.size > maxKilobytes * 1024) return onRefuse('file_size');
    try {
      onRead(await read(file));
    } catch {
      onRefuse('file');
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
