// The user as the Management API returns it, and the request that reads it.
import type { UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { SidePanel } from '../../kit/side-panel.tsx';
import { CodeBlock } from './code-block.tsx';
import classes from './details.module.css';

export function UserJson({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const { etag: _, ...shown } = user as Versioned<UserDetails>;
  const curl = `curl '${settings.tenantEndpoint}/api/users/${user.id}' \\\n  --header 'Authorization: Bearer {accessToken}'`;
  return (
    <SidePanel title={t('users.json.title')} size="lg" onClose={onClose}>
      <div className={classes.panel}>
        <p className={classes.text}>{t('users.json.text')}</p>
        <CodeBlock title={t('users.json.user')} text={JSON.stringify(shown, null, 2)} />
        <div className={classes.block}>
          <CodeBlock title={t('users.json.curl')} text={curl} />
          <p className={classes.text}>{t('users.json.curl_text')}</p>
        </div>
      </div>
    </SidePanel>
  );
}
