// What happens to users of the file who already exist.
import { Radio } from '@mantine/core';
import type { UserImport } from '@tessera/contract/user-imports';
import { useTranslation } from 'react-i18next';
import classes from './user-imports.module.css';

// Not `fail`: after the check, the number of existing users is known.
const modes = ['skip', 'update'] as const satisfies UserImport['onConflict'][];
export type ConflictMode = (typeof modes)[number];

/** How many users an import would write. */
export const importCount = ({ createdCount, updatedCount }: UserImport, mode: ConflictMode): number =>
  mode === 'update' ? createdCount + updatedCount : createdCount;

/** Updating is not the default unless there is nothing else to do. */
export const usualMode = ({ createdCount, updatedCount }: UserImport): ConflictMode =>
  createdCount === 0 && updatedCount > 0 ? 'update' : 'skip';

type Props = { item: UserImport; value: ConflictMode; onChange: (mode: ConflictMode) => void };

export function ConflictChoice({ item, value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('user-imports.existing')}
      value={value}
      onChange={(next) => onChange(modes.find((mode) => mode === next) ?? 'skip')}
    >
      <div className={classes.formats}>
        {modes.map((mode) => (
          <Radio
            key={mode}
            value={mode}
            disabled={mode === 'skip' && item.createdCount === 0}
            label={t(`user-imports.modes.${mode}`)}
            description={t(`user-imports.modes.${mode}_text`)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
