// Sign-in methods and password recovery.
import { Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { RemoveButton } from '../../kit/remove-button.tsx';
import { SortableList } from '../../kit/sortable-list.tsx';
import { AddMenu } from './add-menu.tsx';
import { labelOf } from './field-texts.ts';
import { MissingConnector } from './missing-connector.tsx';
import classes from './sections.module.css';
import { SignInMethodRow } from './sign-in-method-row.tsx';
import { addSignInMethod, hasPasswordSignIn, identifierOf, setSignInMethods } from './sign-up-rules.ts';
import { useWays } from './use-ways.ts';
import type { Recovery, SignInMethod } from './values.ts';

const identifiers = ['username', 'email', 'phone'] as const;
const recoveries = ['EmailVerificationCode', 'PhoneVerificationCode'] as const;

export function SignInSection() {
  const { t } = useTranslation();
  const { ways, factors, setWays, errors } = useWays();
  const { signInMethods: methods } = ways;
  const nameOf = ({ identifier }: Pick<SignInMethod, 'identifier'>) =>
    t(`sign-in-experience.identifiers.${identifier}`);
  const set = (changed: SignInMethod[]) => setWays(setSignInMethods(ways, changed, factors));
  const left = identifiers.filter((identifier) => !methods.some((method) => method.identifier === identifier));
  return (
    <FormSection title={t('sign-in-experience.methods.sign_in')} text={t('sign-in-experience.methods.sign_in_text')}>
      <div className={classes.part}>
        <h3>{labelOf('signInMethods', t)}</h3>
        <p className={classes.hint}>{t('sign-in-experience.methods.methods_hint')}</p>
        <SortableList
          label={labelOf('signInMethods', t)}
          items={methods}
          idOf={({ identifier }) => identifier}
          nameOf={nameOf}
          path="signInMethods"
          onMove={set}
          row={(method, index) => (
            <SignInMethodRow
              method={method}
              name={nameOf(method)}
              error={errors[`signInMethods.${index}`]}
              onChange={(changed) => set(methods.map((other) => (other === method ? changed : other)))}
              onRemove={() => set(methods.filter((other) => other !== method))}
            />
          )}
        />
        <AddMenu
          label={t(`sign-in-experience.methods.${methods.length === 0 ? 'add_sign_in' : 'add_another'}`)}
          isFirst={methods.length === 0}
          options={left.map((identifier) => ({ value: identifier, label: nameOf({ identifier }) }))}
          onAdd={(identifier) => setWays(addSignInMethod(ways, identifier, factors))}
          path="signInMethods"
        />
        {errors.signInMethods && <Input.Error role="alert">{errors.signInMethods}</Input.Error>}
      </div>
      {hasPasswordSignIn(ways) && <ForgotPassword />}
    </FormSection>
  );
}

function ForgotPassword() {
  const { t } = useTranslation();
  const { ways, setWays, errors } = useWays();
  const { forgotPasswordMethods: chosen } = ways;
  const nameOf = (method: Recovery) => t(`sign-in-experience.recoveries.${method}`);
  const set = (forgotPasswordMethods: Recovery[]) => setWays({ ...ways, forgotPasswordMethods });
  return (
    <div className={classes.part}>
      <h3>{labelOf('forgotPasswordMethods', t)}</h3>
      <p className={classes.hint}>
        {t(`sign-in-experience.methods.${chosen.length === 0 ? 'no_recovery' : 'forgot_hint'}`)}
      </p>
      <SortableList
        label={labelOf('forgotPasswordMethods', t)}
        items={chosen}
        idOf={String}
        nameOf={nameOf}
        onMove={set}
        row={(method) => (
          <>
            <div className={classes.rowHead}>
              <span className={classes.rowName}>{nameOf(method)}</span>
              <RemoveButton name={nameOf(method)} onClick={() => set(chosen.filter((other) => other !== method))} />
            </div>
            <MissingConnector identifier={identifierOf[method]} isError={errors.forgotPasswordMethods !== undefined} />
          </>
        )}
      />
      <AddMenu
        label={t(`sign-in-experience.methods.${chosen.length === 0 ? 'add_forgot' : 'add_another'}`)}
        isFirst={chosen.length === 0}
        options={recoveries
          .filter((method) => !chosen.includes(method))
          .map((method) => ({ value: method, label: nameOf(method) }))}
        onAdd={(method) => set([...chosen, method])}
        path="forgotPasswordMethods"
      />
      {errors.forgotPasswordMethods && <Input.Error role="alert">{errors.forgotPasswordMethods}</Input.Error>}
    </div>
  );
}
