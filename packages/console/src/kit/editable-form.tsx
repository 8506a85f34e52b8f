// A details form on the page: sections, save bar and conflict notice.
import type { ReactNode } from 'react';
import { ConflictNotice } from './conflict-notice.tsx';
import type { useDetailsForm } from './details-form.ts';
import { FormSections } from './form-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { type IndexedSection, SectionIndex } from './section-index.tsx';

type Work<Values extends object> = Pick<
  ReturnType<typeof useDetailsForm<unknown, Values>>,
  'changes' | 'saving' | 'onSubmit' | 'discard' | 'conflict' | 'invalid'
>;
type Props<Values extends object> = {
  work: Work<Values>;
  labelOf: (field: keyof Values & string) => string;
  textOf?: (field: keyof Values & string, value: Values) => string | undefined;
  /** The sections of a long page, listed next to them. */
  index?: readonly IndexedSection[];
  /** Facts and health next to a long page. */
  aside?: ReactNode;
  children: ReactNode;
};

export function EditableForm<Values extends object>({ work, index, aside, children, ...texts }: Props<Values>) {
  const { changes, saving, onSubmit, discard, conflict, invalid } = work;
  return (
    <form onSubmit={onSubmit} noValidate>
      {index ? (
        <SectionIndex sections={index} aside={aside}>
          <FormSections wide>{children}</FormSections>
        </SectionIndex>
      ) : (
        <FormSections>{children}</FormSections>
      )}
      <SaveBar
        changes={changes}
        saving={saving}
        onDiscard={discard}
        invalid={invalid}
        {...(conflict && { notice: <ConflictNotice conflict={conflict} {...texts} /> })}
      />
    </form>
  );
}
