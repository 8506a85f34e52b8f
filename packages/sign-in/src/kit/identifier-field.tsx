// One field for all accepted identifier types. A phone number gets a country selector unless it is typed with a country
// code.
import type { Identifier } from '@tessera/contract/experience';
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import { type ComponentProps, useMemo, useState } from 'react';
import { useApp } from '../app-context.ts';
import { callingCodeOf, countriesIn, homeCountry, internationalNumber } from '../calling-codes.ts';
import { capitalize, nameKinds, needsCountry, readIdentifier, showIdentifier, withPlainDigits } from '../identifier.ts';
import { TextField } from './text-field.tsx';

/** The typed text and the identifier parsed from it. */
export const useIdentifier = (kinds: readonly SignInIdentifier[], known: Identifier | undefined, hint = '') => {
  const [text, setText] = useState(known ? showIdentifier(known) : hint);
  const [country, setCountry] = useState(homeCountry);
  return {
    kinds,
    text,
    country,
    setCountry,
    setText: (typed: string) => setText(kinds.includes('phone') ? withPlainDigits(typed) : typed),
    identifier: readIdentifier(text, kinds, country),
  };
};
export type IdentifierInput = ReturnType<typeof useIdentifier>;

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'value' | 'onChange'> & {
  input: IdentifierInput;
  onChange: () => void;
};

export const IdentifierField = ({ input, onChange, hint, ...field }: Props) => {
  const { t, language } = useApp();
  const { kinds, text, country } = input;
  const only = kinds.length === 1 ? kinds[0] : undefined;
  const type = only === 'email' ? 'email' : only === 'phone' ? 'tel' : 'text';
  const national = needsCountry(text, kinds);
  // Show the complete number while typing, so that a wrong country is noticed before a code is sent.
  const complete = national && /\d{4}/.test(text) && `+${internationalNumber(text, country)}`;
  return (
    <TextField
      autoComplete="username"
      name="identifier"
      dir="ltr"
      {...field}
      type={type}
      maxLength={128}
      value={text}
      label={capitalize(nameKinds(kinds, t, language), language)}
      hint={hint ?? (complete ? t('input.phone_complete', { number: `\u2066${complete}\u2069` }) : undefined)}
      before={national && <Country country={country} onChange={input.setCountry} />}
      onChange={(typed) => {
        input.setText(typed);
        onChange();
      }}
    />
  );
};

const Country = ({ country, onChange }: { country: string; onChange: (country: string) => void }) => {
  const { t, language } = useApp();
  const countries = useMemo(() => countriesIn(language), [language]);
  return (
    <span className="country">
      <span aria-hidden dir="ltr">
        +{callingCodeOf(country)}
      </span>
      <select aria-label={t('input.country')} value={country} onChange={(event) => onChange(event.currentTarget.value)}>
        {countries.map(({ country: one, code, name }) => (
          <option key={one} value={one}>
            {`${name} (\u2066+${code}\u2069)`}
          </option>
        ))}
      </select>
    </span>
  );
};
