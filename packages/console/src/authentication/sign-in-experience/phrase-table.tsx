// Phrases of a language by group: key, default text and override.
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './language-dialog.module.css';
import { foundPhrases, type PhraseList, phraseGroups } from './phrase-tree.ts';

type Props = { source: PhraseList; own: PhraseList; words: string; onChange: (path: string, text: string) => void };

const groupNames = [
  'input',
  'secondary',
  'action',
  'description',
  'error',
  'list',
  'mfa',
  'passkey',
  'elsewhere',
  'success',
  'user_scopes',
  'profile',
] as const;

export function PhraseTable({ source, own, words, onChange }: Props) {
  const { t } = useTranslation();
  const groups = phraseGroups(foundPhrases(source, own, words));
  const nameOf = (group: string) => {
    const known = groupNames.find((name) => name === group);
    return known ? t(`sign-in-experience.language.groups.${known}`) : group;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={t('sign-in-experience.language.texts')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('sign-in-experience.language.key')}</th>
            <th scope="col">{t('sign-in-experience.language.source')}</th>
            <th scope="col">{t('sign-in-experience.language.own')}</th>
          </tr>
        </thead>
        {groups.map(({ group, paths }) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={3} className={classes.group}>
                {nameOf(group)}
              </th>
            </tr>
            {paths.map((path) => (
              <Row key={path} path={path} text={source[path] ?? ''} value={own[path] ?? ''} onChange={onChange} />
            ))}
          </tbody>
        ))}
        {groups.length === 0 && (
          <tbody>
            <tr>
              <td colSpan={3} className={classes.nothing}>
                {t('list.nothing_found')}
              </td>
            </tr>
          </tbody>
        )}
      </table>
    </section>
  );
}

type RowProps = { path: string; text: string; value: string; onChange: Props['onChange'] };

const Row = memo(function Row({ path, text, value, onChange }: RowProps) {
  const { t } = useTranslation();
  return (
    <tr>
      <td dir="ltr" className={classes.path}>
        {path}
      </td>
      <td dir="auto">{text}</td>
      <td>
        <textarea
          className={classes.own}
          rows={1}
          dir="auto"
          aria-label={t('sign-in-experience.language.own_of', { key: path })}
          value={value}
          onChange={(event) => onChange(path, event.currentTarget.value)}
        />
      </td>
    </tr>
  );
});
