// Where clients find the public keys, and a download of them.
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CopyField } from '../../kit/copy-field.tsx';
import { saveFile } from '../../kit/save-file.ts';
import classes from './signing-keys.module.css';

export function PublicKeys() {
  const { t } = useTranslation();
  const { settings } = useServices();
  const issuer = `${settings.tenantEndpoint}/oidc`;
  const jwks = `${issuer}/jwks`;
  const download = useMutation({
    mutationFn: async () => {
      const response = await fetch(jwks);
      if (!response.ok) throw new Error(t('signing-keys.endpoints.failed'));
      saveFile(await response.blob(), 'jwks.json');
    },
  });
  return (
    <section className={classes.block} aria-label={t('signing-keys.endpoints.title')}>
      <div className={classes.blockHead}>
        <h2>{t('signing-keys.endpoints.title')}</h2>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('signing-keys.endpoints.download')}
        </Button>
      </div>
      <div className={classes.endpoints}>
        <CopyField label={t('signing-keys.endpoints.jwks')} value={jwks} />
        <CopyField label={t('signing-keys.endpoints.discovery')} value={`${issuer}/.well-known/openid-configuration`} />
      </div>
    </section>
  );
}
