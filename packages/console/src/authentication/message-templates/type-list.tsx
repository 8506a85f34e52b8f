// The types of messages of a channel; a select on narrow pages.
import { SegmentedControl, Select } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './message-templates.module.css';
import type { TemplateLanguages } from './query.ts';
import { channelOf, parseTemplateSearch, switchChannel, type TemplateSearch, typeOf } from './template-search.ts';

type Props = { search: TemplateSearch; templates: readonly TemplateLanguages[] };

export function TypeList({ search, templates }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const channel = channelOf(search);
  const current = typeOf(search);
  const go = (next: TemplateSearch) => void navigate({ to: '/connectors/templates', search: next });
  const searchFor = (type: string) => parseTemplateSearch({ channel, type });
  const stateOf = ({ languages }: TemplateLanguages) => {
    const count = languages.filter(({ isCustomized }) => isCustomized).length;
    if (count > 0) return t('message-templates.edited', { count });
    const source = languages[0]?.source ?? 'default';
    return t(`message-templates.sources.${source}`);
  };
  return (
    <div className={classes.types}>
      <SegmentedControl
        aria-label={t('message-templates.channel')}
        fullWidth
        size="xs"
        value={channel}
        data={(['Email', 'Sms'] as const).map((value) => ({ value, label: t(`mailbox.channels.${value}`) }))}
        onChange={(value) => go(switchChannel(search, value))}
      />
      <Select
        className={classes.typeChoice}
        label={t('message-templates.type')}
        size="sm"
        allowDeselect={false}
        data={templates.map((one) => ({
          value: one.templateType,
          label: `${t(`mailbox.kinds.${one.templateType}`)} (${stateOf(one)})`,
        }))}
        value={current}
        onChange={(type) => type !== null && go(searchFor(type))}
      />
      <nav className={classes.typeLinks} aria-label={t('message-templates.types')}>
        {templates.map((one) => {
          const { templateType, languages } = one;
          return (
            <Link
              key={templateType}
              to="/connectors/templates"
              search={searchFor(templateType)}
              className={classes.typeLink}
              // Without a type in its URL, the first one would be current on every page.
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={templateType === current ? 'page' : undefined}
            >
              <span className={classes.typeName}>
                {t(`mailbox.kinds.${templateType}`)}
                {languages.some(({ isCustomized }) => isCustomized) && <span className={classes.dot} />}
              </span>
              <span className={classes.typeState}>{stateOf(one)}</span>
            </Link>
          );
        })}
      </nav>
    </div>
  );
}
