// The form of a details page as it stands on the page: its sections, the bar that saves it, and the question whose values
// are to stay when somebody else has saved meanwhile.
import type { ReactNode } from 'react';
import { ConflictNotice } from './conflict-notice.tsx';
import type { useDetailsForm } from './details-form.ts';
import { FormSections } from './form-section.tsx';
import { SaveBar } from './save-bar.tsx';

type Work<Values extends object> = Pick<
  ReturnType<typeof useDetailsForm<unknown, Values>>,
  'changes' | 'saving' | 'onSubmit' | 'discard' | 'conflict'
>;
type Props<Values extends object> = {
  work: Work<Values>;
  labelOf: (field: keyof Values & string) => string;
  textOf?: (field: keyof Values & string, value: Values) => string | undefined;
  children: ReactNode;
};

export function EditableForm<Values extends object>({ work, children, ...texts }: Props<Values>) {
  const { changes, saving, onSubmit, discard, conflict } = work;
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormSections>{children}</FormSections>
      <SaveBar
        changes={changes}
        saving={saving}
        onDiscard={discard}
        {...(conflict && { notice: <ConflictNotice conflict={conflict} {...texts} /> })}
      />
    </form>
  );
}
