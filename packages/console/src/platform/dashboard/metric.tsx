// One metric with its label, hint and change over the previous period.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tip } from '../../kit/tip.tsx';
import classes from './metric.module.css';

type Name = 'total' | 'new_today' | 'new_week' | 'daily' | 'weekly' | 'monthly' | 'sign_ins' | 'failures';
type Props = { name: Name; count: number; delta?: number };

export function Metric({ name, count, delta }: Props) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const label = t(`dashboard.${name}.label`);
  return (
    <div className={classes.metric}>
      <dt className={classes.name}>
        {label}
        <Tip about={label}>{t(`dashboard.${name}.tip`)}</Tip>
      </dt>
      <dd className={classes.value}>
        <span className={classes.count}>{number.format(count)}</span>
        {delta !== undefined && <Delta value={delta} />}
      </dd>
    </div>
  );
}

function Delta({ value }: { value: number }) {
  const { t, i18n } = useTranslation();
  const text = new Intl.NumberFormat(i18n.language, { signDisplay: 'always' }).format(value);
  return (
    <span className={classes.delta} data-falling={value < 0}>
      <bdi>{value === 0 ? t('dashboard.unchanged') : `(${text})`}</bdi>
      {value > 0 && <IconArrowUp size={14} aria-hidden="true" />}
      {value < 0 && <IconArrowDown size={14} aria-hidden="true" />}
      <span className="visually-hidden">{t('dashboard.compared')}</span>
    </span>
  );
}
