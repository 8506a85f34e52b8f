// Confirms changes to the sign-in methods before saving.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Notice } from '../../kit/notice.tsx';
import classes from './change-dialog.module.css';
import { locksUsernamesOut, type Marked, reviewOf, type Side } from './change-review.ts';
import type { Review } from './experience-form.ts';
import { useSocialTargets } from './social-targets.ts';

type Props = { review: Review; migrated: boolean; onClose: () => void };

export function ChangeDialog({ review: { before, after, save }, migrated, onClose }: Props) {
  const { t } = useTranslation();
  const [isSaving, setSaving] = useState(false);
  const sides = reviewOf(before, after);
  const confirm = async () => {
    setSaving(true);
    await save();
    onClose();
  };
  return (
    <Dialog onClose={isSaving ? () => undefined : onClose} title={t('sign-in-experience.review.title')} size={640}>
      <p>{t('sign-in-experience.review.text')}</p>
      <div className={classes.sides}>
        <SideOf title={t('sign-in-experience.review.before')} side={sides.before} kind="before" />
        <SideOf title={t('sign-in-experience.review.after')} side={sides.after} kind="after" />
      </div>
      {migrated && <Notice>{t('sign-in-experience.review.migration')}</Notice>}
      {locksUsernamesOut(after) && <Notice severity="warning">{t('sign-in-experience.review.locked_out')}</Notice>}
      <div className="dialog-actions">
        <Button variant="default" disabled={isSaving} onClick={onClose} data-autofocus>
          {t('general.cancel')}
        </Button>
        <BusyButton busy={isSaving} onClick={() => void confirm()}>
          {t('unsaved.save')}
        </BusyButton>
      </div>
    </Dialog>
  );
}

function SideOf({ title, side, kind }: { title: string; side: Side; kind: 'before' | 'after' }) {
  const { t } = useTranslation();
  const { nameOf } = useSocialTargets();
  const factor = (one: Marked<'password' | 'code'>) => ({
    text: t(`sign-in-experience.factors.${one.value}`),
    isChanged: one.isChanged,
  });
  const parts: { key: string; title: string; items: Line[] }[] = [
    {
      key: 'sign-up',
      title: t('sign-in-experience.review.sign_up'),
      items: [
        ...side.identifiers.map(({ value, isChanged }) => ({
          text: t(`sign-in-experience.identifiers.${value}`),
          isChanged,
        })),
        ...side.signUpFactors.map(({ value, isChanged }) => ({
          text: t(`sign-in-experience.review.sign_up_${value}`),
          isChanged,
        })),
      ],
    },
    {
      key: 'sign-in',
      title: t('sign-in-experience.review.sign_in'),
      items: side.methods.map(({ value, isChanged, factors }) => ({
        text: t(`sign-in-experience.identifiers.${value}`),
        isChanged,
        factors: factors.map(factor),
      })),
    },
    {
      key: 'social',
      title: t('sign-in-experience.review.social'),
      items: side.social.map(({ value, isChanged }) => ({ text: nameOf(value), isChanged })),
    },
    {
      key: 'forgot',
      title: t('sign-in-experience.review.forgot'),
      items: side.recoveries.map(({ value, isChanged }) => ({
        text: t(`sign-in-experience.recoveries.${value}`),
        isChanged,
      })),
    },
  ];
  return (
    <section className={classes.side} aria-label={title}>
      <h3>{title}</h3>
      {parts
        .filter(({ items }) => items.length > 0)
        .map(({ key, title: name, items }) => (
          <div key={key}>
            <h4>{name}</h4>
            <ul>
              {items.map((line) => (
                <li key={line.text}>
                  <ChangedText kind={kind} line={line} />
                </li>
              ))}
            </ul>
          </div>
        ))}
    </section>
  );
}

type Piece = { text: string; isChanged: boolean };
type Line = Piece & { factors?: Piece[] };

function ChangedText({ kind, line: { text, isChanged, factors = [] } }: { kind: 'before' | 'after'; line: Line }) {
  const { i18n } = useTranslation();
  const mark = (piece: Piece) =>
    piece.isChanged ? (
      kind === 'before' ? (
        <del className={classes.changed}>{piece.text}</del>
      ) : (
        <ins className={classes.changed}>{piece.text}</ins>
      )
    ) : (
      piece.text
    );
  const pieces = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).formatToParts(
    factors.map((factor) => factor.text),
  );
  const byText = new Map(factors.map((factor) => [factor.text, factor]));
  const list = pieces.map(({ value }) => {
    const factor = byText.get(value);
    return <span key={value}>{factor ? mark({ ...factor, isChanged: factor.isChanged && !isChanged }) : value}</span>;
  });
  const whole = (
    <>
      {text}
      {factors.length > 0 && (
        <>
          {' ('}
          {list})
        </>
      )}
    </>
  );
  if (!isChanged) return whole;
  return kind === 'before' ? (
    <del className={classes.changed}>{whole}</del>
  ) : (
    <ins className={classes.changed}>{whole}</ins>
  );
}
