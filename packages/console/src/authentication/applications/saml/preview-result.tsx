// A previewed assertion: name ID, attributes and XML.
import type { SamlAssertionPreview } from '@tessera/contract/saml-applications';
import { useTranslation } from 'react-i18next';
import { CodeSample } from '../../../kit/code-sample.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { ListTable } from '../../../kit/list-table.tsx';
import { indentXml } from './indent-xml.ts';
import { formatTitle } from './names.ts';
import classes from './saml.module.css';

export function PreviewResult({ preview }: { preview: SamlAssertionPreview }) {
  const { t } = useTranslation();
  const { nameId, nameIdFormat, attributes, assertion } = preview;
  const title = t('applications.saml.preview.attributes');
  return (
    <section className={classes.preview} aria-label={t('applications.saml.preview.result')}>
      <Facts
        facts={[
          { name: t('applications.saml.preview.name_id'), value: <bdi className="mono">{nameId}</bdi> },
          { name: t('applications.saml.assertions.name_id_format'), value: formatTitle(nameIdFormat, t) },
        ]}
      />
      {attributes.length === 0 ? (
        <p className={classes.hint}>{t('applications.saml.preview.no_attributes')}</p>
      ) : (
        <ListTable
          title={title}
          items={attributes}
          // Two claims can have the same attribute name.
          rowKey={(attribute) => String(attributes.indexOf(attribute))}
          stale={false}
          columns={[
            {
              key: 'name',
              title: t('applications.saml.mapping.attribute'),
              cell: ({ name }) => <bdi className="mono">{name}</bdi>,
            },
            {
              key: 'values',
              title: t('applications.saml.preview.value'),
              width: '60%',
              cell: ({ values }) => <bdi className={classes.values}>{values.join('\n')}</bdi>,
            },
          ]}
        />
      )}
      <div>
        <h3 className={classes.subtitle}>{t('applications.saml.preview.xml')}</h3>
        <p className={classes.hint}>{t('applications.saml.preview.xml_hint')}</p>
        <CodeSample label={t('applications.saml.preview.xml')} code={indentXml(assertion)} />
      </div>
    </section>
  );
}
