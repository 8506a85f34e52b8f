// How often each redirect URI was used, and which ones are not needed.
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../kit/date-text.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { ListTable } from '../../../kit/list-table.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import classes from './health.module.css';
import type { UsedUri } from './query.ts';

function Status({ uri: { isRegistered, count } }: { uri: UsedUri }) {
  const { t } = useTranslation();
  if (!isRegistered) return <StateTag state="neutral">{t('application-health.uris.removed')}</StateTag>;
  if (count > 0) return <StateTag state="success">{t('application-health.uris.used')}</StateTag>;
  return <StateTag state="warning">{t('application-health.uris.unused')}</StateTag>;
}

/** `isFixed`: the host decides these addresses, and they cannot be removed. */
export function UrisSection({ uris, isFixed }: { uris: readonly UsedUri[]; isFixed: boolean }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const isUnused = ({ isRegistered, count }: UsedUri) => isRegistered && count === 0;
  return (
    <FormSection id="redirect-uris" title={t('application-health.uris.title')} text={t('application-health.uris.text')}>
      {uris.length === 0 ? (
        <p>{t('application-health.uris.none')}</p>
      ) : (
        <ListTable
          title={t('application-health.uris.title')}
          items={uris}
          rowKey={({ uri }) => uri}
          stale={false}
          columns={[
            {
              key: 'uri',
              title: t('application-health.uris.uri'),
              cell: ({ uri }) => (
                <bdi className={classes.value} dir="ltr">
                  {uri}
                </bdi>
              ),
            },
            {
              key: 'count',
              title: t('application-health.uris.count'),
              width: '14%',
              cell: ({ count }) => number.format(count),
            },
            {
              key: 'last',
              title: t('application-health.uris.last_used'),
              width: '18%',
              cell: ({ lastUsedAt }) =>
                lastUsedAt === null ? t('application-health.uris.never') : <DateText value={lastUsedAt} />,
            },
            {
              key: 'status',
              title: t('application-health.uris.status'),
              width: '24%',
              cell: (uri) => <Status uri={uri} />,
            },
          ]}
        />
      )}
      {!isFixed && uris.some(isUnused) && <p className={classes.when}>{t('application-health.uris.hint')}</p>}
    </FormSection>
  );
}
