// New backup codes, to download, copy or keep in another way.
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApp } from '../app-context.ts';
import { download } from '../download.ts';
import '../styles/factors.css';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

export const NewCodes = ({ codes, children }: { codes: string[]; children?: ReactNode }) => {
  const { t } = useApp();
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <ul className="codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="tiles keep">
        <Button
          kind="secondary"
          icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => download('backup-codes.txt', 'text/plain', text)}
        >
          {t('mfa.download_codes')}
        </Button>
        <CopyButton text={text} label={t('mfa.copy_codes')} />
        {children}
      </div>
    </>
  );
};
