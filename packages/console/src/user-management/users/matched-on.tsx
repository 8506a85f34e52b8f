// Why a search found a user: the matching fields, with values the row does not already show.
import { useTranslation } from 'react-i18next';
import { Highlight } from '../../kit/highlight.tsx';
import { shownPhone } from './check-user.ts';
import { type MatchedField, matchedFields } from './matched-fields.ts';
import classes from './matched-on.module.css';
import type { UserFacts } from './user-name.tsx';

type Props = { user: UserFacts & { id: string }; keyword: string };

/** The row shows the name and the email. */
const isShown = (field: MatchedField) => field === 'name' || field === 'primaryEmail';

export function MatchedOn({ user, keyword }: Props) {
  const { t, i18n } = useTranslation();
  const fields = matchedFields(user, keyword);
  const labels: Record<MatchedField, string> = {
    name: t('users.name'),
    primaryEmail: t('users.email'),
    username: t('users.username'),
    primaryPhone: t('users.phone'),
    id: t('users.matched.id'),
  };
  const shown = fields.filter(isShown);
  const [field] = fields;
  if (shown.length > 0 || !field) {
    return (
      <span className={classes.label}>
        {new Intl.ListFormat(i18n.language, { type: 'unit' }).format(shown.map((one) => labels[one]))}
      </span>
    );
  }
  const value = field === 'primaryPhone' ? shownPhone(user.primaryPhone) : user[field];
  return (
    <span className={classes.match}>
      <span className={classes.label}>{labels[field]}</span>
      <bdi dir="ltr" className={field === 'id' ? 'mono' : undefined}>
        <Highlight text={value ?? ''} part={keyword} />
      </bdi>
    </span>
  );
}
