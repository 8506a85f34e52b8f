// The languages of a template as tabs, and adding one.
import { Select } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { languageTags, nativeName } from '@tessera/phrases/language-tags';
import { useTranslation } from 'react-i18next';
import classes from './message-templates.module.css';
import type { Template, TemplateLanguages } from './query.ts';
import { parseTemplateSearch } from './template-search.ts';

type Props = { template: Template; languages: TemplateLanguages['languages'] };

export function LanguageBar({ template, languages }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { channel, templateType: type, languageTag } = template;
  const isListed = languages.some((one) => one.languageTag === languageTag);
  const shown = [...languages, ...(isListed ? [] : [{ languageTag, isCustomized: false }])];
  const searchFor = (language: string) => parseTemplateSearch({ channel, type, language });
  const missing = languageTags.filter((tag) => !shown.some((one) => one.languageTag === tag));
  return (
    <div className={classes.languages}>
      <nav className={classes.languageLinks} aria-label={t('message-templates.languages')}>
        {shown.map((one) => (
          <Link
            key={one.languageTag}
            to="/connectors/templates"
            search={searchFor(one.languageTag)}
            className={classes.languageLink}
            aria-current={one.languageTag === languageTag ? 'page' : undefined}
            lang={one.languageTag}
          >
            <bdi>{nativeName(one.languageTag)}</bdi>
            {one.isCustomized && (
              <>
                <span className={classes.dot} />
                <span className="visually-hidden">{t('message-templates.is_edited')}</span>
              </>
            )}
          </Link>
        ))}
      </nav>
      <Select
        key={languageTag}
        className={classes.addLanguage}
        aria-label={t('message-templates.add_language')}
        placeholder={t('message-templates.add_language')}
        nothingFoundMessage={t('list.nothing_found')}
        size="xs"
        searchable
        data={missing.map((tag) => ({ value: tag, label: `${nativeName(tag)} (${tag})` }))}
        value={null}
        onChange={(tag) => tag !== null && void navigate({ to: '/connectors/templates', search: searchFor(tag) })}
      />
    </div>
  );
}
