// Social sign-in.
import { Button, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { Notice } from '../../kit/notice.tsx';
import { RemoveButton } from '../../kit/remove-button.tsx';
import { SortableList } from '../../kit/sortable-list.tsx';
import { Tag } from '../../kit/tag.tsx';
import { AddMenu } from './add-menu.tsx';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';
import { RowProblem } from './row-problem.tsx';
import classes from './sections.module.css';
import { useSocialTargets } from './social-targets.ts';

export function SocialSection() {
  const { t } = useTranslation();
  const {
    form: { form },
  } = useExperience();
  const { known, nameOf } = useSocialTargets();
  const { socialTargets: chosen } = form.values;
  const set = (targets: string[]) => form.setFieldValue('socialTargets', targets);
  const left = known.filter(({ target }) => !chosen.includes(target));
  if (known.length === 0 && chosen.length === 0) {
    return (
      <FormSection title={t('sign-in-experience.social.title')} text={t('sign-in-experience.social.text')}>
        <Notice
          actions={
            <Button
              variant="default"
              size="compact-sm"
              renderRoot={(props) => <Link to="/connectors/social/create" {...props} />}
            >
              {t('sign-in-experience.social.set_up')}
            </Button>
          }
        >
          {t('sign-in-experience.social.none')}
        </Notice>
      </FormSection>
    );
  }
  return (
    <FormSection title={t('sign-in-experience.social.title')} text={t('sign-in-experience.social.text')}>
      <div className={classes.part}>
        <h3>{labelOf('socialTargets', t)}</h3>
        <SortableList
          label={labelOf('socialTargets', t)}
          items={chosen}
          idOf={String}
          nameOf={nameOf}
          onMove={set}
          row={(target) => {
            const found = known.find((one) => one.target === target);
            return (
              <>
                <div className={classes.rowHead}>
                  {found && <img src={found.logo} alt="" className={classes.logo} />}
                  <span className={classes.rowName}>{nameOf(target)}</span>
                  {found && (found.platforms.length > 1 || found.platforms[0] === 'Native') && (
                    <span className={classes.tag}>
                      {found.platforms.map((platform) => (
                        <Tag key={platform}>{t(`sign-in-experience.social.platforms.${platform}`)}</Tag>
                      ))}
                    </span>
                  )}
                  <RemoveButton name={nameOf(target)} onClick={() => set(chosen.filter((other) => other !== target))} />
                </div>
                {!found && (
                  <RowProblem isError={false}>
                    {t('sign-in-experience.social.lost')}{' '}
                    <Link to="/connectors/social/create">{t('sign-in-experience.social.set_up')}</Link>
                  </RowProblem>
                )}
              </>
            );
          }}
        />
        <AddMenu
          label={t(chosen.length === 0 ? 'sign-in-experience.social.add' : 'sign-in-experience.methods.add_another')}
          isFirst={chosen.length === 0}
          options={left.map(({ target, logo }) => ({
            value: target,
            label: nameOf(target),
            icon: <img src={logo} alt="" className={classes.logo} />,
          }))}
          onAdd={(target) => set([...chosen, target])}
          path="socialTargets"
        />
        <Link to="/connectors/social" className={classes.hint}>
          {t('sign-in-experience.social.connectors')}
        </Link>
      </div>
      {chosen.length > 0 && (
        <Switch
          label={labelOf('automaticAccountLinking', t)}
          description={t('sign-in-experience.social.linking_hint')}
          {...form.getInputProps('automaticAccountLinking', { type: 'checkbox' })}
        />
      )}
    </FormSection>
  );
}
