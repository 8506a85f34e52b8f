// Form that matches the columns of a file with fields of users.
import { Button } from '@mantine/core';
import type { ColumnMapping } from '@tessera/contract/import-fields';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Notice } from '../../kit/notice.tsx';
import { ColumnMappingTable, mappingProblem } from './column-mapping.tsx';
import { guessMapping, mappingOf } from './guess-mapping.ts';
import type { FileColumn } from './read-columns.ts';
import classes from './user-imports.module.css';

type Props = {
  columns: readonly (Pick<FileColumn, 'name'> & Partial<FileColumn>)[];
  /** A mapping that was used before. */
  known: ColumnMapping;
  submitLabel: string;
  cancelLabel: string;
  busy: boolean;
  onSubmit: (mapping: ColumnMapping) => void;
  onCancel: () => void;
};

export function MappingForm({ columns, known, submitLabel, cancelLabel, busy, onSubmit, onCancel }: Props) {
  const { t } = useTranslation();
  const names = columns.map(({ name }) => name);
  const [choices, setChoices] = useState(() => guessMapping(names, known));
  const [isSubmitted, setSubmitted] = useState(false);
  const problem = mappingProblem(choices);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    if (!problem && !busy) onSubmit(mappingOf(choices));
  };
  return (
    <form className={classes.mapping} onSubmit={submit}>
      <ColumnMappingTable columns={columns} choices={choices} onChange={setChoices} />
      {isSubmitted && problem && (
        <Notice severity="error" urgent>
          {t(`user-imports.${problem}_text`)}
        </Notice>
      )}
      <div className={classes.mappingActions}>
        <Button variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <BusyButton type="submit" busy={busy}>
          {submitLabel}
        </BusyButton>
      </div>
    </form>
  );
}
