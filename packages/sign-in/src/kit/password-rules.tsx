// The rules of the tenant's password policy beside the field, ticked off while a person types.
import {
  defaultPasswordPolicy,
  type PasswordIssue,
  type PasswordRules as Policy,
} from '@tessera/contract/check-password';
import { type TextKey, type Translate, useApp } from '../app-context.ts';

/** Rules that every password has to meet are always in the list; the others appear when a password breaks them. */
const shownAlways: readonly PasswordIssue['code'][] = [
  'password_rejected.too_short',
  'password_rejected.character_types',
];

export const isAlwaysShown = ({ code }: PasswordIssue) => shownAlways.includes(code);

// The server may know rules that this page does not; its code then still becomes readable words.
export const issueText = (t: Translate, { code, interpolation }: PasswordIssue) =>
  t(`error.${code}` as TextKey, { ...interpolation });

const standingRules = ({ length, characterTypes }: Policy): PasswordIssue[] => {
  const shortest = length?.min ?? defaultPasswordPolicy.length.min;
  const kinds = characterTypes?.min ?? defaultPasswordPolicy.characterTypes.min;
  return [
    { code: 'password_rejected.too_short', interpolation: { min: shortest } },
    ...(kinds > 1 ? [{ code: 'password_rejected.character_types', interpolation: { min: kinds } } as const] : []),
  ];
};

type Props = {
  id: string;
  policy: Policy;
  password: string;
  issues: readonly PasswordIssue[];
  /** The reasons for which this very password was refused. */
  refused: readonly PasswordIssue[] | undefined;
};

export const PasswordRules = ({ id, policy, password, issues, refused }: Props) => {
  const { t } = useApp();
  const broken = new Set([...issues, ...(refused ?? [])].map(({ code }) => code));
  const rules = [...standingRules(policy), ...(refused ?? []).filter((issue) => !isAlwaysShown(issue))];
  const stateOf = ({ code }: PasswordIssue) =>
    !password ? 'open' : !broken.has(code) ? 'met' : refused ? 'broken' : 'open';
  return (
    <ul id={id} className="rules" aria-label={t('description.password_rules')}>
      {rules.map((rule) => {
        const state = stateOf(rule);
        return (
          <li key={rule.code} data-state={state}>
            {issueText(t, rule)}
            <span className="hidden">
              {' '}
              ({t(state === 'met' ? 'description.rule_met' : 'description.rule_not_met')})
            </span>
          </li>
        );
      })}
    </ul>
  );
};
