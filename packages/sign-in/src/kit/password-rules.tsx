// The password policy as a checklist with a meter, updated while typing.
import { IconCheck, IconCircle, IconX } from '@tabler/icons-react';
import {
  defaultPasswordPolicy,
  type PasswordIssue,
  type PasswordRules as Policy,
} from '@tessera/contract/check-password';
import { type TextKey, type Translate, useApp } from '../app-context.ts';

/** Rules for every password are always listed; others appear when violated. */
const shownAlways: Partial<Record<PasswordIssue['code'], TextKey>> = {
  'password_rejected.too_short': 'description.rule.too_short',
  'password_rejected.character_types': 'description.rule.character_types',
};

export const isAlwaysShown = ({ code }: PasswordIssue) => code in shownAlways;

// The server may report codes this page has no phrase for; they are still shown as words.
export const issueText = (t: Translate, { code, interpolation }: PasswordIssue) =>
  t(shownAlways[code] ?? (`error.${code}` as TextKey), { ...interpolation });

const standingRules = ({ length, characterTypes }: Policy): PasswordIssue[] => {
  const shortest = length?.min ?? defaultPasswordPolicy.length.min;
  const kinds = characterTypes?.min ?? defaultPasswordPolicy.characterTypes.min;
  return [
    { code: 'password_rejected.too_short', interpolation: { min: shortest } },
    ...(kinds > 1 ? [{ code: 'password_rejected.character_types', interpolation: { min: kinds } } as const] : []),
  ];
};

const icons = { met: IconCheck, open: IconCircle, broken: IconX };

/** Up to four tiles: length counts most, and a password that breaks a rule has at most one. */
const strength = (password: string, isBroken: boolean) => {
  if (!password) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-z\d]/i].filter((kind) => kind.test(password)).length;
  if (isBroken) return 1;
  return Math.min(4, 2 + Number(password.length >= 12) + Number(password.length >= 16 || kinds > 2));
};

type Props = {
  id: string;
  policy: Policy;
  password: string;
  issues: readonly PasswordIssue[];
  /** Issues of the password the server rejected. */
  refused: readonly PasswordIssue[] | undefined;
};

export const PasswordRules = ({ id, policy, password, issues, refused }: Props) => {
  const { t } = useApp();
  const broken = new Set([...issues, ...(refused ?? [])].map(({ code }) => code));
  const rules = [...standingRules(policy), ...(refused ?? []).filter((issue) => !isAlwaysShown(issue))];
  const lit = strength(password, broken.size > 0);
  const stateOf = ({ code }: PasswordIssue) =>
    !password ? 'open' : !broken.has(code) ? 'met' : refused ? 'broken' : 'open';
  return (
    <>
      <div className="meter" aria-hidden>
        {[1, 2, 3, 4].map((tile) => (
          <i key={tile} className={tile <= lit ? 'lit' : undefined} />
        ))}
      </div>
      <ul id={id} className="rules" aria-label={t('description.password_rules')}>
        {rules.map((rule) => {
          const state = stateOf(rule);
          const Icon = icons[state];
          return (
            <li key={rule.code} data-state={state}>
              <Icon size={16} stroke={1.75} aria-hidden />
              <span>
                {issueText(t, rule)}
                <span className="hidden">
                  {' '}
                  ({t(state === 'met' ? 'description.rule_met' : 'description.rule_not_met')})
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
};
