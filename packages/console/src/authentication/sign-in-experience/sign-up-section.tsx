// Sign-up identifiers and factors.
import { Checkbox, Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { Notice } from '../../kit/notice.tsx';
import { RemoveButton } from '../../kit/remove-button.tsx';
import { SortableList } from '../../kit/sortable-list.tsx';
import { AddMenu } from './add-menu.tsx';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';
import { MissingConnector } from './missing-connector.tsx';
import classes from './sections.module.css';
import { addSignUpIdentifier, setSignUpIdentifiers, setSignUpPassword, signUpChoices } from './sign-up-rules.ts';
import { useWays } from './use-ways.ts';
import type { SignUpIdentifier } from './values.ts';

export function SignUpSection() {
  const { t } = useTranslation();
  const { ways, factors, setWays, errors } = useWays();
  const { isRegistrationEnabled } = useExperience().form.form.values;
  const { signUpIdentifiers: chosen, signUpPassword, signUpVerify } = ways;
  const nameOf = (identifier: SignUpIdentifier) => t(`sign-in-experience.identifiers.${identifier}`);
  const isOnlyUsername = chosen.length === 1 && chosen[0] === 'username';
  return (
    <FormSection title={t('sign-in-experience.methods.sign_up')} text={t('sign-in-experience.methods.sign_up_text')}>
      {!isRegistrationEnabled && <Notice>{t('sign-in-experience.methods.registration_off')}</Notice>}
      <div className={classes.part}>
        <h3>{labelOf('signUpIdentifiers', t)}</h3>
        <p className={classes.hint}>
          {t(`sign-in-experience.methods.${chosen.length === 0 ? 'no_identifiers' : 'identifiers_hint'}`)}
        </p>
        <SortableList
          label={labelOf('signUpIdentifiers', t)}
          items={chosen}
          idOf={String}
          nameOf={nameOf}
          path="signUpIdentifiers"
          onMove={(moved) => setWays(setSignUpIdentifiers(ways, moved, factors))}
          row={(identifier, index) => (
            <>
              <div className={classes.rowHead}>
                <span className={classes.rowName}>{nameOf(identifier)}</span>
                {chosen.length > 1 && index === 0 && (
                  <span className={classes.hint}>{t('sign-in-experience.methods.asked_first')}</span>
                )}
                <RemoveButton
                  name={nameOf(identifier)}
                  onClick={() => {
                    const left = chosen.filter((other) => other !== identifier);
                    setWays(setSignUpIdentifiers(ways, left, factors));
                  }}
                />
              </div>
              <MissingConnector identifier={identifier} isError={errors[`signUpIdentifiers.${index}`] !== undefined} />
            </>
          )}
        />
        <AddMenu
          label={t(`sign-in-experience.methods.${chosen.length === 0 ? 'add_sign_up' : 'add_another'}`)}
          isFirst={chosen.length === 0}
          options={signUpChoices(chosen).map(({ option, blocked }) => ({
            value: option,
            label: nameOf(option),
            isBlocked: blocked,
          }))}
          onAdd={(identifier) => setWays(addSignUpIdentifier(ways, identifier, factors))}
          path="signUpIdentifiers"
        />
        {errors.signUpIdentifiers && <Input.Error role="alert">{errors.signUpIdentifiers}</Input.Error>}
      </div>
      {chosen.length > 0 && (
        <div className={classes.part}>
          <h3>{t('sign-in-experience.methods.authentication')}</h3>
          <Checkbox
            label={labelOf('signUpPassword', t)}
            {...(isOnlyUsername && { description: t('sign-in-experience.methods.username_needs_password') })}
            checked={signUpPassword}
            disabled={isOnlyUsername && signUpPassword}
            onChange={(event) => setWays(setSignUpPassword(ways, event.currentTarget.checked, factors))}
          />
          {signUpVerify && (
            <Checkbox
              label={labelOf('signUpVerify', t)}
              description={t('sign-in-experience.methods.verify_hint')}
              checked
              disabled
              readOnly
            />
          )}
        </div>
      )}
    </FormSection>
  );
}
