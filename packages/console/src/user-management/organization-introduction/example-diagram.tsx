// Diagram of one template and two organizations. Hovering or selecting a user or role dims everything else.
import { IconBuildingCommunity } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { concerns, organizations, roleConcerns, roles, type Subject } from './example.ts';
import classes from './example-diagram.module.css';

export function ExampleDiagram() {
  const { t } = useTranslation();
  const [pointedAt, setPointedAt] = useState<Subject>();
  const [chosen, setChosen] = useState<Subject>();
  const subject = pointedAt ?? chosen;

  const choice = (one: Subject, className: string | undefined, children: ReactNode) => (
    <button
      type="button"
      className={className}
      aria-pressed={chosen === one}
      onClick={() => setChosen(chosen === one ? undefined : one)}
      onPointerEnter={() => setPointedAt(one)}
      onPointerLeave={() => setPointedAt(undefined)}
    >
      {children}
    </button>
  );

  return (
    <figure className={classes.diagram} aria-label={t('organization-introduction.example')}>
      <div className={classes.template}>
        <p className={classes.title}>{t('organization-introduction.template_of_example')}</p>
        <ul className={classes.roles}>
          {roles.map(({ id }) => (
            <li key={id} data-dimmed={!roleConcerns(id, subject)}>
              {choice(id, classes.role, t(`organization-introduction.role_names.${id}`))}
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.organizations}>
        {organizations.map(({ id, members }) => (
          <div key={id} className={classes.organization}>
            <p className={classes.title}>
              <IconBuildingCommunity size={16} stroke={1.6} aria-hidden="true" />
              {t(`organization-introduction.organization_names.${id}`)}
            </p>
            <ul className={classes.members}>
              {members.map((member) => {
                const name = t(`organization-introduction.people.${member.person}`);
                return (
                  <li key={member.person} className={classes.member} data-dimmed={!concerns(member, subject)}>
                    {choice(
                      member.person,
                      classes.person,
                      <>
                        <span className={classes.face} aria-hidden="true">
                          {[...name][0]}
                        </span>
                        {name}
                      </>,
                    )}
                    {choice(member.role, classes.role, t(`organization-introduction.role_names.${member.role}`))}
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </div>
      <figcaption className={classes.caption}>{t('organization-introduction.hint')}</figcaption>
    </figure>
  );
}
